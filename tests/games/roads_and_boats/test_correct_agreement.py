"""Corrections agree with one another: turn, phase, bricks, temple, sequence, players and wealth."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Done,
    Draw,
    VoidDraw,
)
from tests.games.roads_and_boats.playing import Play


def drawn(play: Play) -> list[Any]:
    return [mine["drawn"] for mine in play.view().fields["mines"]]


def with_a_drawn_mine() -> Play:
    play = Play("red", "blue")
    play.do(BuildMine(3, "red", "standard", late=True), Draw(3))
    return play


@pytest.mark.rule("RB-TURN-06")
def test_a_temple_corrected_once_a_player_acted_leaves_the_sequence_alone() -> None:
    acted = Play("red", "blue", temple=["red", "blue"])
    acted.do(ChangeFleet("red", "donkey", 1))
    later = Play("red", "blue", temple=["red", "blue"])
    later.do(Advance())
    settled = Play("red", "blue", temple=["red", "blue"])
    settled.determine()
    for play in (acted, later, settled):
        play.correct(temple=["blue", "red"])
        assert play.view().fields["sequence"] == ["blue", "red"]


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
def test_a_later_turn_owes_a_new_draw_from_what_is_left() -> None:
    play = with_a_drawn_mine()
    play.correct(turn=2)
    assert drawn(play) == [None]
    assert play.warned()["mines-undrawn"] == {"mines": [3]}
    play.do(Draw(3))
    assert sum(play.view().fields["mines"][0][ore] for ore in ("gold", "iron")) == 4


@pytest.mark.rule("RB-TURN-07")
def test_the_second_of_turn_and_bricks_clears_nothing_that_came_between() -> None:
    play = with_a_drawn_mine()
    play.correct(turn=2)
    play.do(Draw(3))
    ore = drawn(play)
    play.correct(bricks=[None])
    assert (drawn(play), "turn-disagrees" in play.warned()) == (ore, False)


@pytest.mark.rule("RB-WON-05", "RB-WON-11")
@pytest.mark.parametrize("order", [*permutations(("turn", "bricks", "phase"))])
@pytest.mark.parametrize("fixed", [False, True])
def test_going_back_over_a_turns_end_in_any_order_counts_what_was_bought_in_that_turn(
    order: tuple[str, ...], fixed: bool
) -> None:
    play = Play("red", "blue", amb_08=fixed)
    earlier = [None] * 15 + ["red"]
    play.correct(bricks=earlier, turn=16, phase="wonder")
    play.do(BuyBrick("red", 2), BuyBrick("blue"))
    paid = play.view().fields["wonder"]["prices"]
    bricks = play.view().fields["wonder"]["bricks"]
    play.do(Advance())
    right = {"turn": 16, "bricks": bricks, "phase": "wonder"}
    play.correct(**{field: right[field] for field in order})
    assert play.view().fields["wonder"]["prices"] == paid


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
def test_a_correction_by_which_mines_are_drawn_again_bears_on_chance() -> None:
    play = with_a_drawn_mine()
    events = play.do(play.correction("turn", 2))
    assert play.view().luck(events) == ("corrected",)
    empty = Play("red", "blue")
    assert empty.view().luck(empty.do(empty.correction("turn", 2))) == ()


@pytest.mark.rule("RB-TURN-04", "RB-CONF-02")
def test_an_end_by_mistake_leaves_an_order_that_was_being_determined_to_be_demanded_again() -> None:
    play = Play("red", "blue")
    play.do(CallForOrder("red"))
    play.correct(bricks=["red"] * 62)
    play.correct(bricks=[])
    play.do(CallForOrder("red"))


@pytest.mark.rule("RB-MINE-10", "RB-CONF-02")
@pytest.mark.parametrize("field", ["turn", "bag"])
def test_an_order_being_determined_waits_for_a_draw_that_a_correction_makes_owed(field: str) -> None:
    play = Play("red", "blue", "yellow")
    play.do(BuildMine(3, "red", "standard", late=True))
    if field == "bag":
        play.correct(bag={"number": 3, "gold": 0, "iron": 0})
    else:
        play.do(Draw(3))
    play.do(CallForOrder("red"))
    play.correct(**{field: {"turn": 2, "bag": {"number": 3, "gold": 1, "iron": 0}}[field]})
    assert play.refusal(CallForOrder("red")) == ("mines-undrawn", "RB-MINE-10")
    play.do(Draw(3), CallForOrder("red"))


@pytest.mark.rule("RB-CONF-07")
def test_after_an_end_by_mistake_the_turn_returns_to_its_player() -> None:
    play = Play("red", "blue", marks={"2": 5})
    play.to("wonder")
    play.determine(positions={"blue": 1, "red": 2})
    play.do(Done("blue"), BuyBrick("red", 5))
    play.correct(bricks=["red", "red"])
    assert (play.state.ended, play.view().fields["acting"]) == (None, "red")


@pytest.mark.rule("RB-END-02")
def test_the_last_neutral_brick_ends_the_game_also_where_the_phase_would_be_finished() -> None:
    play = Play("red", "blue", marks={"2": 5}, neutral=3, amb_09=True)
    play.to("wonder")
    play.correct(bricks=[None, None, None, "red", "red"])
    assert play.state.ended


@pytest.mark.rule("RB-MINE-08")
@pytest.mark.parametrize("order", [*permutations(("turn", "bricks", "phase"))])
def test_a_turn_that_begins_again_after_going_back_over_its_start_keeps_its_draws(
    order: tuple[str, ...],
) -> None:
    play = with_a_drawn_mine()
    play.to("wonder")
    play.do(Advance(), Draw(3))
    ore = drawn(play)
    right = {"turn": 1, "bricks": [], "phase": "wonder"}
    play.correct(**{field: right[field] for field in order})
    play.do(Advance())
    assert (play.state.turn, play.state.phase, drawn(play)) == (2, "production", ore)
    assert play.refusal(Draw(3)) == ("already-drawn", "RB-MINE-08")


@pytest.mark.rule("RB-MINE-08")
def test_once_the_draw_of_a_turn_by_mistake_is_void_the_one_before_it_counts_again() -> None:
    play = with_a_drawn_mine()
    ore = drawn(play)
    play.correct(turn=2)
    play.do(Draw(3))
    play.correct(turn=1)
    play.do(VoidDraw(3, "not turn 2 yet"))
    assert drawn(play) == ore
    assert play.refusal(Draw(3)) == ("already-drawn", "RB-MINE-08")


@pytest.mark.rule("RB-MINE-08")
def test_a_void_draw_of_a_turn_known_only_from_bricks_is_made_again() -> None:
    play = with_a_drawn_mine()
    play.correct(bricks=[None])
    play.do(Draw(3), VoidDraw(3, "two came out"), Draw(3))


@pytest.mark.rule("RB-WON-12")
def test_a_phase_by_mistake_leaves_a_complete_wonders_phase_to_be_finished() -> None:
    play = Play("red", "blue", marks={"2": 5}, amb_09=True)
    play.to("wonder")
    play.do(BuyBrick("red", 5))
    play.correct(phase="building")
    play.correct(phase="wonder")
    play.do(BuyBrick("blue"))
    play.do(Advance())
    assert play.state.ended == "wonder-complete"


@pytest.mark.rule("RB-TURN-05", "RB-CONF-07")
@pytest.mark.parametrize("fields", [("turn",), ("turn", "bricks"), ("bricks", "turn")])
def test_a_later_turn_by_mistake_leaves_an_order_that_was_determined(fields: tuple[str, ...]) -> None:
    play = Play("red", "blue")
    play.to("wonder")
    play.determine(positions={"blue": 1, "red": 2})
    play.do(Done("blue"))
    later, right = {"turn": 2, "bricks": [None]}, {"turn": 1, "bricks": []}
    play.correct(**{field: later[field] for field in fields})
    play.correct(**{field: right[field] for field in fields})
    assert play.state.acting == "red"
    assert play.refusal(CallForOrder("red")) == ("order-too-late", "RB-TURN-05")


@pytest.mark.rule("RB-TURN-05")
def test_a_later_turn_by_mistake_leaves_a_phase_in_which_something_was_done() -> None:
    play = Play("red", "blue")
    play.to("wonder")
    play.do(BuyBrick("red"))
    play.correct(turn=3)
    play.correct(turn=2)
    play.correct(turn=1)
    assert play.refusal(CallForOrder("red")) == ("order-too-late", "RB-TURN-05")


@pytest.mark.rule("RB-MINE-08")
def test_a_later_turn_by_mistake_leaves_a_void_draw_to_be_made_again() -> None:
    play = with_a_drawn_mine()
    play.to("wonder")
    play.do(VoidDraw(3, "two came out"))
    play.correct(turn=2)
    play.correct(turn=1)
    play.do(Draw(3, late=True))


@pytest.mark.rule("AMB-09")
@pytest.mark.parametrize(
    ("field", "mistake", "right"),
    [("option", {"amb_09": False}, {"amb_09": True}), ("phase", "building", "wonder")],
)
def test_a_game_that_ended_with_its_phase_finished_stays_ended(field: str, mistake: Any, right: Any) -> None:
    play = Play("red", "blue", marks={"2": 5}, amb_09=True)
    play.to("wonder")
    play.do(BuyBrick("red", 5), BuyBrick("blue"), Advance())
    play.correct(**{field: mistake})
    play.correct(**{field: right})
    assert play.state.ended == "wonder-complete"


@pytest.mark.rule("AMB-09")
def test_a_house_rule_by_mistake_leaves_a_complete_wonders_phase_to_be_finished() -> None:
    play = Play("red", "blue", marks={"2": 5}, amb_09=True)
    play.to("wonder")
    play.do(BuyBrick("red", 5))
    play.correct(option={"amb_09": False})
    play.correct(option={"amb_09": True})
    play.do(BuyBrick("blue"))
