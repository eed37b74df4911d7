from __future__ import annotations

import atexit
import errno
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PIL import Image

from companion.layout import Frame
from hardware.bus import SimulatedBus
from hardware.controller import MODELS, Controller
from hardware.drawing import draw
from hardware.oled import DRIVERS, Oled
from hardware.pages import pack, unpack
from hardware.registers import OFF, registers
from hardware.wire import DisplayGone, Wire
from tests.hardware.bench import stock

PICTURE = draw(Frame("Hello", ("Ääkkö", "12345"), "ok?"))
OTHER = draw(Frame("Hello", ("Ääkkö", "12845"), "ok?"))
GONE = [errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EAGAIN]


@pytest.fixture(params=sorted(DRIVERS))
def driver(request: pytest.FixtureRequest) -> str:
    name: str = request.param
    return name


@pytest.fixture
def controller(driver: str) -> Controller:
    return MODELS[driver]()


@pytest.fixture
def bus(controller: Controller) -> SimulatedBus:
    return SimulatedBus(controller)


def oled_on(driver: str, bus: SimulatedBus, **options: int) -> Oled:
    return Oled(driver, Wire(1, 0x3C, bus), **options)


def spent(bus: SimulatedBus, do: Callable[[], object]) -> int:
    """The bytes that cross the bus meanwhile."""
    before = bus.octets
    do()
    return bus.octets - before


def test_what_is_sent_is_what_is_seen(driver: str, bus: SimulatedBus) -> None:
    oled = oled_on(driver, bus)
    assert bus.picture().getbbox() is None

    oled.show(PICTURE)
    assert bus.picture().tobytes() == PICTURE.tobytes()

    oled.off()
    assert bus.picture().getbbox() is None
    oled.close()


def test_a_display_is_not_lit_before_its_first_picture_has_arrived(
    driver: str, controller: Controller, bus: SimulatedBus
) -> None:
    controller.memory[:] = bytes(range(256)) * (len(controller.memory) // 256) + bytes(
        len(controller.memory) % 256
    )
    oled = oled_on(driver, bus)
    assert not controller.on
    bus.break_after(500)
    with pytest.raises(DisplayGone):
        oled.show(PICTURE)
    assert not controller.on


def test_it_is_set_up_as_the_stock_library_does_it(driver: str, controller: Controller) -> None:
    oled_on(driver, SimulatedBus(controller), contrast=0x7F).show(PICTURE)
    other = MODELS[driver]()
    stock(driver, SimulatedBus(other)).contrast(0x7F)
    other.memory[:] = controller.memory
    places = {"page", "column", "columns_window", "pages_window"}
    ours, theirs = ({k: v for k, v in vars(each).items() if k not in places} for each in (controller, other))
    assert ours == theirs


def test_setting_up_begins_with_the_light_off(driver: str) -> None:
    assert registers(driver)[0] == OFF


def random_pictures(chance: random.Random, count: int = 300) -> Iterator[Image.Image]:
    """Noise, rows of text, and small changes of what was there before."""
    memory = bytearray(1024)
    for _ in range(count):
        match chance.randrange(4):
            case 0:
                memory[:] = chance.randbytes(1024)
            case 1:
                memory[:] = pack(draw(Frame(str(chance.random()), ("x" * chance.randrange(21),))))
            case _:
                for _ in range(chance.randrange(1, 40)):
                    memory[chance.randrange(1024)] ^= chance.randrange(1, 256)
        yield unpack(bytes(memory))


def test_any_picture_takes_the_place_of_any_other(driver: str, bus: SimulatedBus) -> None:
    oled = oled_on(driver, bus)
    for picture in random_pictures(random.Random(7)):
        oled.show(picture)
        assert bus.picture().tobytes() == picture.tobytes()


def test_any_picture_takes_the_place_of_any_other_whatever_fails_in_between(
    driver: str, controller: Controller, bus: SimulatedBus
) -> None:
    chance = random.Random(8)
    failed = 0
    oled = oled_on(driver, bus)
    for picture in random_pictures(chance):
        bus.break_after(chance.randrange(1500), chance.choice(GONE))
        try:
            oled.show(picture)
        except DisplayGone:
            failed += 1
            if chance.random() < 0.5:
                controller.cut_power()
            bus.mend()
            oled = oled_on(driver, bus)
            oled.show(picture)
        assert bus.picture().tobytes() == picture.tobytes()
    assert failed > 50


edits = st.lists(st.tuples(st.integers(0, 1023), st.integers(0, 255)), max_size=60)


@given(st.sampled_from(sorted(DRIVERS)), st.lists(edits, max_size=4), st.sampled_from([0, 180]))
def test_whatever_changes_is_seen_and_never_costs_more_than_everything(
    driver: str, pictures: list[list[tuple[int, int]]], rotate: int
) -> None:
    bus = SimulatedBus(MODELS[driver]())
    oled = oled_on(driver, bus, rotate=rotate)
    memory = bytearray(1024)
    oled.show(unpack(bytes(memory)))
    whole = 1080 if driver == "sh1106" else 1034
    for changed in pictures:
        for place, value in changed:
            memory[place] = value
        picture = unpack(bytes(memory))
        assert spent(bus, partial(oled.show, picture)) <= whole
        seen = bus.picture().rotate(rotate)
        assert seen.tobytes() == picture.tobytes()


def test_the_same_picture_again_costs_nothing(driver: str, bus: SimulatedBus) -> None:
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    assert spent(bus, lambda: oled.show(PICTURE)) == 0
    assert spent(bus, lambda: oled.contrast(160)) == 0


def test_a_box_wired_upside_down_shows_its_picture_turned(driver: str, bus: SimulatedBus) -> None:
    oled = oled_on(driver, bus, rotate=180)
    for picture in (PICTURE, OTHER):
        oled.show(picture)
        assert bus.picture().tobytes() == picture.transpose(Image.Transpose.ROTATE_180).tobytes()


def test_the_contrast_reaches_the_controller(driver: str, controller: Controller, bus: SimulatedBus) -> None:
    oled = oled_on(driver, bus, contrast=100)
    assert controller.contrast == 100
    oled.contrast(3)
    assert controller.contrast == 3


@pytest.mark.parametrize("fault", GONE, ids=errno.errorcode.get)
def test_every_error_of_a_display_that_is_gone_is_known(driver: str, bus: SimulatedBus, fault: int) -> None:
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    bus.unplug(fault)
    does: list[Callable[[], object]] = [
        oled.intact,
        oled.off,
        lambda: oled.show(OTHER),
        lambda: oled.contrast(1),
        oled.refresh,
        lambda: oled_on(driver, bus),
    ]
    for do in does:
        with pytest.raises(DisplayGone) as caught:
            do()
        assert caught.value.errno == fault


class Forgetful(SimulatedBus):
    """Its display drops a command of which the rest does not come in the same transfer."""

    def _crossing(self, address: int, octets: int) -> int:
        self._controller._command.clear()
        return super()._crossing(address, octets)


def a_change(driver: str, kind: type[SimulatedBus] = SimulatedBus) -> tuple[Controller, SimulatedBus, Oled]:
    """A display that shows one picture and is about to show another."""
    controller = MODELS[driver]()
    bus = kind(controller)
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    return controller, bus, oled


def broken(
    driver: str, do: Callable[[Oled], object], kind: type[SimulatedBus] = SimulatedBus
) -> Iterator[tuple[Controller, SimulatedBus]]:
    """The display after a transfer broke off after each byte in turn."""
    _, bus, whole = a_change(driver)
    for octets in range(spent(bus, lambda: do(whole))):
        controller, bus, oled = a_change(driver, kind)
        bus.break_after(octets)
        with pytest.raises(DisplayGone):
            do(oled)
        yield controller, bus


@pytest.mark.parametrize("kind", [SimulatedBus, Forgetful])
@pytest.mark.parametrize("loses_power", [False, True])
@pytest.mark.parametrize("new", [OTHER, draw(Frame("Gold!", ("left: 3",), large=True))])
def test_after_a_failure_at_any_byte_a_display_set_up_anew_shows_the_right_picture(
    driver: str, new: Image.Image, loses_power: bool, kind: type[SimulatedBus]
) -> None:
    for controller, bus in broken(driver, lambda oled: oled.show(new), kind):
        if loses_power:
            controller.cut_power()
        oled_on(driver, bus).show(new)
        assert bus.picture().tobytes() == new.tobytes()


def test_after_a_failure_at_any_byte_of_setting_up_the_next_try_shows_the_right_picture(driver: str) -> None:
    for _, bus in broken(driver, lambda oled: oled_on(driver, oled._wire._bus)):
        oled_on(driver, bus).show(OTHER)
        assert bus.picture().tobytes() == OTHER.tobytes()


def test_a_display_knows_that_it_lost_its_power_although_no_transfer_failed(
    driver: str, controller: Controller, bus: SimulatedBus
) -> None:
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    assert oled.intact()
    bus.flicker()

    oled.show(OTHER)  # no error, and yet
    assert bus.picture().getbbox() is None
    assert not oled.intact()

    oled_on(driver, bus).show(OTHER)
    assert bus.picture().tobytes() == OTHER.tobytes()


def test_asking_whether_it_is_whole_costs_four_bytes_and_harms_nothing(
    driver: str, bus: SimulatedBus
) -> None:
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    assert spent(bus, oled.intact) == 4
    oled.show(OTHER)
    assert bus.picture().tobytes() == OTHER.tobytes()


class Mute(SimulatedBus):
    """Its display has no answer for who reads, as some copies have none."""

    def _give(self, message: Any) -> None:
        raise OSError(errno.EREMOTEIO, f"nobody answers {message!r}")


class Stubborn(SimulatedBus):
    """Its display says the same whatever happens."""

    def _give(self, message: Any) -> None:
        message.buf[0] = b"\x43"


@pytest.mark.parametrize("kind", [Mute, Stubborn])
def test_a_display_that_cannot_tell_counts_as_whole_while_it_answers(
    driver: str, kind: type[SimulatedBus]
) -> None:
    bus = kind(MODELS[driver]())
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    assert oled.intact()
    bus.flicker()
    assert oled.intact()
    bus.unplug()
    with pytest.raises(DisplayGone):
        oled.intact()


def test_a_refresh_brings_back_what_was_lost_without_a_word(
    driver: str, controller: Controller, bus: SimulatedBus
) -> None:
    oled = oled_on(driver, bus, contrast=77)
    oled.refresh()
    oled.show(PICTURE)
    bus.flicker()
    oled.refresh()
    assert bus.picture().tobytes() == PICTURE.tobytes()
    assert controller.contrast == 77
    controller.memory[300] ^= 0xFF
    controller.inverted = True
    oled.refresh()
    assert bus.picture().tobytes() == PICTURE.tobytes()


def test_a_refresh_never_switches_the_light_off(driver: str, monkeypatch: pytest.MonkeyPatch) -> None:
    controller, _, oled = a_change(driver)
    obeyed: list[int] = []
    obey = controller.obey

    def heard(command: int, rest: list[int]) -> None:
        obeyed.append(command)
        obey(command, rest)

    monkeypatch.setattr(controller, "obey", heard)
    oled.refresh()
    assert OFF not in obeyed
    assert 0xAF in obeyed


def test_a_display_under_another_address_is_not_there(driver: str, bus: SimulatedBus) -> None:
    with pytest.raises(DisplayGone, match="0x3D: nobody acknowledges"):
        Oled(driver, Wire(1, 0x3D, bus))


def test_at_the_program_s_end_luma_touches_the_bus_no_more(
    driver: str, bus: SimulatedBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks: list[Callable[[], None]] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    registers.cache_clear()
    for _ in range(3):
        oled_on(driver, bus).show(PICTURE)
    before = bus.transfers
    assert len(hooks) == 1, "one for each kind of display, however often it is set up"
    for hook in hooks:
        hook()
    assert bus.transfers == before
