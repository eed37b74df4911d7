"""What the lamps show, what is heard, and how both are switched off at the box."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import Player
from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    CallForOrder,
    Done,
    DrawAll,
    End,
    Ready,
    Research,
)
from companion.language.signals import Lamp, Sound
from companion.language.text import CompanionError, text
from companion.panel.signals import BURST, MOST, Burst
from companion.parts import Lights
from companion.table.commands import PairTag, Redo, Start, Undo
from tests.fakes.box import GAMES, Box, page, running


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box with lamps and a buzzer, both switched on."""
    box = Box(tmp_path, dim_after=60)
    box.lamps = box.sound_on = True
    with box.on():
        yield box


def mining(box: Box, mines: int = 2) -> None:
    """A production in which mines owe their ore: 1 gold, the others iron."""
    box.play("red", "blue")
    box.phone(Research("red", "specialised-mine", late=True))
    for number in range(1, mines + 1):
        box.phone(BuildMine(number, "red", "gold" if number == 1 else "iron", late=True))
    box.sounds.clear()


def lit(box: Box) -> dict[str, str]:
    assert box.front.settle()
    return {each.colour: each.shows for each in box.lights[-1].lamps}


def test_without_a_game_all_lamps_are_dark(box: Box) -> None:
    assert box.front.settle()
    assert box.lights == [Lights()]


def test_lamps_show_the_game_and_are_told_only_what_is_new(box: Box) -> None:
    box.play("red", "blue")
    assert lit(box) == {"blue": "may", "red": "may"}
    told = len(box.lights)
    box.press("select", "back", "select")
    assert len(box.lights) == told
    box.phone(Ready("blue", ready=True))
    assert box.lights[-1] == Lights((Lamp("blue", "done"), Lamp("red", "may")))
    assert len(box.lights) == told + 1


def test_lamps_are_dimmed_with_the_display_and_wake_with_it(box: Box) -> None:
    box.play("red", "blue")
    box.passes(61)
    assert box.lights[-1].dim
    assert box.frame.dim
    box.press("select")
    assert not box.lights[-1].dim


def test_lamps_are_dark_once_the_box_shuts_down(box: Box) -> None:
    box.play("red", "blue")
    _to_choice(box, "Shut down?")
    box.press("advance", "select", "advance")
    assert box.asked_of_box == ["shut-down"]
    assert box.lights[-1] == Lights()


def test_once_the_game_is_over_every_lamp_is_dark_and_the_end_is_heard_once(box: Box) -> None:
    box.play("red", "blue")
    box.phone(End())
    assert set(lit(box).values()) == {"done"}
    assert box.sounds == ["end"]
    box.press("select", "back")
    assert box.sounds == ["end"]


def test_what_a_phone_draws_is_heard_at_the_box(box: Box) -> None:
    mining(box, 3)
    box.phone(DrawAll())
    assert box.sounds == ["rare", "common", "common"]


def test_a_draw_by_a_bag_on_the_reader_is_heard(box: Box) -> None:
    mining(box)
    box.pair(2)
    box.tap("0F0184F002")
    assert box.sounds == ["common"]


def test_undo_and_redo_are_silent_at_the_box_and_by_phone(box: Box) -> None:
    mining(box)
    box.phone(DrawAll())
    box.sounds.clear()
    box.phone(Undo())
    box.phone(Redo())
    box.hold("back")
    box.press("advance")
    box.hold("back")
    box.press("advance")
    assert box.game["mines"][0]["drawn"] is None
    assert box.sounds == []


def test_a_phase_that_is_taken_back_and_gone_to_again_is_silent(box: Box) -> None:
    mining(box)
    box.phone(Advance(draw_rest=True))
    assert box.sounds == ["rare", "common"]
    box.phone(Undo())
    box.phone(Redo())
    assert box.game["phase"] == "movement"
    assert box.sounds == ["rare", "common"]


def test_a_turn_that_is_ended_again_by_redo_is_silent(box: Box) -> None:
    first, second = GAMES["la-strada"].colours[:2]
    box.phone(Start("la-strada", (Player(first), Player(second)), {}))
    box.told(do="end-turn")
    box.phone(Undo())
    box.phone(Redo())
    assert box.sounds == ["go"]


def test_an_end_that_is_taken_back_and_done_again_is_silent(box: Box) -> None:
    box.play("red", "blue")
    box.phone(End())
    box.sounds.clear()
    box.phone(Undo())
    box.phone(Redo())
    assert set(lit(box).values()) == {"done"}
    assert box.sounds == []


@pytest.mark.rule("RB-CONF-07")
def test_it_is_heard_when_another_ones_go_begins(box: Box) -> None:
    box.play("red", "blue")
    box.phone(Advance())
    assert box.sounds == []
    box.phone(CallForOrder("red"))
    assert box.sounds == ["go"]
    box.told(do="pray", colour="red", keep=True)
    assert box.sounds == ["go", "go"]
    box.told(do="take-position", colour="blue", position=1)
    assert box.sounds == ["go", "go"]
    box.phone(Done("blue"))
    assert box.sounds == ["go", "go", "go"]
    box.phone(Done("red"))
    assert box.sounds == ["go", "go", "go"]


@pytest.mark.rule("LS-TURN-01")
def test_a_game_in_turns_says_each_go(box: Box) -> None:
    first, second, third = GAMES["la-strada"].colours[:3]
    box.phone(Start("la-strada", (Player(first), Player(second), Player(third)), {}))
    assert box.sounds == []
    assert lit(box) == {first: "asked", second: "next", third: "done"}
    box.told(do="end-turn")
    assert box.sounds == ["go"]
    assert lit(box) == {first: "done", second: "asked", third: "next"}


def test_a_press_that_is_refused_is_heard_and_a_phones_refusal_is_not(box: Box) -> None:
    box.hold("back")
    assert box.sounds == ["refused"]
    assert box.refusal(do="draw-all")
    assert box.sounds == ["refused"]


def test_a_tag_that_cannot_be_used_is_heard(box: Box) -> None:
    box.phone(PairTag("0F0184F001", 1))
    box.tap("0F0184F001")
    assert box.sounds == ["refused"]


def test_what_comes_in_one_burst_is_bounded(box: Box) -> None:
    mining(box, MOST + 3)
    box.phone(DrawAll(), just_now=True)
    assert len(box.sounds) == MOST
    box.time += BURST
    box.phone(End())
    assert box.sounds[MOST:] == ["end"]


def test_of_too_many_sounds_the_last_are_heard_for_they_tell_whose_go_it_is() -> None:
    rare: Sound = "rare"
    drawn = (rare,) * MOST
    assert Burst().most((*drawn, "go"), 0.0) == (*drawn[1:], "go")


def test_a_resumed_start_is_silent_and_lights_the_game(tmp_path: Path) -> None:
    with running(tmp_path) as first:
        first.play("red", "blue")
        first.phone(Advance())
        first.phone(CallForOrder("red"))
    again = Box(tmp_path)
    again.lamps = again.sound_on = True
    with again.on():
        assert lit(again) == {"red": "asked", "blue": "done"}
        assert again.sounds == []


def test_a_box_without_lamps_or_buzzer_offers_no_switch_and_is_told_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
        box.phone(End())
        _to_list(box)
        assert not {"Lamps off?", "Sound off?"} & set(_choices(box))
        assert (box.lights, box.sounds) == ([], [])


def test_the_lamps_are_switched_off_and_on_at_the_box_and_it_is_said(box: Box) -> None:
    box.play("red", "blue")
    _to_choice(box, "Lamps off?")
    box.press("advance")
    assert box.frame.title == "Lamps off"
    assert box.lights[-1] == Lights()
    assert "Lamps off" in page(box, "The box")
    _to_choice(box, "Lamps on?")
    box.press("advance")
    assert box.frame.title == "Lamps on"
    assert lit(box) == {"blue": "may", "red": "may"}


def test_switched_off_the_sound_tells_nothing_until_it_is_on_again(box: Box) -> None:
    _to_choice(box, "Sound off?")
    box.press("advance")
    assert box.frame.title == "Sound off"
    mining(box)
    box.phone(DrawAll())
    assert box.sounds == []
    _to_choice(box, "Sound on?")
    box.press("advance")
    box.phone(End())
    assert box.sounds == ["end"]


def test_the_hours_in_which_a_buzzer_that_is_on_says_nothing_are_told_at_the_box(box: Box) -> None:
    box.quiet = (22, 8)
    box.play("red", "blue")
    assert "Silent from 22 to 8" in page(box, "The box")
    _to_choice(box, "Sound off?")
    box.press("advance")
    assert "Silent from" not in page(box, "The box")
    _to_choice(box, "Sound on?")
    box.press("advance")
    assert (box.frame.title, *box.frame.lines) == ("Sound on", "Silent from 22 to 8")


def test_a_switch_that_cannot_be_kept_says_why_and_changes_nothing(box: Box) -> None:
    box.fails_to_keep = CompanionError(text("panel.failed"))
    _to_choice(box, "Sound off?")
    box.press("advance")
    assert box.sound_on
    assert box.sounds == ["refused"]


def _to_list(box: Box) -> None:
    page(box, "The box")
    for _ in range(60):
        if box.frame.title.startswith("The box"):
            break
        box.press("select")
    box.hold("select")


def _choices(box: Box) -> list[str]:
    """The titles of everything that is offered."""
    titles = [box.frame.title]
    for _ in range(10):
        box.press("select")
        titles.append(box.frame.title)
    return titles


def _to_choice(box: Box, title: str) -> None:
    _to_list(box)
    for _ in range(10):
        if box.frame.title == title:
            return
        box.press("select")
    raise AssertionError(f"{title} is not offered")
