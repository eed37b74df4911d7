"""The near end of the bus: every fault is one kind of error that says where and what."""

from __future__ import annotations

import errno

import pytest

from hardware.display.wire import DisplayGone, Trouble, Wire
from tests.fakes.oleds import FAULTS, MODELS, NAMES, WatchedBus


@pytest.mark.parametrize(("number", "trouble"), FAULTS, ids=NAMES)
def test_every_fault_is_one_kind_of_error_with_device_and_cause(number: int, trouble: Trouble) -> None:
    bus = WatchedBus(MODELS["ssd1306"]())
    bus.unplug(number)
    wire = Wire(7, 0x3C, bus)
    for do in (lambda: wire.commands(0xE3), lambda: wire.memory(b"\x00"), wire.status):
        with pytest.raises(DisplayGone, match="I2C bus 7, address 0x3C: ") as caught:
            do()
        assert (caught.value.errno, caught.value.trouble) == (number, trouble)


def test_a_missing_bus_is_reported() -> None:
    with pytest.raises(DisplayGone, match="is I2C switched on") as caught:
        Wire(99, 0x3C)
    assert caught.value.trouble == "no-bus"


@pytest.mark.parametrize("number", [errno.EACCES, errno.EPERM])
def test_a_bus_without_permission_is_reported(monkeypatch: pytest.MonkeyPatch, number: int) -> None:
    def refuse(_: int) -> None:
        raise OSError(number, "no")

    monkeypatch.setattr("smbus2.SMBus", refuse)
    with pytest.raises(DisplayGone, match="the group i2c") as caught:
        Wire(1, 0x3C)
    assert caught.value.trouble == "no-right"
