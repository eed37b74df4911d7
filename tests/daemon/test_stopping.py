"""A box that is told to stop stops in time, whoever keeps it waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable

import pytest

from tests.fakes.lying_broker import CONNACK, Line, answering, lying
from tests.fakes.served import companion
from tests.patience import PATIENCE

KILLED_AFTER = 10.0
"""Seconds from SIGTERM until systemd kills (`TimeoutStopSec`)."""


def silent(line: Line) -> None:
    """Take what the box says, and say nothing at all."""
    line.gone()


@pytest.mark.parametrize("broker", [silent, answering(CONNACK)], ids=["silent", "confirms-nothing"])
def test_a_broker_that_does_not_answer_does_not_keep_it(broker: Callable[[Line], None]) -> None:
    reached = threading.Event()

    def does(line: Line) -> None:
        reached.set()
        broker(line)

    with lying(does) as there, companion(f"mqtt.url=mqtt://127.0.0.1:{there.port}") as box:
        assert reached.wait(PATIENCE)
        assert box.stop() < KILLED_AFTER
