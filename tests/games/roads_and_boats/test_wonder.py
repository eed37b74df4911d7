"""The wonder: geometry, prices, irrigation, the neutral brick and the end."""

from __future__ import annotations

from itertools import accumulate
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats import scoring, wonder
from companion.games.roads_and_boats.commands import Advance, BuyBrick, Draw
from companion.games.roads_and_boats.events import (
    BrickBought,
    DesertsIrrigated,
    GameEnded,
    NeutralBrickLaid,
    PhaseBegun,
)
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.turns import turns_left
from companion.games.roads_and_boats.words import COLOURS
from tests.games.roads_and_boats.aid_queries import ask
from tests.games.roads_and_boats.playing import Play
from tests.games.roads_and_boats.printed_rules import PRICES


def filled(bricks: int, players: int = 2, **switches: Any) -> Play:
    """The wonder phase of a later turn, with so many bricks laid and none bought in this turn."""
    play = Play(*COLOURS[:players], more_players=players > 4, neutral=200, **switches)
    play.correct(bricks=[None] * bricks)
    play.to("wonder")
    return play


def paid(play: Play, count: int) -> list[int]:
    events = play.do(BuyBrick("red", count))
    return [event.price for event in events if isinstance(event, BrickBought)]


def place(bricks: int) -> tuple[int, int, int]:
    """Row, place in the row and length of the row of the last of so many bricks."""
    play = Play(neutral=200)
    play.correct(bricks=[None] * bricks)
    rows = list(scoring.rows_of_bricks(play.state))
    return (len(rows), len(rows[-1]), play.state.options.rows[len(rows) - 1])


@pytest.mark.rule("RB-WON-04", "TV-RB-WON-01")
def test_fifteen_rows_hold_eighty_three_bricks() -> None:
    rows = Options().rows
    assert rows == (4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7)
    assert list(accumulate(rows)) == [4, 8, 12, 17, 22, 27, 32, 38, 44, 50, 56, 62, 69, 76, 83]
    assert wonder.count_spaces(Options()) == 83


@pytest.mark.rule("RB-WON-03", "TV-RB-WON-02")
@pytest.mark.parametrize(
    ("space", "where"),
    [(17, (4, 5, 5)), (18, (5, 1, 5)), (62, (12, 6, 6)), (66, (13, 4, 7)), (69, (13, 7, 7)),
     (76, (14, 7, 7)), (83, (15, 7, 7))],
)  # fmt: skip
def test_bricks_fill_row_after_row(space: int, where: tuple[int, int, int]) -> None:
    assert place(space) == where


@pytest.mark.rule("RB-WON-12", "TV-RB-WON-04")
@pytest.mark.parametrize(("players", "mark"), [(2, 62), (3, 66), (4, 69), (5, 76), (6, 83)])
def test_the_end_mark_goes_by_the_number_of_players(players: int, mark: int) -> None:
    assert filled(0, players).view().fields["wonder"]["ends_at"] == mark


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
def test_other_players_bricks_do_not_raise_the_price() -> None:
    play = filled(5)
    assert paid(play, 2) == [1, 2]
    assert play.view().fields["wonder"]["prices"] == {"red": 3, "yellow": 1}
    assert sum(event.price for event in play.do(BuyBrick("yellow", 2)) if isinstance(event, BrickBought)) == 3


@pytest.mark.rule("TV-RB-WON-14", "TV-RB-WON-16")
@pytest.mark.parametrize(
    ("bricks", "goods", "most", "left"),
    [(0, 6, 3, 0), (0, 10, 4, 0), (0, 14, 4, 4), (15, 6, 2, 3), (15, 7, 3, 0)],
)
def test_the_most_bricks_that_goods_can_buy(bricks: int, goods: int, most: int, left: int) -> None:
    state = filled(bricks).state
    totals = [sum(wonder.prices(state, "red", count)) for count in range(20)]
    affordable = max(count for count, total in enumerate(totals) if total <= goods)
    assert (affordable, goods - totals[affordable]) == (most, left)


def test_a_new_turn_starts_the_prices_again() -> None:
    play = filled(0)
    play.do(BuyBrick("red", 3))
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


@pytest.mark.rule("RB-END-01", "RB-WON-12", "RB-SCORE-05", "TV-RB-WON-20")
def test_a_neutral_brick_on_the_end_mark_ends_the_game() -> None:
    play = filled(65, players=3)
    assert play.do(Advance()) == (NeutralBrickLaid(66), GameEnded("wonder-complete"))
    assert [len(row) for row in scoring.rows_of_bricks(play.state)][-1] == 4
    assert (play.state.turn, play.state.phase) == (1, "wonder")


@pytest.mark.rule("RB-END-01", "RB-WON-12", "TV-RB-WON-21")
def test_a_players_brick_on_the_end_mark_ends_the_game_at_once() -> None:
    play = filled(68, players=4)
    assert play.do(BuyBrick("red")) == (BrickBought("red", 69, 2), GameEnded("wonder-complete"))
    for command in (BuyBrick("blue"), Advance(), Draw(1)):
        assert play.refusal(command) == ("game-ended", "RB-END-01")
    assert play.state.bricks.count("red") == 1
    assert play.state.bricks[-1] == "red"


@pytest.mark.rule("RB-END-02", "RB-GEN-06", "TV-RB-WON-22")
@pytest.mark.parametrize("players", range(2, 7))
def test_thirty_three_turns_without_a_purchase_end_the_game(players: int) -> None:
    play = Play(*COLOURS[:players], more_players=players > 4)
    while not play.state.ended:
        play.do(Advance())
    assert (play.state.turn, len(play.state.bricks)) == (33, 33)
    assert play.view().fields["ended"]["reason"] == "last-neutral-brick"
    assert play.view().fields["wonder"]["neutral_left"] == 0
    assert not play.view().fields["wonder"]["irrigated"]
    assert [len(row) for row in scoring.rows_of_bricks(play.state)] == [4, 4, 4, 5, 5, 5, 5, 1]


@pytest.mark.rule("RB-WON-12")
def test_no_player_buys_beyond_the_end_mark() -> None:
    play = filled(60)
    refused = play.refused(BuyBrick("red", 3))
    assert (refused.code, refused.rule) == ("too-many-bricks", "RB-WON-12")
    assert refused.params == {"count": 2}
    play.do(BuyBrick("red", 2))
    assert play.state.ended == "wonder-complete"


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


@given(st.integers(0, 61), st.integers(1, 61))
@pytest.mark.rule("RB-WON-14")
def test_every_brick_that_is_bought_shortens_the_game_by_a_turn(bricks: int, count: int) -> None:
    play = filled(bricks)
    before = turns_left(play.state)
    assert before == 62 - bricks
    count = min(count, before)
    play.do(BuyBrick("red", count))
    assert play.state.ended if count == before else turns_left(play.state) == before - count
