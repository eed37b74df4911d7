"""The wonder: geometry, prices, irrigation, the neutral brick and the end."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import pytest

from companion.games.roads_and_boats import leaving, scoring, wonder
from companion.games.roads_and_boats.commands import Advance, BuyBrick, Draw, End, Join, Leave
from companion.games.roads_and_boats.events import (
    BrickBought,
    DesertsIrrigated,
    GameEnded,
    NeutralBrickLaid,
    PhaseBegun,
)
from companion.games.roads_and_boats.turns import turns_left
from companion.games.roads_and_boats.words import COLOURS
from tests.games.roads_and_boats.aid_queries import ask
from tests.games.roads_and_boats.playing import Play

PRICES = [
    (0, [1, 2, 3]),
    (0, [1]),
    (0, [1, 2]),
    (0, [1, 2, 3, 4]),
    (0, [1, 2, 3, 4, 5]),
    (12, [1, 2, 3, 4, 5]),
    (13, [1, 2, 3, 4, 6]),
    (15, [1, 2, 4]),
    (16, [1, 3]),
    (17, [2, 3, 4]),
]
"""Bricks that lie already, and the price of each that one player buys in a turn (RB-WON-05)."""


def filled(bricks: int, players: int = 2, **switches: Any) -> Play:
    """The wonder phase of a later turn, with so many bricks laid and none bought in this turn."""
    play = Play(*COLOURS[:players], more_players=players > 4, neutral=200, **switches)
    play.correct(bricks=[None] * bricks)
    play.to("wonder")
    return play


def paid(play: Play, count: int) -> list[int]:
    events = play.do(BuyBrick("red", count))
    return [event.price for event in events if isinstance(event, BrickBought)]


@pytest.mark.rule("RB-WON-03", "RB-WON-04", "RB-WON-12")
@pytest.mark.rule("TV-RB-WON-01", "TV-RB-WON-02", "TV-RB-WON-04")
@pytest.mark.parametrize(
    ("players", "mark", "where"),
    [(2, 62, (12, 6, 6)), (3, 66, (13, 4, 7)), (4, 69, (13, 7, 7)), (5, 76, (14, 7, 7)), (6, 83, (15, 7, 7))],
)
def test_bricks_fill_row_after_row_up_to_the_end_mark_of_so_many_players(
    players: int, mark: int, where: tuple[int, int, int]
) -> None:
    play = filled(mark - 2, players)
    assert play.view().fields["wonder"]["ends_at"] == mark
    assert play.refused(BuyBrick("red", 3)).params == {"count": 2}
    play.do(BuyBrick("red", 2))
    assert play.state.ended == "wonder-complete"
    rows = list(scoring.rows_of_bricks(play.state))
    assert (len(rows), len(rows[-1]), play.state.options.rows[len(rows) - 1]) == where
    assert list(accumulate(play.state.options.rows))[3:5] == [17, 22]
    assert wonder.count_spaces(play.state.options) == 83


@pytest.mark.rule(
    "RB-WON-01", "RB-WON-05", "RB-WON-06", "RB-WON-08",
    "TV-RB-WON-05", "TV-RB-WON-06", "TV-RB-WON-08", "TV-RB-WON-09", "TV-RB-WON-10", "TV-RB-WON-12",
)  # fmt: skip
@pytest.mark.parametrize(("bricks", "prices"), PRICES)
def test_a_brick_costs_its_number_in_the_turn_and_one_more_once_four_rows_are_full(
    bricks: int, prices: list[int]
) -> None:
    together, one_by_one = filled(bricks), filled(bricks)
    assert paid(together, len(prices)) == prices
    assert [paid(one_by_one, 1)[0] for _ in prices] == prices
    assert together.state == one_by_one.state


@pytest.mark.rule("RB-WON-08")
def test_a_house_rule_fixes_the_base_at_the_start_of_the_phase() -> None:
    play = filled(15, amb_08=True)
    assert paid(play, 4) == [1, 2, 3, 4]
    play.to("wonder")
    assert paid(play, 2) == [2, 3]


@pytest.mark.rule("RB-WON-07", "TV-RB-WON-13")
def test_other_players_bricks_do_not_raise_the_price_and_a_new_turn_starts_it_again() -> None:
    play = filled(5)
    assert paid(play, 2) == [1, 2]
    assert play.view().fields["wonder"]["prices"] == {"red": 3, "yellow": 1}
    assert [event.price for event in play.do(BuyBrick("yellow", 2)) if isinstance(event, BrickBought)] == [
        1, 2,
    ]  # fmt: skip
    play.to("wonder")
    assert play.view().fields["wonder"]["prices"] == {"red": 1, "yellow": 1}


@pytest.mark.rule("RB-WON-11", "RB-TURN-01", "RB-TURN-07")
def test_a_neutral_brick_ends_the_turn_also_when_no_player_bought() -> None:
    play = filled(0)
    assert play.do(Advance()) == (NeutralBrickLaid(1), PhaseBegun("production", 2))
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    play.do(Advance())
    assert play.state.bricks == (None, "red", "red", None)
    assert play.state.turn == play.state.bricks.count(None) + 1


@pytest.mark.rule("RB-WON-10", "RB-LIVE-07", "TV-RB-WON-17")
def test_a_neutral_brick_on_the_mark_irrigates() -> None:
    play = filled(44)
    desert: dict[str, Any] = {"donkeys": 2, "tile": "desert"}
    assert ask("breeding", play.state, **desert)["rule"] == "RB-LIVE-07"
    assert DesertsIrrigated(45) in play.do(Advance())
    assert ask("breeding", play.state, **desert)["born"]["donkeys"] == 1
    assert play.view().fields["wonder"]["irrigated"]


@pytest.mark.rule("RB-WON-10", "RB-BUILD-08", "TV-RB-WON-18")
def test_a_players_brick_on_the_mark_irrigates_at_once() -> None:
    play = filled(43)
    desert: dict[str, Any] = {"building": "mint", "tile": "desert"}
    assert not ask("build", play.state, **desert)["allowed"]
    events = play.do(BuyBrick("red", 2))
    assert ask("build", play.state, **desert)["allowed"]
    assert not play.happened.count(DesertsIrrigated(44))
    assert events == (BrickBought("red", 44, 2), BrickBought("red", 45, 3), DesertsIrrigated(45))
    assert play.view().fields["wonder"]["irrigated"]


@pytest.mark.rule("RB-END-01", "RB-WON-12", "RB-SCORE-05", "TV-RB-WON-20", "TV-RB-WON-21")
def test_a_brick_on_the_end_mark_ends_the_game_at_once_whoever_lays_it() -> None:
    play = filled(65, players=3)
    assert play.do(Advance()) == (NeutralBrickLaid(66), GameEnded("wonder-complete"))
    assert (play.state.turn, play.state.phase) == (1, "wonder")
    play = filled(68, players=4)
    assert play.do(BuyBrick("red")) == (BrickBought("red", 69, 2), GameEnded("wonder-complete"))
    for command in (BuyBrick("blue"), Advance(), Draw(1), End(), Leave("blue"), Join("blue")):
        assert play.refusal(command) == ("game-ended", "RB-END-01")
    assert (play.state.bricks.count("red"), play.state.bricks[-1]) == (1, "red")
    assert (leaving.may_leave(play.state), leaving.may_join(play.state)) == ((), ())


@pytest.mark.rule("RB-END-02", "RB-GEN-06", "RB-WON-14", "TV-RB-WON-22")
def test_thirty_three_turns_without_a_purchase_end_the_game() -> None:
    play = Play("red", "blue")
    while not play.state.ended:
        assert turns_left(play.state) == 34 - play.state.turn
        play.to("production")
    assert (play.state.turn, len(play.state.bricks)) == (33, 33)
    assert play.view().fields["ended"]["reason"] == "last-neutral-brick"
    assert play.view().fields["wonder"]["neutral_left"] == 0
    assert not play.view().fields["wonder"]["irrigated"]


@pytest.mark.rule("RB-WON-14")
def test_every_brick_that_is_bought_shortens_the_game_by_a_turn() -> None:
    play = filled(40)
    assert turns_left(play.state) == 22
    play.do(BuyBrick("red", 21))
    assert turns_left(play.state) == 1


@pytest.mark.rule("RB-WON-12")
def test_a_house_rule_finishes_the_phase_after_the_end_mark_without_a_neutral_brick() -> None:
    play = filled(61, amb_09=True)
    play.do(BuyBrick("red"))
    assert play.state.ended is None
    play.do(BuyBrick("yellow", 2))
    refused = play.refused(BuyBrick("red", 20))
    assert (refused.code, refused.rule, refused.params) == ("too-many-bricks", "RB-WON-12", {"count": 19})
    assert play.do(Advance()) == (GameEnded("wonder-complete"),)
    assert len(play.state.bricks) == 64
