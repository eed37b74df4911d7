"""Corrections agree with one another: turn, phase, bricks, temple, sequence, players and wealth."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    BuyBrick,
    ChangeFleet,
    CountWealth,
    Done,
    Draw,
    End,
    Research,
    VoidDraw,
)
from companion.games.roads_and_boats.correct import PhaseCorrected, PlayersCorrected
from companion.games.roads_and_boats.correct_wonder import BricksCorrected
from companion.games.roads_and_boats.state import Sitting
from tests.games.roads_and_boats.playing import GAME, Play


def drawn(play: Play) -> list[Any]:
    return [mine["drawn"] for mine in play.view()["mines"]]


def price(play: Play, colour: str = "red") -> int:
    cost: int = play.view()["wonder"]["prices"][colour]
    return cost


def with_a_drawn_mine() -> Play:
    play = Play("red", "blue")
    play.do(BuildMine(3, "red", "standard", late=True), Draw(3))
    return play


@pytest.mark.rule("RB-SETUP-12")
def test_a_temple_corrected_before_anybody_acted_corrects_the_sequence_drawn_from_it() -> None:
    play = Play("red", "blue", "green", temple=["red", "blue", "green"])
    play.correct(temple=["blue", "green", "red"])
    assert play.view()["sequence"] == ["red", "green", "blue"]


@pytest.mark.rule("RB-SETUP-12")
def test_with_the_sequence_in_draw_order_a_corrected_temple_is_copied_as_it_stands() -> None:
    play = Play("red", "blue", "green", temple=["red", "blue", "green"], amb_01=True)
    play.correct(temple=["blue", "green", "red"])
    assert play.view()["sequence"] == ["blue", "green", "red"]


@pytest.mark.rule("RB-TURN-06")
def test_a_temple_corrected_once_somebody_acted_leaves_the_sequence_alone() -> None:
    acted = Play("red", "blue", temple=["red", "blue"])
    acted.do(ChangeFleet("red", "donkey", 1))
    later = Play("red", "blue", temple=["red", "blue"])
    later.do(Advance())
    settled = Play("red", "blue", temple=["red", "blue"])
    settled.determine()
    for play in (acted, later, settled):
        play.correct(temple=["blue", "red"])
        assert play.view()["sequence"] == ["blue", "red"]


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
def test_a_later_turn_owes_a_new_draw_from_what_is_left() -> None:
    play = with_a_drawn_mine()
    play.correct(turn=2)
    assert drawn(play) == [None]
    assert play.warned()["mines-undrawn"] == {"mines": [3]}
    play.do(Draw(3))
    assert sum(play.view()["mines"][0][ore] for ore in ("gold", "iron")) == 4


@pytest.mark.rule("RB-TURN-07", "RB-WON-05")
@pytest.mark.parametrize("field", [{"turn": 2}, {"bricks": ["red", "red", None]}])
def test_turn_or_bricks_corrected_forward_clear_what_belongs_to_the_old_turn(field: dict[str, Any]) -> None:
    play = with_a_drawn_mine()
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    assert price(play) == 3
    play.correct(**field)
    assert (price(play), drawn(play)) == (1, [None])
    assert play.refusal(VoidDraw(3, "test")) == ("not-drawn", "RB-MINE-08")


@pytest.mark.rule("RB-TURN-04")
def test_in_a_later_turn_the_order_of_play_may_be_called_for_again() -> None:
    play = Play("red", "blue")
    play.determine()
    play.do(Research(play.state.sequence[0], "truck"))
    assert not play.view()["may_call"]
    play.correct(turn=2)
    assert (play.view()["may_call"], play.view()["acting"]) == (True, None)
    assert "upgrade-now" not in play.warned()


@pytest.mark.rule("RB-TURN-07")
def test_the_second_of_turn_and_bricks_clears_nothing_that_came_between() -> None:
    play = with_a_drawn_mine()
    play.correct(turn=2)
    play.do(Draw(3))
    ore = drawn(play)
    play.correct(bricks=[None])
    assert (drawn(play), "turn-disagrees" in play.warned()) == (ore, False)


@pytest.mark.rule("RB-TURN-07")
def test_a_forgotten_advance_is_set_right_by_turn_and_phase_in_either_order() -> None:
    states = []
    for fields in ({"turn": 2, "phase": "production"}, {"phase": "production", "turn": 2}):
        play = with_a_drawn_mine()
        play.to("wonder")
        play.do(BuyBrick("red", 2))
        play.correct(**fields)
        states.append((price(play), drawn(play), play.warned()["mines-undrawn"]))
    assert states == [(1, [None], {"mines": [3]})] * 2


@pytest.mark.rule("RB-WON-05", "RB-WON-08")
@pytest.mark.parametrize("back", [{"turn": 1}, {"phase": "building"}, {"phase": "production"}])
def test_a_correction_back_keeps_what_was_bought_this_turn(back: dict[str, Any]) -> None:
    play = Play("red", "blue")
    play.to("production")
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    play.correct(**back)
    assert price(play) == 3
    if "phase" in back:
        play.correct(phase="wonder")
    play.correct(turn=2)
    assert price(play) == 3


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
    paid = play.view()["wonder"]["prices"]
    bricks = play.view()["wonder"]["bricks"]
    play.do(Advance())
    right = {"turn": 16, "bricks": bricks, "phase": "wonder"}
    play.correct(**{field: right[field] for field in order})
    assert play.view()["wonder"]["prices"] == paid


@pytest.mark.rule("RB-TURN-07")
def test_turn_and_neutral_bricks_that_disagree_warn_until_they_agree() -> None:
    play = Play("red", "blue")
    play.correct(turn=4)
    assert play.warned() == {"turn-disagrees": {"turn": 4, "count": 0}}
    play.correct(bricks=[None, "red", None, None])
    assert play.warned() == {}
    for _ in range(8):
        play.do(Advance())
        assert "turn-disagrees" not in play.warned()


@pytest.mark.rule("RB-CONF-07")
def test_a_sequence_corrected_while_somebody_acts_leaves_nobody_out_and_calls_nobody_twice() -> None:
    play = Play("red", "blue", "green", temple=["green", "blue", "red"])
    play.determine(positions={"red": 1, "blue": 2, "green": 3})
    play.do(Done("red"))
    play.correct(sequence=["green", "red", "blue"])
    assert play.view()["acting"] == "blue"
    play.do(Done("blue"))
    assert play.view()["acting"] == "green"
    play.do(Done("green"))
    assert play.view()["acting"] is None


@pytest.mark.rule("RB-SETUP-01")
def test_players_in_another_order_keep_research_fleets_and_bricks_with_their_colour() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.know("red", "truck")
    play.do(ChangeFleet("red", "wagon", 1), CountWealth("blue", 3, 0, 0))
    play.correct(bricks=["red", "blue", "red"])
    before = play.view()
    play.correct(players=[{"colour": "blue", "name": "Anna"}, {"colour": "red", "name": "Rosa"}])
    after = play.view()
    assert after["players"] == [{"colour": "blue", "name": "Anna"}, {"colour": "red", "name": "Rosa"}]
    for field in ("temple", "sequence", "research", "fleets", "wonder"):
        assert after[field] == before[field]


@pytest.mark.rule("RB-SCORE-01")
def test_wealth_counted_in_an_earlier_turn_is_marked_at_the_end_until_it_is_counted_again() -> None:
    play = Play("red", "blue", temple=["red", "blue"])
    play.do(CountWealth("red", 5, 0, 0))
    play.to("production")
    play.do(CountWealth("blue", 1, 0, 0), End())
    red, blue = play.view()["ended"]["scores"]
    assert red["stale"] is True
    assert "stale" not in blue
    assert play.warned() == {"wealth-stale": {"players": ["red"]}}
    play.do(CountWealth("red", 6, 0, 0))
    assert "stale" not in play.view()["ended"]["scores"][0]
    assert play.warned() == {}


@pytest.mark.rule("RB-SCORE-01")
def test_wealth_is_of_an_earlier_turn_also_when_the_turn_was_corrected_forward() -> None:
    play = Play("red", "blue", standings=True)
    play.do(CountWealth("red", 5, 0, 0))
    play.correct(turn=1)
    assert "stale" not in play.view()["standings"][0]
    play.correct(turn=2)
    assert play.view()["standings"][0]["stale"] is True


@pytest.mark.rule("RB-TURN-07", "RB-MINE-08")
def test_a_correction_by_which_mines_are_drawn_again_bears_on_chance() -> None:
    play = with_a_drawn_mine()
    events = play.do(play.correction("turn", 2))
    assert GAME.luck(play.state, events) == ("corrected",)
    empty = Play("red", "blue")
    assert GAME.luck(empty.state, empty.do(empty.correction("turn", 2))) == ()


def test_events_of_earlier_editions_do_what_they_did() -> None:
    play = Play("red", "blue")
    play.do(Research("red", "truck"))
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    state = GAME.apply(play.state, BricksCorrected((None, "red", "blue", "red")))
    assert [seat.bought for seat in state.seats] == [2, 1]
    state = GAME.apply(state, PhaseCorrected("production"))
    assert [seat.bought for seat in state.seats] == [0, 0]
    state = GAME.apply(state, PlayersCorrected((Sitting("blue"), Sitting("red"))))
    assert [(seat.colour, seat.research) for seat in state.seats] == [("blue", ("truck",)), ("red", ())]
