"""Lamps, buzzer and reader with a driver that hangs in a system call: the rest of the box goes on."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator

import pytest

from companion.config import Config
from companion.language.signals import Lamp
from companion.parts import Frame, Lights
from hardware.box import Box
from hardware.buzzer.driver import Voice
from hardware.display.drawing import draw
from hardware.lamps.simulated import SimulatedStrip
from hardware.reader.serial_line import SerialLine
from tests.fakes.bench import SIMULATED, Consumer, picture
from tests.patience import PATIENCE

GAME = Lights((Lamp("blue", "asked"), Lamp("red", "next")))
THEN = Lights((Lamp("red", "asked"), Lamp("blue", "next")))


class Wedge:
    """What never comes back, until `free`."""

    def __init__(self) -> None:
        self.reached = threading.Event()
        self.freed = threading.Event()

    def __call__(self, *_: object) -> None:
        self.reached.set()
        assert self.freed.wait(PATIENCE)

    def free(self) -> None:
        """It comes back; wait until the threads that hung in it have ended."""
        self.freed.set()
        for thread in threading.enumerate():
            if thread.name in ("lamps", "buzzer", "reader"):
                thread.join(PATIENCE)


@pytest.fixture
def wedge() -> Wedge:
    return Wedge()


@pytest.fixture(params=["lamps", "buzzer", "reader"])
def wedged(
    request: pytest.FixtureRequest,
    make_box: Callable[[Config], Box],
    wedge: Wedge,
    monkeypatch: pytest.MonkeyPatch,
) -> Iterator[Box]:
    """A box of which one part hangs."""
    box = make_box(SIMULATED)
    box.start()
    whose, what = {
        "lamps": (SimulatedStrip, "write"),
        "buzzer": (Voice, "play"),
        "reader": (SerialLine, "read"),
    }[request.param]
    monkeypatch.setattr(whose, what, wedge)
    box.light(GAME)
    box.sound(("go",))
    assert box.simulated is not None
    if request.param == "reader":
        box.simulated.scan("0F0184F07B")
    assert wedge.reached.wait(PATIENCE)
    yield box
    wedge.free()


def test_a_part_that_hangs_delays_neither_press_nor_display_nor_the_end(
    wedged: Box, wedge: Wedge, table: Consumer
) -> None:
    before = len(table.things)
    assert wedged.simulated is not None
    pressing = threading.Thread(target=wedged.simulated.press, args=("advance",))
    pressing.start()
    table.wait_for(before + 1)
    assert table.presses == [("advance", False)]
    frame = Frame("Hello")
    for lights in (THEN, GAME) * 50:
        wedged.light(lights)
        wedged.sound(("rare", "refused"))
        wedged.show(frame)
    assert wedged.display is not None
    assert wedged.display.settle(PATIENCE)
    assert picture(wedged.simulated).convert("1").tobytes() == draw(frame).tobytes()
    stopping = threading.Thread(target=lambda: wedged.stop(blank=False))
    stopping.start()
    stopping.join(PATIENCE)
    assert not stopping.is_alive()
    assert not wedge.freed.is_set()
    pressing.join(PATIENCE)
