"""Setting up the lamps: one after the other is lit, and the person says which colour he sees."""

from __future__ import annotations

from collections.abc import Callable
from types import ModuleType

import pytest
from msgspec.structs import replace

from companion.config import BuzzerConfig, Config, LampsConfig, RfidConfig
from hardware.lamps import apa102, ws2812
from hardware.part import PartError
from hardware.setup.lamps import set_up_lamps
from tests.fakes.person import COLOURS, ENTER, Doing, Parts, Person, talk

LEDS, WS2812, APA102 = "2", "3", "4"
ENOUGH = str(len(COLOURS) + 2)
DARK = str(len(COLOURS) + 1)


def go(
    parts: Parts, *script: Doing, config: Config | None = None, language: str = "en"
) -> tuple[LampsConfig, Person]:
    person = Person(*script)
    found = set_up_lamps(talk(person, language), parts.lamps(), config or Config())
    assert not person.script
    return found, person


def lit(parts: Parts) -> list[int]:
    """The pins that are high now."""
    return [line for line in parts.kernel.held if parts.kernel.driven[line][-1]]


def sees(parts: Parts, pin: int) -> Callable[[], None]:
    """The person looks: this pin is lit, and no other."""

    def look() -> None:
        assert lit(parts) == [pin]

    return look


def test_each_pin_is_lit_alone_and_the_colour_that_is_seen_is_written(parts: Parts) -> None:
    # Red is on GPIO12, yellow on GPIO4, blue on GPIO23, and nothing on GPIO24.
    pins = {4: "2", 12: "1", 23: "2", 24: "2"}
    looks: list[Doing] = [each for pin, way in pins.items() for each in (sees(parts, pin), way)]
    found, person = go(parts, LEDS, *looks, sees(parts, 25), "3")
    assert found.driver == "leds"
    assert found.colours == {"red": 12, "yellow": 4, "blue": 23}
    assert "GPIO4 (J8:7) is lit now. Which lamp do you see?" in person.words
    assert all(parts.kernel.driven[pin][-1] == 0 for pin in pins), "it is dark again"
    assert parts.kernel.held == {}


def test_whoever_has_seen_all_of_his_is_asked_no_more(parts: Parts) -> None:
    three_left = str(len(COLOURS) - 1 + 2)
    found, _ = go(parts, LEDS, "1", three_left)
    assert found.colours == {"red": 4}
    assert 23 not in parts.kernel.driven


@pytest.mark.parametrize("language", ["en", "it"])
def test_no_lamp_at_all_is_said_with_what_may_be_wrong_and_it_may_be_tried_again(
    parts: Parts, language: str
) -> None:
    found, person = go(parts, LEDS, ENOUGH, "1", LEDS, "1", str(len(COLOURS) + 1), language=language)
    assert found.colours == {"red": 4}
    assert {"en": "longer leg", "it": "gamba più lunga"}[language] in person.words


def test_a_pin_of_another_part_is_never_driven(parts: Parts) -> None:
    taken = replace(
        Config(),
        buttons=replace(Config().buttons, colours={"red": 23}),
        buzzer=BuzzerConfig(driver="passive", pin=18),
    )
    go(parts, LEDS, *(DARK,) * 5, "3", config=taken)
    assert sorted(parts.kernel.driven) == [4, 12, 24, 25, 26], (
        "neither the button's, the buzzer's nor the reader's"
    )


def test_the_serial_port_s_pins_may_have_lamps_where_the_reader_is_elsewhere(parts: Parts) -> None:
    elsewhere = replace(Config(), rfid=RfidConfig(driver="rdm6300", port="/dev/ttyUSB0"))
    go(parts, LEDS, *(DARK,) * 9, "3", config=elsewhere)
    assert {14, 15} <= parts.kernel.driven.keys()


def test_a_pin_stays_written_as_its_owner_wrote_it_and_is_tried_first(parts: Parts) -> None:
    was = replace(Config(), lamps=LampsConfig(driver="leds", colours={"green": "J8:37"}))
    found, _ = go(parts, LEDS, sees(parts, 26), "3", "5", config=was)
    assert found.colours == {"green": "J8:37"}


def test_a_pin_that_another_program_has_is_named(parts: Parts) -> None:
    parts.kernel.held[4] = "lights"
    _, person = go(parts, LEDS, DARK, "1", "5")
    assert "GPIO4 (J8:7)" in person.words
    assert "lights" in person.words


def test_without_pins_it_says_so_and_may_be_left(parts: Parts) -> None:
    parts.kernel.rights = False
    found, person = go(parts, LEDS, "2")
    assert found == LampsConfig()
    assert "You may not use the pins" in person.words


@pytest.mark.parametrize(("way", "kind"), [(WS2812, ws2812), (APA102, apa102)])
def test_a_strip_shows_every_colour_until_somebody_has_seen_it(
    parts: Parts, way: str, kind: ModuleType
) -> None:
    found, person = go(parts, way, ENTER)
    assert found.driver == {WS2812: "ws2812", APA102: "apa102"}[way]
    assert parts.strip.asked == [("/dev/spidev0.0", kind.HERTZ)]
    bright, dark = parts.strip.written
    assert bright != dark
    assert "from its wires on" in person.words


def test_whoever_hangs_up_at_the_question_leaves_nothing_alight(parts: Parts) -> None:
    with pytest.raises(EOFError):
        go(parts, WS2812)
    bright, dark = parts.strip.written
    assert bright != dark
    with pytest.raises(EOFError):
        go(parts, LEDS)
    assert parts.kernel.driven[4] == [0, 1, 0]


def test_a_strip_that_nobody_sees_is_told_how_it_is_wired(parts: Parts) -> None:
    found, person = go(parts, WS2812, "n", "2")
    assert found == LampsConfig()
    assert "Look where the arrows on the strip begin" in person.words


def test_without_a_bus_the_cure_is_said(parts: Parts) -> None:
    parts.strip.trouble = PartError("no-spi", port="/dev/spidev0.0")
    found, person = go(parts, WS2812, "3")
    assert found.driver == "none"
    assert "Switch SPI on" in person.words


def test_a_strip_beside_a_reader_on_the_same_bus_is_refused(parts: Parts) -> None:
    both = replace(Config(), rfid=RfidConfig(driver="rc522", port="/dev/spidev0.0"))
    found, person = go(parts, WS2812, "2", config=both)
    assert found == LampsConfig()
    assert "which is the same bus" in person.words
    assert parts.strip.asked == [], "the reader hears nothing of it"


def test_a_box_without_lamps_says_so_at_once(parts: Parts) -> None:
    was = replace(Config(), lamps=LampsConfig(driver="apa102"))
    found, _ = go(parts, "1", config=was)
    assert found.driver == "none"


def test_the_colours_of_a_strip_are_said_in_the_person_s_language(parts: Parts) -> None:
    _, person = go(parts, WS2812, ENTER, language="it")
    assert "a partire dai fili: Rosso, Giallo, Verde e Blu" in person.words
