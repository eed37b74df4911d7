"""A box that is told to stop stops in time, whoever keeps it waiting."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable

import pytest

from tests.fakes.lying_broker import CONNACK, Line, answering, lying
from tests.fakes.served import Running, companion
from tests.patience import PATIENCE

STOPPED_BY = 1.5
"""Seconds from SIGTERM to the end: systemd kills after ten, and a person pulls the plug sooner."""


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
        assert box.stop() < STOPPED_BY


def hold(box: Running) -> socket.socket:
    """Hold a simulated button, and do not wait for what comes of it."""
    body = json.dumps({"button": "select", "held": True}).encode()
    head = (
        f"POST /api/v1/box/press HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        f"Authorization: Bearer {box.token}\r\nContent-Length: {len(body)}\r\n\r\n"
    )
    phone = socket.create_connection(box.address, timeout=PATIENCE)
    phone.sendall(head.encode() + body)
    return phone


def test_simulated_buttons_that_are_held_do_not_keep_it() -> None:
    with companion("buttons.hold=5") as box:
        box.join()
        phones = [hold(box) for _ in range(3)]
        box.ask("GET", "/healthz")  # by then they are held
        assert box.stop() < STOPPED_BY
        for each in phones:
            each.close()
