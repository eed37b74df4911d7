"""Laws of the rules: whatever is entered, the state holds together and only `Refused` is raised."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Command, Event, Player
from companion.games.la_strada.commands import End, EndTurn
from companion.games.la_strada.events import TurnBegun
from companion.games.la_strada.forecast import rounds_left
from companion.games.la_strada.game import GAME
from tests.games.la_strada.counters import Counters
from tests.games.la_strada.invariants import expected_gold, invariants_hold
from tests.games.la_strada.playing import CODEC, DICE, Play
from tests.games.la_strada.strategies import entries, legal, options, tables
from tests.games.lamp_rules import check_lamps
from tests.games.starts import any_players, start_state


@settings(max_examples=150)
@given(tables(), entries(), st.data())
@pytest.mark.rule("LS-SETUP-04", "LS-BUILD-01", "LS-BUILD-11", "LS-MKT-05", "LS-TURN-04")
def test_no_mix_of_entries_breaks_the_state_and_every_state_can_be_gone_back_to_on_from_and_ended(
    play: Play, evening: list[Any], data: st.DataObject
) -> None:
    states = [(len(play.happened), play.state)]

    def seen(command: Command, events: tuple[Event, ...]) -> None:
        play.in_order(command, events)
        assert invariants_hold(play.state), command
        assert play.view().over == (play.view().on_turn is None)
        check_lamps(GAME, play.state, [seat.colour for seat in play.state.seats if seat.left])
        Counters(play.happened).hold(play.state)
        states.append((len(play.happened), play.state))

    assert invariants_hold(play.state)
    play.run(evening, seen)
    happened, state = data.draw(st.sampled_from(states))
    assert play.refolded(happened) == state
    assert play.refolded() == play.state
    left = rounds_left(play.state)
    assert left is None or left.about >= 1
    if not play.state.ended:
        before = play.active, play.state.turn
        play.do(EndTurn())
        assert play.view().over or (play.active, play.state.turn) != before
    if not play.state.ended:
        play.do(End())
    assert invariants_hold(play.state)


@settings(max_examples=60)
@given(tables(), legal())
@pytest.mark.rule("LS-SCORE-01", "LS-SCORE-08", "LS-2P-07", "LS-TURN-01", "LS-2P-04", "LS-TURN-06")
def test_turns_go_round_clockwise_gold_follows_the_formula_and_the_ranks_follow_gold(
    play: Play, evening: list[Any]
) -> None:
    play.run(evening)
    scores = play.view().fields["scores"]
    assert {each["colour"]: each["total"] for each in scores} == expected_gold(play.state)
    for one in scores:
        better = [
            each for each in scores if (each["total"], each["resources"]) > (one["total"], one["resources"])
        ]
        assert one["rank"] == 1 + len(better)
    begun = [event for event in play.happened if isinstance(event, TurnBegun)]
    row = play.colours
    start = row.index(play.state.first)
    for number, event in enumerate(begun):
        assert event.colour == row[(start + number) % len(row)]
        assert event.turn == 1 + number // len(row)


@settings(max_examples=50)
@given(any_players(GAME, most=5), options)
def test_a_start_is_whole_or_refused(players: list[Player], chosen: dict[str, Any]) -> None:
    state = start_state(CODEC, players, chosen, DICE)
    assert state is None or invariants_hold(state)
    assert state is None or state.ended is None
