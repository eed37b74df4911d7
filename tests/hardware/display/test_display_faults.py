"""Each fault of the bus made on purpose, below the driver: what is said, and how the picture comes back."""

from __future__ import annotations

import errno
import logging

import pytest

from companion.parts import Frame
from hardware.display.drawing import draw
from hardware.display.driver import Display
from hardware.display.oled import Oled
from hardware.display.simulated import MODELS, SimulatedBus
from hardware.display.wire import DisplayGone, Trouble, Wire
from tests.fakes.bench import LONG, Watch

HELLO = Frame("Hello", ("Turn 3",))
AGAIN = Frame("Hello", ("Turn 4",))
FAULTS: list[tuple[int, Trouble]] = [
    (errno.EREMOTEIO, "nobody"),
    (errno.ENXIO, "nobody"),
    (errno.EIO, "broken"),
    (errno.EAGAIN, "broken"),
    (errno.ETIMEDOUT, "held"),
    (errno.EBUSY, "taken"),
]
"""What a display that does not acknowledge, a broken transfer, a lost fight for the bus, a bus that is held
low and one that another driver has are to the kernel, and to us."""
NAMES = [errno.errorcode[number] for number, _ in FAULTS]


@pytest.mark.parametrize(("number", "trouble"), FAULTS, ids=NAMES)
@pytest.mark.parametrize("driver", sorted(MODELS))
def test_a_transfer_that_fails_once_in_the_middle_is_missing_for_a_moment_and_then_whole(
    watch: Watch, caplog: pytest.LogCaptureFixture, driver: str, number: int, trouble: Trouble
) -> None:
    bus = SimulatedBus(MODELS[driver]())
    display = Display(
        lambda: Oled(driver, Wire(1, 0x3C, bus)), watch.parts, contrast=160, dimmed=1, retry=1000.0
    )
    display.start()
    display.show(HELLO)
    assert display.settle(LONG)

    with caplog.at_level(logging.DEBUG, "hardware.display.driver"):
        bus.break_after(12, number)
        display.show(AGAIN)
        watch.wait_for("display", "missing")
        assert display.settle(LONG), "nobody waits for a display that is not there"
        display.show(HELLO)
        display.check()
        watch.wait_for("display", "ok")
    assert display.settle(LONG)
    assert bus.picture().tobytes() == draw(HELLO).tobytes()
    display.stop()

    said = [record.getMessage() for record in caplog.records]
    assert said == [
        f"the display does not answer: {DisplayGone(1, 0x3C, OSError(number, ''))}",
        "the display is back",
    ]
    assert DisplayGone(1, 0x3C, OSError(number, "")).trouble == trouble


@pytest.mark.parametrize(("number", "trouble"), FAULTS, ids=NAMES)
def test_every_fault_is_one_kind_of_error_that_says_where_and_what(number: int, trouble: Trouble) -> None:
    bus = SimulatedBus(MODELS["ssd1306"]())
    bus.unplug(number)
    wire = Wire(7, 0x3C, bus)
    for do in (lambda: wire.commands(0xE3), lambda: wire.memory(b"\x00"), wire.status):
        with pytest.raises(DisplayGone, match="I2C bus 7, address 0x3C: ") as caught:
            do()
        assert (caught.value.errno, caught.value.trouble) == (number, trouble)


def test_a_machine_without_the_bus_says_so() -> None:
    with pytest.raises(DisplayGone, match="is I2C switched on") as caught:
        Wire(99, 0x3C)
    assert caught.value.trouble == "no-bus"


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM])
def test_a_bus_that_the_user_may_not_open_says_so(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(_: int) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr("smbus2.SMBus", refuse)
    with pytest.raises(DisplayGone, match="the group i2c") as caught:
        Wire(1, 0x3C)
    assert caught.value.trouble == "no-right"
