"""Setting up the buzzer: it sounds, and the person says whether he heard it."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from companion.config import BuzzerConfig, Config
from hardware.setup.buzzer import set_up_buzzer
from tests.fakes.person import ENTER, Doing, Parts, Person, talk

NONE, PASSIVE, ACTIVE = "1", "2", "3"


def go(
    parts: Parts, *script: Doing, config: Config | None = None, language: str = "en"
) -> tuple[BuzzerConfig, Person]:
    person = Person(*script)
    found = set_up_buzzer(talk(person, language), parts.buzzers(), config or Config())
    assert not person.script
    return found, person


def test_an_active_one_sounds_and_is_written_once_it_was_heard(parts: Parts) -> None:
    found, person = go(parts, ACTIVE, ENTER)
    assert found == BuzzerConfig(driver="active")
    assert "on GPIO18 (J8:12). Did you hear it?" in person.words
    assert 1 in parts.kernel.driven[18]
    assert (parts.kernel.driven[18][-1], parts.kernel.held) == (0, {}), "it is silent again"


@pytest.mark.parametrize(("language", "said"), [("en", "collector"), ("it", "collettore")])
def test_one_that_is_not_heard_is_told_how_it_is_wired(parts: Parts, language: str, said: str) -> None:
    found, person = go(parts, ACTIVE, "n", "3", language=language)
    assert found.driver == "none"
    assert said in person.words


def test_a_pin_that_another_program_has_is_named(parts: Parts) -> None:
    parts.kernel.held[18] = "lights"
    found, person = go(parts, ACTIVE, "2")
    assert found == BuzzerConfig()
    assert "GPIO18 (J8:12) cannot be had for the buzzer" in person.words


def test_a_pin_of_a_button_is_refused_before_anything_sounds(parts: Parts) -> None:
    red = replace(Config(), buttons=replace(Config().buttons, colours={"red": 18}))
    found, person = go(parts, PASSIVE, "2", config=red)
    assert found == BuzzerConfig()
    assert "buttons.colours.red" in person.words
    assert 18 not in parts.kernel.driven


def test_a_box_without_one_says_so_at_once(parts: Parts) -> None:
    found, _ = go(parts, NONE, config=replace(Config(), buzzer=BuzzerConfig(driver="active")))
    assert found.driver == "none"
