"""Tally's rules: turns in order, one to three at a time, and nobody beyond the goal."""

from __future__ import annotations

from functools import reduce

import pytest

from companion.games import Player, Refused
from companion.games.dice import SECRET_BYTES, Dice
from tests.fakes.tally import rules
from tests.fakes.tally.rules import Add, Colour, Options, State

RED, BLUE = Player("red", "Anna"), Player("blue")
DICE = Dice(bytes(SECRET_BYTES))
"""Nothing asks them."""


def played(*adds: int, goal: int = 21) -> State:
    """A game of red and blue in which this was added in turn."""
    begun = rules.apply(None, *rules.begin((RED, BLUE), Options(goal), DICE))
    return reduce(
        lambda state, by: rules.apply(state, *rules.decide(state, Add(_next(state), by), DICE)), adds, begun
    )


def _next(state: State) -> Colour:
    return rules.on_turn(state).colour


@pytest.mark.rule("TALLY-01")
def test_players_take_turns_in_the_order_in_which_they_sit() -> None:
    assert [_next(played(*[1] * turns)) for turns in range(3)] == ["red", "blue", "red"]
    with pytest.raises(Refused) as refused:
        rules.decide(played(2), Add("red", 1), DICE)
    assert (refused.value.code, refused.value.rule) == ("not-your-turn", "TALLY-01")
    assert refused.value.params == {"colour": "blue"}


@pytest.mark.rule("TALLY-02")
def test_no_player_goes_beyond_the_goal_and_reaching_it_wins() -> None:
    near = played(3, 2, goal=7)
    with pytest.raises(Refused, match="too-far"):
        rules.decide(near, Add("red", 3), DICE)
    won = rules.apply(near, *rules.decide(near, Add("red", 2), DICE))
    assert (rules.over(won), rules.winner(won).name) == (True, "Anna")
    with pytest.raises(Refused, match="over"):
        rules.decide(won, Add("blue", 1), DICE)


@pytest.mark.rule("TALLY-01")
@pytest.mark.parametrize("players", [(RED,), (RED, RED), (RED, Player("grey"))])
def test_two_to_four_play_each_with_a_colour_of_his_own(players: tuple[Player, ...]) -> None:
    with pytest.raises(Refused, match="seats"):
        rules.begin(players, Options(), DICE)
