"""Laws of the rules: whatever is entered, the state holds together and only `Refused` is raised."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games import Command, Event, Player, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats import mines
from companion.games.roads_and_boats.commands import CallForOrder, Draw, End, RecordDraw
from companion.games.roads_and_boats.events import (
    Corrected,
    DrawVoided,
    OreRecorded,
    PhaseBegun,
)
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.state import Mine
from tests.games.roads_and_boats.counters import Counters
from tests.games.roads_and_boats.invariants import invariants_hold
from tests.games.roads_and_boats.playing import CODEC, Play, secret
from tests.games.roads_and_boats.strategies import count, entries, late, rows, tables, transporters
from tests.games.starts import any_players, start_state


@settings(max_examples=60)
@given(tables(), entries())
def test_no_mix_of_entries_breaks_the_state(play: Play, evening: list[Any]) -> None:

    def seen(command: Command, events: tuple[Event, ...]) -> None:
        play.in_order(command, events)
        assert invariants_hold(play.state), command

    play.run(evening, seen)
    assert play.refolded() == play.state


@settings(max_examples=40)
@given(tables(), entries())
@pytest.mark.rule("RB-MINE-15", "RB-MINE-08")
def test_bags_change_by_fillings_draws_and_corrections_alone(play: Play, evening: list[Any]) -> None:
    counters = Counters(play.happened)

    def seen(_: Command, events: tuple[Event, ...]) -> None:
        counters.take(events)
        counters.hold_ore(play.state)

    play.run(evening, seen)


@settings(max_examples=40)
@given(tables(), entries())
@pytest.mark.rule("RB-GEN-06", "RB-WON-11")
def test_bricks_lie_where_they_were_laid_and_neutral_ones_are_as_many_as_there_were(
    play: Play, evening: list[Any]
) -> None:
    counters = Counters(play.happened)

    def seen(_: Command, events: tuple[Event, ...]) -> None:
        counters.take(events)
        counters.hold_bricks(play.state)

    play.run(evening, seen)


@settings(max_examples=40)
@given(tables(), entries())
@pytest.mark.rule("RB-MINE-08")
def test_no_mine_gives_more_than_one_counter_a_turn_and_none_is_lost(play: Play, evening: list[Any]) -> None:
    """What lies on the board is what was drawn and not voided, however late it was entered."""
    counters, turned = Counters(play.happened), 0

    def seen(_: Command, events: tuple[Event, ...]) -> None:
        nonlocal turned
        counters.take(events)
        counters.hold_ore(play.state)
        turned += sum(
            (isinstance(event, Corrected) and event.field in {"turn", "bricks"})
            or (isinstance(event, PhaseBegun) and event.phase == "production")
            for event in events
        )
        assert all(given.total() <= turned + 1 for given in counters.given.values())

    play.run(evening, seen)


@settings(max_examples=30)
@given(tables(), entries())
@pytest.mark.rule("RB-MINE-08", "RB-MINE-11")
def test_a_voided_draw_can_be_made_again_at_once_in_every_phase(play: Play, evening: list[Any]) -> None:

    def seen(_: Command, events: tuple[Event, ...]) -> None:
        for event in events:
            if isinstance(event, DrawVoided) and not play.state.ended:
                again = RecordDraw(event.number, event.ore, late=True)
                if play.state.solo:  # a shaft may have changed what comes
                    assert GAME.decide(play.state, Draw(event.number, late=True), play.dice)
                else:
                    came = OreRecorded(event.number, event.ore)
                    assert GAME.decide(play.state, again, play.dice) == (came,)

    play.run(evening, seen)


@settings(max_examples=30)
@given(tables(), entries())
def test_a_call_is_announced_exactly_when_it_would_be_accepted(play: Play, evening: list[Any]) -> None:

    def seen(_: Command, __: tuple[Event, ...]) -> None:
        try:
            GAME.decide(play.state, CallForOrder(play.state.temple[0]), play.dice)
        except Refused:
            assert not play.view().fields["may_call"]
        else:
            assert play.view().fields["may_call"]

    play.run(evening, seen)


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


@settings(max_examples=25)
@given(tables(), entries(), entries())
def test_the_group_may_end_the_game_in_every_state(play: Play, evening: list[Any], after: list[Any]) -> None:
    play.run(evening)
    if not play.state.ended:
        play.do(End())
    play.run(after)
    assert invariants_hold(play.state)


def emptied(number: int) -> str:
    """The order in which one secret empties a bag of two gold and two iron."""
    dice, mine, out = Dice(secret(number)), Mine(1, 2, 2), ""
    state = msgspec.structs.replace(Play().state, mines=(mine,))
    for _ in range(4):
        drawn = mines.draw_from(state, state.mines[0], dice)
        state = mines.apply_ore_drawn(state, drawn)
        out += drawn.ore[0]
    return out


@pytest.mark.rule("RB-MINE-08")
def test_the_dice_are_even_over_all_orders_of_a_bag() -> None:
    orders = [emptied(number) for number in range(1800)]
    possible = {"".join(each) for each in permutations("ggii")}
    counts = [orders.count(each) for each in sorted(possible)]
    assert sum(counts) == 1800
    assert sum((times - 300) ** 2 / 300 for times in counts) < 20.5  # chi-square, 5 degrees, 0.1 percent
