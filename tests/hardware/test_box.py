from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion.config import ButtonsConfig, BuzzerConfig, Config, LampsConfig, OledConfig, RfidConfig
from companion.language.signals import Lamp
from companion.language.text import text
from companion.parts import Frame, Lights, PartName
from hardware.box import Box
from hardware.display.drawing import draw
from hardware.gpio import header_chip
from hardware.part import PartError
from hardware.simulated import SimulatedBox
from tests.fakes.bench import COLOURS, EMPTY, SIMULATED, Consumer, PartsWatch, picture
from tests.patience import PATIENCE

HELLO = Frame("Hello", ("one", "two"), "ok?")
Make = Callable[[Config], Box]


def test_a_started_box_reports_the_state_of_each_part(box: Box, watch: PartsWatch) -> None:
    assert watch.parts.states() == {
        "display": "ok", "reader": "ok", "buttons": "ok", "lamps": "ok", "buzzer": "ok",
    }  # fmt: skip
    assert box.display is not None


@pytest.mark.parametrize("part", ["display", "buttons", "reader", "lamps", "buzzer"])
def test_one_part_may_be_simulated_by_itself(make_box: Make, watch: PartsWatch, part: PartName) -> None:
    section = {"display": "oled", "reader": "rfid"}.get(part, part)
    box = make_box(replace(EMPTY, **{section: getattr(SIMULATED, section)}))
    box.start()
    assert box.simulated is not None
    assert box.simulated.simulated == {part}
    assert {name for name, state in watch.parts.states().items() if state == "ok"} == {part}
    tries: dict[str, Callable[[], object]] = {
        "display": box.simulated.screen_png,
        "buttons": partial(box.simulated.press, "advance"),
        "reader": partial(box.simulated.scan, "0F0184F07B"),
        "lamps": box.simulated.lamps_json,
        "buzzer": box.simulated.words,
    }
    for name, do in tries.items():
        if name == part:
            do()
        else:
            with pytest.raises(PartError, match="not-simulated"):
                do()


def test_a_box_without_parts_starts_and_ignores_what_it_is_given(make_box: Make, watch: PartsWatch) -> None:
    box = make_box(EMPTY)
    box.start()
    box.show(HELLO)
    box.light(GAME)
    box.sound(("go",))
    assert box.simulated is None
    assert set(watch.parts.states().values()) == {"off"}


@pytest.mark.parametrize("lamps", ["leds", "ws2812", "apa102"])
def test_real_parts_that_are_not_there_are_missing_and_the_box_starts_all_the_same(
    make_box: Make, watch: PartsWatch, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, lamps: Any
) -> None:
    for module in ("buttons.pins", "outputs"):
        monkeypatch.setattr(f"hardware.{module}.header_chip", lambda: header_chip(tmp_path))
    box = make_box(
        Config(
            oled=OledConfig("sh1106", bus=99),
            buttons=ButtonsConfig("gpio"),
            rfid=RfidConfig("rdm6300", str(tmp_path / "reader")),
            lamps=LampsConfig(lamps, str(tmp_path / "spi"), colours={"red": 4}),
            buzzer=BuzzerConfig("active"),
        )
    )
    box.start()
    assert set(watch.parts.states()) == {"display", "reader", "buttons", "lamps", "buzzer"}
    assert set(watch.parts.states().values()) == {"missing"}
    assert box.simulated is None


def test_wrong_pins_stop_the_start_and_nothing_is_built(make_box: Make) -> None:
    with pytest.raises(PartError, match="wrong-pin"):
        make_box(replace(SIMULATED, buttons=ButtonsConfig("gpio", advance="J8:99")))


@pytest.mark.parametrize("driver", ["gpio", "simulated", "none"])
def test_a_button_in_a_colour_that_no_player_has_stops_the_start(make_box: Make, driver: Any) -> None:
    with pytest.raises(PartError, match="unknown-colour") as error:
        make_box(replace(EMPTY, buttons=ButtonsConfig(driver, colours={"white": 5, "red": 6, "pink": 5})))
    assert error.value.message == text("cannot-start.unknown-colour", which="pink", colours=COLOURS)


def test_two_simulated_boxes_do_not_meet(make_box: Make, table: Consumer) -> None:
    for _ in range(2):
        box = make_box(SIMULATED)
        box.start()
        assert box.simulated is not None
        box.simulated.press("back")
    assert table.presses == [("back", False)] * 2


def test_the_last_picture_stays_when_it_is_to_stay(box: Box, person: SimulatedBox) -> None:
    box.show(HELLO)
    person.settle()
    box.stop(blank=False)
    assert picture(person).convert("1").tobytes() == draw(HELLO).tobytes()


GAME = Lights((Lamp("blue", "asked"), Lamp("red", "next"), Lamp("yellow", "done")))


def test_lamps_of_a_box_light_on_pins_and_on_a_strip_and_are_dark_once_it_stops(
    box: Box, person: SimulatedBox
) -> None:
    box.light(GAME)
    person.settle()
    shown = person.lamps_json()
    assert set(shown) == set(COLOURS)
    states = {colour: lamp["state"] for colour, lamp in shown.items() if lamp["state"] != "off"}
    assert list(states.items()) == [("blue", "asked"), ("red", "next"), ("yellow", "done")]
    assert shown["blue"]["level"] > shown["red"]["level"] > shown["yellow"]["level"] == 0
    assert [any(lamp["pixel"]) for lamp in shown.values()] == [True, True, *[False] * (len(COLOURS) - 2)]
    box.stop()
    dark = person.lamps_json().values()
    assert not any(any(lamp["pixel"]) or lamp["level"] for lamp in dark)


def test_the_buzzer_of_a_box_plays_what_it_is_given(box: Box, person: SimulatedBox) -> None:
    assert person.words() == ()
    box.sound(("rare",))
    assert box.buzzer is not None
    assert box.buzzer.settle(PATIENCE)
    assert [word for word, _ in person.words()] == ["rare"]


@pytest.mark.parametrize(
    ("lamps", "code"),
    [
        (LampsConfig("leds", colours={"pink": 4}), "unknown-colour"),
        (LampsConfig("leds", colours={"red": 17}), "doubled-pin"),
    ],
)
def test_a_lamp_that_cannot_be_stops_the_start(make_box: Make, lamps: LampsConfig, code: str) -> None:
    with pytest.raises(PartError, match=code):
        make_box(Config(lamps=lamps))
