"""A box that is told to stop ends, even while a broker or a button keeps it waiting."""

from __future__ import annotations

import threading
from collections.abc import Callable
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.daemon.build import RunningBox, running_box
from tests.daemon.serving import CODE, config_of
from tests.fakes.lying_broker import CONNACK, PUBLISH, SUBSCRIBE, Line, lying, suback
from tests.fakes.phone import Phone
from tests.fakes.served import companion
from tests.patience import PATIENCE

DAY = 86_400.0
"""Seconds."""


def says_nothing(line: Line, reached: threading.Event) -> None:
    line.take()
    reached.set()
    line.gone()


def confirms_nothing_published(line: Line, reached: threading.Event) -> None:
    line.take()
    line.give(CONNACK)
    while (packet := line.take()).kind != PUBLISH:
        if packet.kind == SUBSCRIBE:
            line.give(suback(packet))
    reached.set()
    line.gone()


@pytest.mark.parametrize("broker", [says_nothing, confirms_nothing_published])
def test_a_broker_that_does_not_answer_does_not_keep_it(
    broker: Callable[[Line, threading.Event], None],
) -> None:
    """It never answers, so a box that waited for it would not end."""
    reached = threading.Event()
    with (
        lying(lambda line: broker(line, reached)) as there,
        companion(f"mqtt.url=mqtt://127.0.0.1:{there.port}") as box,
    ):
        assert reached.wait(PATIENCE)
        box.stop()
        assert box.process.returncode == 0


def test_simulated_buttons_that_are_held_do_not_keep_it(tmp_path: Path) -> None:
    """They are held for a day, so a box that waited for one would not end."""
    config = config_of(tmp_path)
    config = replace(config, buttons=replace(config.buttons, hold=DAY))
    began, told = threading.Event(), threading.Event()
    boxes: list[RunningBox] = []

    def serve() -> None:
        with running_box(config) as served:
            boxes.append(served)
            began.set()
            told.wait(PATIENCE)

    serving = threading.Thread(target=serve, daemon=True)
    serving.start()
    assert began.wait(PATIENCE)
    token = boxes[0].service.membership.join(CODE, "Ada", "red", "here")
    held = {"button": "select", "held": True}
    phones = [Phone(boxes[0].port, token) for _ in range(4)]
    pressing = [
        threading.Thread(target=each.answer, args=("POST", "/api/v1/box/press", held), daemon=True)
        for each in phones[1:]
    ]
    for press in pressing:
        press.start()
    phones[0].ask("GET", "/healthz")  # by then they are held
    told.set()
    for each in (serving, *pressing):
        each.join(PATIENCE)
        assert not each.is_alive()
    for phone in phones:
        phone.put_away()
