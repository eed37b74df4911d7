"""The order of play at the display: called for, fought over and acted in, by buttons alone."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.box import Box, page, running
from tests.games.roads_and_boats.boxed import build, to


@pytest.mark.rule("RB-TURN-04", "RB-CONF-02")
@pytest.mark.parametrize("held", [False, True])
def test_a_colour_button_calls_for_the_order_of_play(box: Box, held: bool) -> None:
    box.press("blue", held=held)
    assert box.says == "Red: keep praying? R● B■ Y◆ Back: cash in Advance: keep praying"
    assert (box.last["command"]["colour"], box.last["by"]) == ("blue", "blue")


def test_in_the_wonder_phase_a_colour_button_buys_a_brick_and_held_calls_for_order(box: Box) -> None:
    to(box, "wonder")
    box.press("blue")
    assert box.game["wonder"]["bricks"] == ["blue"]
    assert box.last["command"]["price"] == 1
    assert box.says == "Noted Blue bought a brick for 1"
    box.press("blue")
    assert box.last["command"]["price"] == 2
    to(box, "production")
    to(box, "wonder")
    box.hold("yellow")
    assert box.frame.title == "Red: keep praying?"


@pytest.mark.rule("RB-TURN-05")
def test_a_call_for_an_order_that_was_determined_is_refused_in_words(box: Box) -> None:
    box.press("blue", "advance", "advance", "advance", "advance")
    assert box.game["acting"] is not None
    box.press("blue")
    assert box.says == "Not now Already under way: call next phase."


@pytest.mark.rule("RB-TURN-05", "RB-MINE-10")
def test_a_call_under_way_is_asked_for_once_and_entered_only_as_one_that_came_before(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=1)
    box.press("blue")
    assert box.says == "Blue called before? Phase under way: only if called before it. Advance: yes Back: no"
    box.press("back")
    assert box.game["order"] is None
    box.press("blue", "blue")
    assert box.game["order"] is None, "a second press of his own is no yes"
    box.press("advance")
    assert box.frame.title == "Red: keep praying?"
    assert box.last["command"] == {"type": "call-for-order", "colour": "blue", "late": True}
    box.hold("back")
    first = box.frame.lines
    box.press("select")
    assert " ".join([*first, *box.frame.lines]) == "Blue called for the order of play (called before)"


@pytest.mark.rule("RB-TURN-05", "RB-MINE-10")
def test_the_list_of_callers_asks_the_same_once_the_phase_is_under_way(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=1)
    page(box, "Order of play")
    box.hold("select")
    assert (box.frame.title, box.frame.place) == ("Red called before?", (1, 3))
    box.press("select", "advance")
    assert box.last["command"] == {"type": "call-for-order", "colour": "blue", "late": True}


@pytest.mark.rule("RB-TURN-05")
def test_whether_it_was_called_before_is_not_asked_beyond_its_phase(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=1)
    box.press("blue")
    box.told(do="advance")
    assert "called before" not in box.says
    box.press("advance")
    assert box.game["order"] is None


@pytest.mark.rule("RB-MINE-10")
def test_order_is_called_in_production_only_after_the_draws(box: Box) -> None:
    build(box, 3)
    box.press("blue")
    assert box.says == "Not now First draw mine 3."
    to(box, "movement")
    to(box, "production")
    box.press("blue", "blue")
    assert box.says == "Not now First draw mine 3."
    box.told(do="draw", number=3)
    box.press("back", "blue")
    assert box.frame.title == "Red: keep praying?"


def test_the_button_of_a_colour_that_nobody_plays_is_refused_in_words(box: Box) -> None:
    box.press("green")
    assert "Nobody plays Green" in box.says
    to(box, "wonder")
    box.press("back", "green")
    assert "Nobody plays Green" in box.says


@pytest.mark.rule("RB-CONF-03", "RB-CONF-04", "RB-CONF-06", "TV-RB-CONF-03")
def test_the_whole_conflict_by_advance_select_and_back(box: Box) -> None:
    box.press("blue")
    assert box.frame.title == "Red: keep praying?"
    box.press("advance")
    assert box.frame.title == "Blue: keep praying?"
    box.press("back")
    assert box.game["temple"] == ["red", "yellow", "blue"]
    assert box.says == "Blue: position 1? 1 2 3 Select: next free Advance: take it"
    box.press("select")
    assert box.frame.title == "Blue: position 2?"
    box.press("back")
    assert box.frame.title == "Blue: position 1?"
    box.press("back")
    assert box.frame.title == "Blue: position 3?"
    box.press("advance")
    assert box.says == "Yellow: position 1? 1 2 B■ Select: next free Advance: take it"
    box.press("select", "advance")
    assert box.game["sequence"] == ["red", "yellow", "blue"]
    assert box.says == "Turn 1: production R● Red acts Advance: then Yellow◆"


@pytest.mark.rule("RB-CONF-03")
def test_who_has_cashed_in_is_seen_by_those_who_follow(tmp_path: Path) -> None:
    with running(tmp_path / "four") as box:
        box.play("red", "blue", "yellow", "green")
        box.press("red", "back")
        assert box.says == "Blue: keep praying? R→ B■ Y◆ G▲ Back: cash in Advance: keep praying"


def test_the_asked_players_own_button_answers_yes(box: Box) -> None:
    box.press("yellow", "red")
    assert box.frame.title == "Blue: keep praying?"
    box.press("blue")
    assert box.frame.title == "Yellow: position 1?"
    box.press("select", "yellow")
    assert box.frame.title == "Blue: position 1?"
    box.press("blue")
    assert box.game["sequence"] == ["blue", "yellow", "red"]


def test_another_players_button_answers_nothing_and_says_who_is_asked(box: Box) -> None:
    box.press("yellow", "blue")
    assert box.game["order"] == {"step": "praying", "asks": "red"}
    assert "Red is asked" in box.says
    box.press("advance")
    assert box.frame.title == "Red: keep praying?", "the press took the notice away and answered nothing"
    box.press("blue", "red")
    assert box.frame.title == "Blue: keep praying?", "a player's own button is that player's answer"


def test_a_question_of_the_conflict_waits_for_a_phone_too(box: Box) -> None:
    box.press("yellow")
    box.told(do="pray", colour="red", keep=False)
    assert box.frame.title == "Blue: keep praying?"
    box.told(do="undo")
    box.told(do="undo")
    assert box.frame.title == "Turn 1: production"


def test_back_held_takes_back_the_last_answer_of_the_conflict(box: Box) -> None:
    box.press("yellow", "advance")
    box.hold("back")
    assert box.says == "Undo? Red kept praying Advance: yes Back: no"
    box.press("advance", "back")
    assert box.frame.title == "Red: keep praying?"


@pytest.mark.rule("RB-CONF-07")
def test_advance_passes_on_and_after_the_last_asks_for_the_next_phase(box: Box) -> None:
    box.press("red", "advance", "advance", "advance", "advance")
    assert box.game["acting"] == "yellow"
    box.press("advance")
    assert box.game["acting"] == "blue"
    box.press("advance")
    assert box.frame.hint == "Advance: movement"
    box.press("advance")
    assert box.says == "Next: movement? Everybody has acted. Advance: yes Back: no"
    box.press("back")
    assert (box.game["phase"], box.game["acting"]) == ("production", "red")
    box.press("advance", "advance")
    assert box.game["phase"] == "movement"


def test_the_next_phase_is_asked_for_also_after_a_phone_passed_on_for_the_last(box: Box) -> None:
    box.press("red", "advance", "advance", "advance", "advance")
    for colour in box.game["sequence"]:
        box.told(do="done", colour=colour)
    box.press("advance")
    assert box.frame.title == "Next: movement?"


def in_blues_go(box: Box) -> None:
    """In the wonder phase Blue acts, then Yellow, then Red."""
    to(box, "wonder")
    box.hold("blue")
    while (step := box.game["order"]) is not None:
        if step["step"] == "praying":
            box.told(do="pray", colour=step["asks"], keep=True)
        else:
            place = {"blue": 1, "yellow": 2, "red": 3}[step["asks"]]
            box.told(do="take-position", colour=step["asks"], position=place)
    assert box.game["acting"] == "blue"


@pytest.mark.rule("RB-CONF-07")
def test_in_anothers_go_a_colour_button_asks_once_whether_he_buys_out_of_order(box: Box) -> None:
    in_blues_go(box)
    box.press("red")
    assert box.says == "Red: brick for 1? Out of order: Blue's go Advance: yes Back: no"
    box.press("back")
    assert box.game["wonder"]["bricks"] == []
    box.press("red", "red")
    assert box.game["wonder"]["bricks"] == [], "a second press of his own is no yes"
    box.press("advance")
    assert box.game["wonder"]["bricks"] == ["red"]
    assert box.last["command"]["out_of_order"] is True
    assert box.game["acting"] == "blue"
    box.hold("back")
    assert box.says == "Undo? Red bought a brick for 1 (out of order) Advance: yes Back: no"
    box.press("back", "blue")
    assert box.game["wonder"]["bricks"] == ["red", "blue"]
    assert box.last["command"]["out_of_order"] is False


@pytest.mark.rule("RB-CONF-07", "RB-WON-09")
def test_the_list_of_buyers_begins_with_whose_go_it_is_and_says_who_is_out_of_order(box: Box) -> None:
    in_blues_go(box)
    page(box, "Wonder")
    box.hold("select")
    said = []
    for _ in range(3):
        said.append(box.says)
        box.press("select")
    assert said == [
        "Blue: brick for 1? from the start tile Advance:yes Select:→ 1/3",
        "Yellow: brick for 1? Out of order: Blue's go Advance:yes Select:→ 2/3",
        "Red: brick for 1? Out of order: Blue's go Advance:yes Select:→ 3/3",
    ]
    box.press("select", "advance")
    assert box.game["wonder"]["bricks"] == ["yellow"]


@pytest.mark.rule("RB-CONF-07")
def test_who_had_his_go_and_came_back_last_in_the_row_is_not_waited_for(box: Box) -> None:
    in_blues_go(box)
    box.told(do="done", colour="blue")
    box.told(do="leave", colour="blue")
    box.told(do="join", colour="blue")
    assert box.game["sequence"] == ["yellow", "red", "blue"]
    box.press("advance")
    assert box.game["acting"] == "red"
    box.press("advance")
    assert box.says == "Next: production? Everybody has acted. Advance: yes Back: no"


@pytest.mark.rule("RB-CONF-07")
def test_once_it_is_his_go_his_button_buys_without_a_question(box: Box) -> None:
    in_blues_go(box)
    box.press("red")
    box.told(do="done", colour="blue")
    box.told(do="done", colour="yellow")
    box.press("back", "red")
    assert box.game["wonder"]["bricks"] == ["red"]
    assert box.last["command"]["out_of_order"] is False


def test_however_many_mines_wait_why_the_order_cannot_be_called_is_said_at_once(box: Box) -> None:
    build(box, *range(1, 19))
    box.press("blue")
    assert box.says == "Not now First draw from 18 mines."
    assert box.frame.hint == "Advance: home", "and home shows which"
