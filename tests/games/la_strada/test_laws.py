"""Laws of the rules: whatever is entered, the state holds together and only `Refused` is raised."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Command, Event, Player
from companion.games.la_strada.commands import End
from companion.games.la_strada.events import Connected, IncomePaid, IncomeTakenBack
from companion.games.la_strada.game import GAME
from companion.games.la_strada.state import remaining
from companion.games.la_strada.words import STOCKS, Colour
from tests.games.la_strada.counters import Counters
from tests.games.la_strada.invariants import expected_gold, invariants_hold
from tests.games.la_strada.playing import CODEC, DICE, Play
from tests.games.la_strada.strategies import entries, legal, options, tables
from tests.games.lamp_rules import check_lamps
from tests.games.starts import any_players, start_state


@settings(max_examples=150)
@given(tables(), entries())
def test_no_mix_of_entries_breaks_the_state(play: Play, evening: list[Any]) -> None:

    def seen(command: Command, events: tuple[Event, ...]) -> None:
        play.in_order(command, events)
        assert invariants_hold(play.state), command
        assert play.view().over == (play.view().on_turn is None)
        check_lamps(GAME, play.state, [seat.colour for seat in play.state.seats if seat.left])

    assert invariants_hold(play.state)
    play.run(evening, seen)
    assert play.refolded() == play.state


@settings(max_examples=60)
@given(tables(), entries(), st.data())
def test_going_back_to_any_entry_and_playing_on_from_there_is_the_same_game(
    play: Play, evening: list[Any], data: st.DataObject
) -> None:
    states = [(len(play.happened), play.state)]
    play.run(evening, lambda _, __: states.append((len(play.happened), play.state)))
    for happened, state in data.draw(st.lists(st.sampled_from(states), max_size=4)):
        assert play.refolded(happened) == state


@settings(max_examples=100)
@given(tables(), legal())
@pytest.mark.rule("LS-SETUP-04", "LS-BUILD-11", "LS-MKT-05", "LS-BUILD-01", "LS-TURN-04")
def test_tiles_merchants_and_resources_are_where_the_entries_put_them(play: Play, evening: list[Any]) -> None:
    given_out = play.state.options.supply
    play.run(evening)
    used: dict[Colour, Counter[str]] = {colour: Counter() for colour in play.colours}
    purse: Counter[Colour] = Counter()
    for event in play.happened:
        match event:
            case Connected():
                laid = {"plains": event.plains, "forests": event.forests, "hills": event.hills}
                assert event.cost == 2 * event.plains + 3 * event.forests + 4 * event.hills > 0
                used[event.colour].update(**laid, merchants=int(event.merchant))
                purse[event.colour] -= event.cost
            case IncomePaid():
                assert event.gained + event.lost == 6
                purse[event.colour] += event.gained
            case IncomeTakenBack():
                purse[event.colour] -= event.taken
            case _:
                pass
        assert all(0 <= resources <= 10 for resources in purse.values())
    for seat in play.state.seats:
        assert {stock: remaining(seat, stock) + used[seat.colour][stock] for stock in STOCKS} == given_out
        assert seat.resources == purse[seat.colour]
        standing = sum(seat.colour in each.merchants for each in play.state.colonies)
        assert standing + seat.merchants == given_out["merchants"]


@settings(max_examples=100)
@given(tables(), entries())
@pytest.mark.rule("LS-SETUP-04", "LS-BUILD-11", "LS-MKT-05")
def test_no_correction_loses_a_tile_a_merchant_or_a_resource(play: Play, evening: list[Any]) -> None:
    play.run(evening, lambda _, __: Counters(play.happened).hold(play.state))


@settings(max_examples=60)
@given(tables(), legal())
@pytest.mark.rule("LS-SCORE-01", "LS-SCORE-08", "LS-2P-07")
def test_gold_follows_the_formula_and_the_ranks_follow_gold(play: Play, evening: list[Any]) -> None:
    play.run(evening)
    scores = play.view().fields["scores"]
    assert {each["colour"]: each["total"] for each in scores} == expected_gold(play.state)
    for one in scores:
        better = [
            each for each in scores if (each["total"], each["resources"]) > (one["total"], one["resources"])
        ]
        assert one["rank"] == 1 + len(better)


@settings(max_examples=60)
@given(tables(), legal())
@pytest.mark.rule("LS-TURN-01", "LS-2P-04", "LS-TURN-06")
def test_turns_go_round_clockwise(play: Play, evening: list[Any]) -> None:
    play.run(evening)
    begun = [event for event in play.happened if type(event).__name__ == "TurnBegun"]
    row = play.colours
    start = row.index(play.state.first)
    for number, event in enumerate(msgspec.to_builtins(begun)):
        assert event["colour"] == row[(start + number) % len(row)]
        assert event["turn"] == 1 + number // len(row)


@given(any_players(GAME, most=5), options)
def test_a_start_is_whole_or_refused(players: list[Player], chosen: dict[str, Any]) -> None:
    state = start_state(CODEC, players, chosen, DICE)
    assert state is None or invariants_hold(state)
    assert state is None or state.ended is None


@settings(max_examples=40)
@given(tables(), entries(), entries())
def test_the_group_may_end_the_game_in_every_state(play: Play, evening: list[Any], after: list[Any]) -> None:
    play.run(evening)
    if not play.state.ended:
        play.do(End())
    play.run(after)
    assert invariants_hold(play.state)
