from __future__ import annotations

import atexit
import random
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any, get_args, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from PIL import Image

from companion.config import OledConfig
from companion.parts import Frame
from hardware.display.drawing import SIZE, draw
from hardware.display.oled import DRIVERS, OFF, pack, setup_commands
from hardware.display.simulated import Controller, unpack
from hardware.display.wire import DisplayGone
from hardware.part import NONE, SIMULATED
from tests.fakes.bench import stock
from tests.fakes.oleds import GONE, MODELS, ODD, OTHER, PICTURE, WatchedBus, oled_on, spent


def test_every_display_that_can_be_configured_has_a_driver_of_ours_and_of_luma_s_and_a_model() -> None:
    configured = set(get_args(get_type_hints(OledConfig)["driver"])) - {SIMULATED, NONE}
    assert set(DRIVERS) == configured == set(MODELS)
    assert all(setup_commands(driver)[0] == OFF for driver in DRIVERS)


def test_what_is_sent_is_what_is_seen(driver: str, bus: WatchedBus) -> None:
    oled = oled_on(driver, bus)
    assert bus.picture().getbbox() is None

    oled.show(PICTURE)
    assert bus.picture().tobytes() == PICTURE.tobytes()

    oled.off()
    assert bus.picture().getbbox() is None
    oled.close()


def test_a_display_is_not_lit_before_its_first_picture_has_arrived(
    driver: str, controller: Controller, bus: WatchedBus
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
    oled_on(driver, WatchedBus(controller), contrast=0x7F).show(PICTURE)
    other = MODELS[driver]()
    stock(driver, WatchedBus(other)).contrast(0x7F)
    other.memory[:] = controller.memory
    places = {"page", "column", "columns_window", "pages_window"}
    ours, theirs = ({k: v for k, v in vars(each).items() if k not in places} for each in (controller, other))
    assert ours == theirs


def random_pictures(chance: random.Random, count: int = 100) -> Iterator[Image.Image]:
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


def test_any_picture_takes_the_place_of_any_other_after_any_failure_in_between(
    driver: str, controller: Controller, bus: WatchedBus
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
    assert failed > 20


edits = st.lists(st.tuples(st.integers(0, 1023), st.integers(0, 255)), max_size=60)


@given(st.sampled_from(sorted(DRIVERS)), st.lists(edits, max_size=4), st.sampled_from([0, 180]))
@settings(max_examples=40)
def test_any_change_is_seen_and_never_costs_more_than_everything(
    driver: str, pictures: list[list[tuple[int, int]]], rotate: int
) -> None:
    bus = WatchedBus(MODELS[driver]())
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


def test_the_same_picture_again_costs_nothing(driver: str, bus: WatchedBus) -> None:
    oled = oled_on(driver, bus)
    oled.show(PICTURE)
    assert spent(bus, lambda: oled.show(PICTURE)) == 0
    assert spent(bus, lambda: oled.contrast(160)) == 0


def test_a_box_wired_upside_down_shows_its_picture_turned(driver: str, bus: WatchedBus) -> None:
    oled = oled_on(driver, bus, rotate=180)
    for picture in (PICTURE, OTHER):
        oled.show(picture)
        assert bus.picture().tobytes() == picture.transpose(Image.Transpose.ROTATE_180).tobytes()


@pytest.mark.parametrize(("driver", "model", "settings"), ODD)
@pytest.mark.parametrize("rotate", [0, 180])
def test_glass_that_begins_elsewhere_or_is_mirrored_shows_each_picture_and_each_change_right(
    driver: str, model: Callable[[], Controller], settings: dict[str, Any], rotate: int
) -> None:
    bus = WatchedBus(model())
    whole = Image.new("1", SIZE, 255)
    oled_on(driver, bus).show(whole)
    oled_on(driver, bus).show(PICTURE)
    assert bus.picture().tobytes() != PICTURE.tobytes(), "without its setting it is wrong"
    oled = oled_on(driver, bus, rotate=rotate, **settings)
    for picture in (whole, PICTURE, OTHER):
        oled.show(picture)
        assert bus.picture().rotate(rotate).tobytes() == picture.tobytes()
    oled.refresh()
    assert bus.picture().rotate(rotate).tobytes() == OTHER.tobytes()


def test_at_the_program_s_end_luma_touches_the_bus_no_more(
    driver: str, bus: WatchedBus, monkeypatch: pytest.MonkeyPatch
) -> None:
    hooks: list[Callable[[], None]] = []
    monkeypatch.setattr(atexit, "register", hooks.append)
    setup_commands.cache_clear()
    for _ in range(3):
        oled_on(driver, bus).show(PICTURE)
    before = bus.transfers
    assert len(hooks) == 1, "one for each kind of display, however often it is set up"
    for hook in hooks:
        hook()
    assert bus.transfers == before
