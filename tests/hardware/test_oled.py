from __future__ import annotations

import atexit
import errno
import random
from collections.abc import Callable
from typing import Any

import pytest
import smbus2
from luma.core.interface.serial import i2c
from PIL import Image

from companion.layout import Frame
from hardware.bus import SimulatedBus
from hardware.controller import MODELS
from hardware.drawing import draw
from hardware.oled import DRIVERS, FAULTS, Oled
from hardware.pages import unpack

PICTURE = draw(Frame("Hello", ("Ääkkö", "12345"), "ok?"))
GONE = [errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EAGAIN]


@pytest.fixture(params=sorted(DRIVERS))
def driver(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def bus(driver: str) -> SimulatedBus:
    return SimulatedBus(MODELS[driver]())


@pytest.fixture(params=["by the kernel", "in blocks of 32"])
def wire(
    request: pytest.FixtureRequest, bus: SimulatedBus, monkeypatch: pytest.MonkeyPatch
) -> Callable[[], Any]:
    """luma's own I2C interface, over a bus that it opened itself or over one that it was given."""
    monkeypatch.setattr(smbus2, "SMBus", lambda _: bus)
    return (lambda: i2c(port=1)) if request.param == "by the kernel" else (lambda: i2c(bus=bus))


def test_what_is_sent_is_what_is_seen(driver: str, bus: SimulatedBus, wire: Callable[[], Any]) -> None:
    oled = Oled(driver, wire())
    assert bus.picture().getbbox() is None

    oled.show(PICTURE)
    assert bus.picture().tobytes() == PICTURE.tobytes()

    oled.off()
    assert bus.picture().getbbox() is None
    oled.close()


def test_any_picture_takes_the_place_of_any_other(driver: str, bus: SimulatedBus) -> None:
    oled = Oled(driver, i2c(bus=bus))
    rng = random.Random(7)
    for _ in range(20):
        picture = unpack(rng.randbytes(1024))
        oled.show(picture)
        assert bus.picture().tobytes() == picture.tobytes()


def test_a_box_wired_upside_down_shows_its_picture_turned(driver: str, bus: SimulatedBus) -> None:
    Oled(driver, i2c(bus=bus), rotate=2).show(PICTURE)
    assert bus.picture().tobytes() == PICTURE.transpose(Image.Transpose.ROTATE_180).tobytes()


def test_the_contrast_reaches_the_controller(driver: str) -> None:
    controller = MODELS[driver]()
    oled = Oled(driver, i2c(bus=SimulatedBus(controller)))
    oled.contrast(3)
    assert controller.contrast == 3


@pytest.mark.parametrize("fault", GONE, ids=errno.errorcode.get)
def test_every_error_of_a_display_that_is_gone_is_known(
    driver: str, bus: SimulatedBus, wire: Callable[[], Any], fault: int
) -> None:
    oled = Oled(driver, wire())
    bus.unplug(fault)
    for do in (oled.answer, oled.off, lambda: oled.show(PICTURE), lambda: oled.contrast(1)):
        with pytest.raises(FAULTS):
            do()
    with pytest.raises(FAULTS):
        Oled(driver, wire())


def test_a_display_that_came_back_is_dark_until_it_is_initialised_again(
    driver: str, bus: SimulatedBus
) -> None:
    oled = Oled(driver, i2c(bus=bus))
    oled.show(PICTURE)
    bus.unplug()
    bus.plug()

    oled.show(PICTURE)  # no error, and yet
    assert bus.picture().getbbox() is None

    Oled(driver, i2c(bus=bus)).show(PICTURE)
    assert bus.picture().tobytes() == PICTURE.tobytes()


def test_a_display_under_another_address_is_not_there(driver: str, bus: SimulatedBus) -> None:
    with pytest.raises(FAULTS):
        Oled(driver, i2c(bus=bus, address=0x3D))


def test_looking_for_a_missing_display_leaves_nothing_behind(
    driver: str, bus: SimulatedBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks: list[Any] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    bus.unplug()
    for _ in range(3):
        with pytest.raises(FAULTS):
            Oled(driver, i2c(bus=bus))
    assert hooks == []


def test_at_the_program_s_end_luma_touches_the_bus_no_more(
    driver: str, bus: SimulatedBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks: list[Callable[[], None]] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    Oled(driver, i2c(bus=bus)).show(PICTURE)
    before = bus.transfers
    for hook in hooks:
        hook()
    assert bus.transfers == before
