"""Laws of the rules: whatever is entered, the state holds together and only `Refused` is raised."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Command, Event, Player, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats.commands import CallForOrder, Draw, End, Join, Leave, RecordDraw
from companion.games.roads_and_boats.events import (
    Corrected,
    DrawVoided,
    OreRecorded,
    PhaseBegun,
)
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.words import COLOURS, Colour
from tests.games.lamp_rules import check_lamps
from tests.games.roads_and_boats.counters import Counters
from tests.games.roads_and_boats.invariants import invariants_hold
from tests.games.roads_and_boats.playing import CODEC, Play, secret
from tests.games.roads_and_boats.strategies import (
    count,
    entries,
    expected_command,
    late,
    rows,
    tables,
    transporters,
)
from tests.games.starts import any_players, start_state


def begins_turns(events: Iterable[Event]) -> int:
    """How many of these may begin a turn, so that every mine may be drawn once more."""
    return sum(
        (isinstance(event, Corrected) and event.field in {"turn", "bricks"})
        or (isinstance(event, PhaseBegun) and event.phase == "production")
        for event in events
    )


def voided_is_drawn_again(play: Play, events: Iterable[Event]) -> None:
    """A draw that was just voided can be made again at once in every phase."""
    for event in events:
        if isinstance(event, DrawVoided) and not play.state.ended:
            if play.state.solo:  # a shaft may have changed what comes
                assert GAME.decide(play.state, Draw(event.number, late=True), play.dice)
            else:
                came = OreRecorded(event.number, event.ore)
                again = RecordDraw(event.number, event.ore, late=True)
                assert GAME.decide(play.state, again, play.dice) == (came,)


def call_is_announced_when_it_would_be_accepted(play: Play) -> None:
    try:
        GAME.decide(play.state, CallForOrder(play.state.temple[0]), play.dice)
    except Refused:
        assert not play.view().fields["may_call"]
    else:
        assert play.view().fields["may_call"]


def lamps_show_who_is_in_turn(play: Play) -> None:
    """Ready and absent players are dark."""
    state = play.state
    check_lamps(GAME, state, [*state.ready, *(seat.colour for seat in state.seats if seat.left)])
    lit = {each.colour for each in GAME.view(state).lamps if each.state != "done"}
    assert lit <= set(state.sequence)
    if not (state.ended or state.order or state.acting):
        assert lit == set(state.sequence) - {*state.ready, *state.acted}


@settings(max_examples=50)
@given(tables(), entries())
@pytest.mark.rule("RB-MINE-08", "RB-MINE-11", "RB-MINE-15", "RB-GEN-06", "RB-WON-11")
@pytest.mark.rule("RB-TURN-03", "RB-CONF-03", "RB-CONF-06", "RB-CONF-07")
def test_no_mix_of_entries_breaks_the_state(play: Play, evening: list[Any]) -> None:
    """Nothing is lost or counted twice, no mine gives more than one counter a turn however late it is
    entered, and lamps and the call are as the rules have it.
    """
    counters, turns = Counters(play.happened), 1

    def seen(command: Command, events: tuple[Event, ...]) -> None:
        nonlocal turns
        play.in_order(command, events)
        assert invariants_hold(play.state), command
        counters.take(events)
        counters.hold_ore(play.state)
        counters.hold_bricks(play.state)
        turns += begins_turns(events)
        assert all(given.total() <= turns for given in counters.given.values())
        voided_is_drawn_again(play, events)
        call_is_announced_when_it_would_be_accepted(play)
        lamps_show_who_is_in_turn(play)

    play.run(evening, seen)
    assert play.refolded() == play.state


@settings(max_examples=20)
@given(tables(), entries(), st.integers(0, 3), st.sampled_from(COLOURS[:4]))
def test_players_may_leave_and_join_one_may_always_go_on_and_the_group_may_always_end(
    play: Play, evening: list[Any], who: int, comer: Colour
) -> None:
    play.run(evening)
    gone = play.state.seats[who % len(play.state.seats)].colour
    for command in (Leave(gone), Leave(gone, mark="follows"), Join(comer, mark="follows"), Join(comer)):
        play.attempt(command)
        assert invariants_hold(play.state)
    turn, done = play.state.turn, 0
    while not play.view().over and play.state.turn == turn:
        if play.attempt(expected_command(play.state)) is None:
            refused = play.refused(expected_command(play.state))
            assert refused.code == "fleet-over-limit"
            play.correct(fleet={refused.params["colour"]: {"donkey": 1}})
        done += 1
        assert done < 60
    if not play.view().over:
        play.do(End())
    assert invariants_hold(play.state)


@settings(max_examples=40)
@given(
    any_players(GAME, most=7),
    st.fixed_dictionaries(
        {},
        optional={
            "temple": rows, "more_players": late, "amb_01": late, "neutral": st.integers(1, 200),
            "rows": st.lists(st.integers(1, 20), min_size=4, max_size=20),
            "irrigation_at": st.integers(1, 400),
            "marks": st.dictionaries(st.sampled_from(["2", "3", "4"]), st.integers(1, 400)),
            "fleet": st.dictionaries(transporters, count),
        },
    ),
)  # fmt: skip
def test_a_start_is_whole_or_refused(players: list[Player], chosen: dict[str, Any]) -> None:
    state = start_state(CODEC, players, chosen, Dice(secret(0)))
    assert state is None or invariants_hold(state)
