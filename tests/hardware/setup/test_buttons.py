"""The buttons found by pressing them, however they are wired."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.config import ButtonsConfig, Config, OledConfig, RfidConfig
from hardware.buttons.kernel import header_chip
from hardware.setup.buttons import RELEASE, ButtonSearch, set_up_buttons
from tests.fakes.person import COLOURS, DEFAULTS, ENTER, LATE, Doing, Parts, Person, talk

DEFAULT = DEFAULTS.buttons
NO = "n"


@pytest.fixture
def tap(parts: Parts) -> Callable[[int], Callable[[], None]]:
    """A press of the button on this pin, when something is waited for."""
    return lambda line: partial(parts.kernel.tap, line)


Tap = Callable[[int], Callable[[], None]]


def set_up(parts: Parts, *script: Doing, config: Config = DEFAULTS) -> tuple[ButtonsConfig, str]:
    """What is found, and what was said."""
    person = Person(*script)
    found = set_up_buttons(talk(person), parts.pins(), config)
    assert not person.script
    assert all(parts.kernel.freed(line) for line in parts.kernel.asked), "every pin is given back"
    return found, person.words


def test_three_buttons_where_the_defaults_have_them(parts: Parts, tap: Tap) -> None:
    found, words = set_up(parts, tap(17), tap(27), tap(22), NO)
    assert found == DEFAULT
    assert "Advance: GPIO17 (J8:11). Press Select now" in words


def test_a_button_on_another_pin_is_found_there(parts: Parts, tap: Tap) -> None:
    found, _ = set_up(parts, tap(27), tap(17), tap(26), NO)
    assert (found.advance, found.select, found.back) == (27, 17, 26)


def test_a_pin_that_has_not_changed_stays_as_the_owner_wrote_it(parts: Parts, tap: Tap) -> None:
    own = replace(DEFAULT, advance="J8:11", select="GPIO5", hold=0.7)
    found, words = set_up(parts, tap(17), tap(6), ENTER, NO, config=replace(DEFAULTS, buttons=own))
    assert found == replace(own, select=6)
    assert "Enter: it keeps GPIO22 (J8:15)." in words


def test_colour_buttons_are_optional_each_by_itself(parts: Parts, tap: Tap) -> None:
    three = (tap(17), tap(27), tap(22))
    found, _ = set_up(parts, *three, "y", tap(5), ENTER, ENTER, tap(19))
    assert found.colours == {"red": 5, "blue": 19}
    own = replace(DEFAULTS, buttons=replace(DEFAULT, colours={"red": "J8:29", "green": 13}))
    again, _ = set_up(parts, *three, ENTER, tap(5), tap(6), ENTER, ENTER, config=own)
    assert again.colours == {"red": "J8:29", "yellow": 6, "green": 13}
    kept, _ = set_up(parts, *three, NO, ENTER, config=own)
    assert kept.colours == own.buttons.colours
    gone, _ = set_up(parts, *three, NO, NO, config=own)
    assert gone.colours == {}


def test_two_buttons_on_one_pin_are_told_and_the_moved_one_is_found(parts: Parts, tap: Tap) -> None:
    found, words = set_up(parts, tap(17), tap(17), tap(27), tap(22), NO)
    assert found == DEFAULT
    assert "That was GPIO17 (J8:11), where Advance is. If it was Select that you pressed, both" in words


def test_a_pin_that_another_button_has_taken_is_not_kept(parts: Parts, tap: Tap) -> None:
    found, words = set_up(parts, tap(27), ENTER, ENTER, NO, "1", tap(17), tap(27), tap(22), NO)
    assert found == DEFAULT
    assert "Select had GPIO27 (J8:13), but Advance is there now" in words
    assert "buttons.select the pin" in words
    assert "buttons.advance has already" in words


def test_a_colour_that_lost_its_pin_to_another_button_has_none(parts: Parts, tap: Tap) -> None:
    own = replace(DEFAULTS, buttons=replace(DEFAULT, colours={"red": 5}))
    found, _ = set_up(parts, tap(5), tap(27), tap(22), "y", *(ENTER,) * 4, config=own)
    assert (found.advance, found.colours) == (5, {})


def test_a_button_that_is_always_pressed_is_said_at_once(parts: Parts, tap: Tap) -> None:
    parts.kernel.down(17)
    found, words = set_up(parts, LATE, LATE, "2", tap(27), tap(22), NO)
    assert found == DEFAULT
    assert "GPIO17 (J8:11) is down, though nobody should be pressing" in words


def test_a_button_that_opens_when_it_is_pressed(parts: Parts, tap: Tap) -> None:
    parts.kernel.down(17)

    def press() -> None:
        parts.kernel.levels(17, (1, 50_000), (0, 50_000))

    _, words = set_up(parts, press, "2", tap(27), tap(22), NO)
    assert "Advance is normally closed" in words


def test_wires_that_touch_pull_two_pins_down(parts: Parts, tap: Tap) -> None:
    def both() -> None:
        parts.kernel.press(17)
        parts.kernel.press(27)

    def mend() -> None:
        parts.kernel.release(17)
        parts.kernel.release(27)

    found, words = set_up(parts, both, mend, "1", tap(17), tap(27), tap(22), NO)
    assert found == DEFAULT
    assert "GPIO17 (J8:11) and GPIO27 (J8:13) went down together" in words


def test_a_button_that_stays_down_sticks(parts: Parts, tap: Tap) -> None:
    found, words = set_up(
        parts, partial(parts.kernel.press, 4), LATE, partial(parts.kernel.release, 4), "1",
        tap(4), tap(27), tap(22), NO,
    )  # fmt: skip
    assert found.advance == 4
    assert "GPIO4 (J8:7) went down and stays down" in words


def test_a_button_that_is_held_for_a_while_is_a_press(parts: Parts, tap: Tap) -> None:
    hands = (partial(parts.kernel.press, 4), partial(parts.kernel.release, 4))
    assert RELEASE > 1
    found, _ = set_up(parts, *hands, tap(27), tap(22), NO)
    assert found.advance == 4


def test_a_press_before_it_is_asked_for_does_not_count(parts: Parts, tap: Tap) -> None:
    def twice() -> None:
        parts.kernel.tap(17)
        parts.kernel.tap(17)

    found, words = set_up(parts, twice, tap(27), tap(22), NO)
    assert found == DEFAULT
    assert "both are wired" not in words


def test_a_button_to_3v3_is_found_on_the_second_press(parts: Parts, tap: Tap) -> None:
    wrong = partial(parts.kernel.tap_to_supply, 17)
    found, words = set_up(parts, wrong, LATE, wrong, "1", tap(17), tap(27), tap(22), NO)
    assert found == DEFAULT
    assert "GPIO17 (J8:11) goes up: the other leg of Advance is wired to 3V3. Move it to ground" in words


def test_a_button_that_is_not_heard_is_told_with_what_cannot_be_known(parts: Parts, tap: Tap) -> None:
    parts.kernel.held[25] = "spi0 CS0"
    found, words = set_up(parts, LATE, LATE, "2", tap(27), tap(22), NO)
    assert found == DEFAULT
    assert "a missing wire, a wire on ground at both ends" in words
    assert "GPIO2 (J8:3) and GPIO3 (J8:5)" in words, "the pins of the display are not watched"
    assert "GPIO25 (J8:22) is not watched either: spi0 CS0 has it" in words


def test_whoever_came_late_is_told_that_the_second_look_does_not_notice_a_button_to_ground(
    parts: Parts, tap: Tap
) -> None:
    found, words = set_up(parts, LATE, tap(17), LATE, "1", tap(17), tap(27), tap(22), NO)
    assert found == DEFAULT
    assert "now only one that is wired to 3V3 is noticed" in words
    assert "If you came late with the first press, try again" in words


def test_the_second_look_can_be_passed_over(parts: Parts, tap: Tap) -> None:
    _, words = set_up(parts, LATE, ENTER, "2", tap(27), tap(22), NO)
    assert "Still nothing" not in words


@pytest.mark.parametrize(
    ("device", "without"),
    [("i2c-1", {2, 3}), ("spidev0.0", {7, 8, 9, 10, 11}), ("ttyAMA0", {14, 15}), ("ttyUSB0", set())],
)
def test_pins_that_the_machine_has_given_to_something_else_are_left_alone(
    parts: Parts, device: str, without: set[int]
) -> None:
    (parts.dev / "i2c-1").unlink()
    (parts.dev / device).touch()
    set_up(parts, ENTER, ENTER, ENTER, NO)
    assert set(range(2, 28)) - set(parts.kernel.asked) == without


def test_a_pin_that_a_button_has_already_is_watched_where_no_part_is_configured_to_need_it(
    parts: Parts, tap: Tap
) -> None:
    (parts.dev / "ttyAMA0").touch()
    own = replace(
        DEFAULTS, buttons=replace(DEFAULT, advance=14, select=3), rfid=RfidConfig(port="/dev/ttyUSB0")
    )
    found, _ = set_up(parts, tap(14), tap(27), tap(22), NO, config=own)
    assert found.advance == 14
    assert 3 not in parts.kernel.asked
    bare = replace(own, oled=OledConfig(driver="none"))
    found, _ = set_up(parts, tap(14), tap(3), tap(22), NO, config=bare)
    assert found.select == 3


def test_a_machine_without_pins(parts: Parts, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    person = Person("1", "3")
    pins = ButtonSearch(COLOURS, lambda: header_chip(empty), empty)
    assert set_up_buttons(talk(person), pins, DEFAULTS) == replace(DEFAULT, driver="none")
    assert "This machine does not have a Raspberry Pi's pins" in person.words


def test_pins_that_may_not_be_used(parts: Parts) -> None:
    parts.kernel.rights = False
    found, words = set_up(parts, "2")
    assert found is DEFAULT
    assert "sudo usermod -aG gpio $USER" in words


def test_a_companion_that_runs_here_has_the_pins(parts: Parts) -> None:
    parts.kernel.held[17] = "companion"
    found, words = set_up(parts, "2")
    assert found is DEFAULT
    assert "The companion that runs here has their pins" in words


def test_pins_that_fail_while_they_are_watched(parts: Parts) -> None:
    found, words = set_up(parts, lambda: parts.kernel.break_off(17), "2")
    assert found is DEFAULT
    assert f"The pins cannot be asked: {os.strerror(errno.ENODEV)}" in words


def test_a_box_without_buttons_gets_them_later(parts: Parts, tap: Tap) -> None:
    none = replace(DEFAULTS, buttons=replace(DEFAULT, driver="none"))
    found, _ = set_up(parts, tap(17), tap(27), tap(22), NO, config=none)
    assert found == DEFAULT
