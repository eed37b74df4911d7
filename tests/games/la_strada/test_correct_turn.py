"""Whose turn it is, set right: everybody has the income of a turn once, however often it is corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from companion.games.la_strada.events import (
    Corrected,
    IncomePaid,
    IncomeTakenBack,
    PlayerJoined,
    PlayerLeft,
    TurnBegun,
)
from companion.games.la_strada.game import GAME
from companion.games.la_strada.state import State
from tests.games.la_strada.playing import Play
from tests.games.la_strada.strategies import tables, turning, turning_while_they_come_and_go


def came_by_correction(before: State, after: State) -> Counter[tuple[str, int]]:
    """Whose income of this turn a correction pays, or takes back as far as it is there (LS-TURN-02)."""
    came: Counter[tuple[str, int]] = Counter()
    for was, seat in zip(before.seats, after.seats, strict=True):
        if seat.paid > was.paid:
            came[seat.colour, after.turn] = 1
            assert seat.resources == min(10, was.resources + 6)
        elif seat.paid < was.paid:
            came[seat.colour, after.turn] = -1
            assert seat.resources == max(0, was.resources - was.gained)
        else:
            assert seat.resources == was.resources
    return came


def incomes(play: Play) -> Iterator[tuple[Counter[tuple[str, int]], int]]:
    """How often everybody has had the income of which turn, after each event, and the number of the turn.

    Who joins when his turn of that number would be over has missed it, and counts as who has had it.
    """
    had: Counter[tuple[str, int]] = Counter()
    turn = 1
    active = play.colours[0]
    state: State | None = None
    for event in play.happened:
        before, state = state, GAME.apply(state, event)
        match event:
            case TurnBegun():
                turn, active = event.turn, event.colour
            case IncomePaid():
                had[event.colour, turn] += 1
            case IncomeTakenBack():
                had[event.colour, turn] -= 1
            case PlayerJoined():
                if play.colours.index(event.colour) <= play.colours.index(active):
                    had[event.colour, turn] = 1
            case Corrected(field="active") if before is not None:
                active = state.active
                had.update(came_by_correction(before, state))
            case PlayerLeft(cleared=True):
                had = Counter({key: number for key, number in had.items() if key[0] != event.colour})
            case _:
                pass
        yield had, turn


@settings(max_examples=50)
@given(tables(), turning())
@pytest.mark.rule("LS-TURN-02")
def test_under_any_correction_no_player_has_the_income_of_a_turn_twice_or_never(
    play: Play, evening: list[Any]
) -> None:
    play.run(evening)
    had: Counter[tuple[str, int]] = Counter()
    turn = 1
    for had, at in incomes(play):
        assert set(had.values()) <= {0, 1}
        turn = at
    if play.state.ended is None:
        row = [*play.colours[1:], play.colours[0]] if play.state.two_players else [*play.colours]
        for colour in row[: row.index(play.active) + 1]:
            assert had[colour, turn] == 1


@settings(max_examples=50)
@given(tables(), turning_while_they_come_and_go())
@pytest.mark.rule("LS-TURN-02")
def test_players_who_leave_and_join_never_have_the_income_of_a_turn_twice(
    play: Play, evening: list[Any]
) -> None:
    play.run(evening)
    for had, _ in incomes(play):
        assert set(had.values()) <= {0, 1}


@pytest.mark.rule("LS-TURN-02")
def test_resources_that_were_set_right_with_an_income_are_the_same_when_its_turn_comes_again() -> None:
    play = Play("black", "grey", "red")
    play.correct(resources={"grey": 8})
    play.pass_on()
    play.correct(resources={"grey": 5}, active="black")
    play.pass_on()
    assert play.resources()["grey"] == 5
