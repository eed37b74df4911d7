"""Whose turn it is, set right: everybody has the income of a turn once, however often it is corrected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings

from companion.games.la_strada.correct_turn import ActiveCorrected
from companion.games.la_strada.events import IncomePaid, IncomeTakenBack, PlayerJoined, PlayerLeft, TurnBegun
from tests.games.la_strada.evenings import tables, turning, turning_while_they_come_and_go
from tests.games.la_strada.playing import CODEC, Play


def test_a_correction_of_an_earlier_version_keeps_its_meaning() -> None:
    """Whoever it gave the turn to got nothing, and nobody lost anything."""
    play = Play("red", "grey", "black")
    stored = CODEC.events(b'[{"type":"active-corrected","colour":"black"}]')
    state = CODEC.folded(play.state, stored)
    assert [seat.resources for seat in state.seats] == [6, 0, 0]
    assert (state.active, state.gained, state.connected) == ("black", 0, False)


def incomes(play: Play) -> Iterator[tuple[Counter[tuple[str, int]], int]]:
    """How often everybody has had the income of which turn, after each event, and the number of the turn.

    Who joins when his turn of that number would be over has missed it, and counts as who has had it.
    """
    had: Counter[tuple[str, int]] = Counter()
    turn = 1
    active = play.colours[0]
    for event in play.happened:
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
            case ActiveCorrected():
                active = event.colour
                had.update({(colour, turn): 1 for colour in event.paid})
                had.subtract({(colour, turn): 1 for colour in event.taken})
            case PlayerLeft(cleared=True):
                had = Counter({key: number for key, number in had.items() if key[0] != event.colour})
            case _:
                pass
        yield had, turn


@settings(max_examples=80)
@given(tables(), turning())
@pytest.mark.rule("LS-TURN-02")
def test_whatever_is_corrected_nobody_has_the_income_of_a_turn_twice_or_never(
    play: Play, evening: list[Any]
) -> None:
    play.run(evening)
    had: Counter[tuple[str, int]] = Counter()
    turn = 1
    for had, at in incomes(play):
        assert set(had.values()) <= {0, 1}
        turn = at
    if play.state.ended is None:
        row = [*play.colours[1:], play.colours[0]] if play.state.two else [*play.colours]
        for colour in row[: row.index(play.active) + 1]:
            assert had[colour, turn] == 1


@settings(max_examples=80)
@given(tables(), turning_while_they_come_and_go())
@pytest.mark.rule("LS-TURN-02")
def test_whoever_leaves_and_joins_nobody_has_the_income_of_a_turn_twice(
    play: Play, evening: list[Any]
) -> None:
    play.run(evening)
    for had, _ in incomes(play):
        assert set(had.values()) <= {0, 1}
