"""House rules and limits set right in the middle of a game; they hold from that moment.

Those that speak of the start set it right as long as nothing came of it: the row and the first sequence in
the first turn, the fleet until somebody has entered another one.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games import Event, Events, Refused, plain
from companion.games.roads_and_boats import correct_rows, correct_wonder, fleets, order, setup, wonder
from companion.games.roads_and_boats.correct_rows import SequenceCorrected, TempleCorrected
from companion.games.roads_and_boats.options import Fleet, Options, RecordedOptions
from companion.games.roads_and_boats.state import State, colours, counted
from companion.games.roads_and_boats.words import STANDARD_COLOURS, Transporter


class OptionsCorrected(Event, frozen=True):
    """changes: the new values by option, as plain data.

    base: the price base of the wonder phase as it began, where it is fixed from now on (AMB-08).
    """

    changes: dict[str, Any]
    base: int | None = None


class StartFleetCorrected(Event, frozen=True):
    """fleet: of everybody, since nobody has entered another one yet."""

    fleet: dict[Transporter, int]


def option(state: State, value: dict[str, Any]) -> Events:
    """The options that are named, and what of the start they set right. Raises `Refused`."""
    values = plain(state.options) | value
    if "fleet" in value:
        change = msgspec.convert(value["fleet"], Fleet)
        values["fleet"] = plain(fleets.combined(state.options.fleet, change))
    options = msgspec.convert(values, Options)
    first_rows = wonder.dearer_from(options)
    refilled = state.filler is not None and first_rows != wonder.dearer_from(state.options)
    bricks = correct_wonder.refilled_first_rows(state, first_rows) if refilled else state.bricks
    setup.require_consistent(options, wonder.marked_for(state))
    retyped = options.temple is not None and options.temple != state.options.temple
    mistyped = retyped and sorted(options.temple or ()) != sorted(state.temple)
    more_colours = not set(colours(state)) <= set(STANDARD_COLOURS)
    for name, rule, broken in (
        ("more_players", "RB-GEN-04", more_colours and not options.more_players),
        ("rows", "RB-WON-04", len(bricks) > wonder.spaces(options)),
        ("neutral", "RB-GEN-06", state.bricks.count(None) > options.neutral),
        ("temple", "RB-SETUP-11", mistyped),
    ):
        if broken:
            raise Refused("options-inconsistent", rule, option=name)
    settled = plain(options)
    changes = OptionsCorrected({name: settled[name] for name in value}, _fixed_base(state, options))
    relaid = (correct_wonder.with_purchases(state, bricks),) if refilled else ()
    return (changes, *relaid, *_first_row(state, options), *_first_fleet(state, options))


def _fixed_base(state: State, options: Options) -> int | None:
    """The base at the start of this wonder phase, when from now on that is what counts (AMB-08)."""
    known = state.base is not None and options.rows == state.options.rows
    if known or state.phase != "wonder" or not options.amb_08:
        return None
    return correct_wonder.base_of_phase(replace(state, options=options))


def _first_row(state: State, options: Options) -> Events:
    """The row and the sequence laid out anew, while those of the start still stand (RB-SETUP-12)."""
    retyped = options.temple is not None and options.temple != state.options.temple
    row = (options.temple if retyped else None) or state.temple
    if not retyped and options.amb_01 == state.options.amb_01:
        return ()
    first = order.first_sequence(state.temple, draw_order=state.options.amb_01)
    if state.turn == 1 and state.sequence == first and not correct_rows.determined(state):
        again = order.first_sequence(row, draw_order=options.amb_01)
        return (TempleCorrected(row), SequenceCorrected(again))
    if retyped:
        raise Refused("options-inconsistent", "RB-SETUP-11", option="temple")
    return ()


def _first_fleet(state: State, options: Options) -> Events:
    """What everybody starts with, while nobody has entered another fleet (RB-SETUP-15)."""
    start = fleets.start_of(options)
    if start == fleets.start_of(state.options):
        return ()
    setup.require_start_fleet(options)
    if state.fleets_entered:
        raise Refused("options-inconsistent", "RB-SETUP-15", option="fleet")
    return (StartFleetCorrected(start),)


def chosen(state: State, event: OptionsCorrected) -> State:
    """The state with these options."""
    values = plain(state.options) | event.changes
    after = correct_wonder.still_complete(replace(state, options=msgspec.convert(values, RecordedOptions)))
    fixed = after.phase == "wonder" and after.options.amb_08
    if not fixed:
        return replace(after, base=None)
    if event.base is not None:
        return replace(after, base=event.base)
    return after if after.base is not None else replace(after, base=wonder.base(after, len(after.bricks)))


def started_with(state: State, event: StartFleetCorrected) -> State:
    """The state with this fleet for everybody whose transporters are on the board."""
    fleet = counted(event.fleet)
    seats = tuple(
        seat if seat.left and not seat.fleet else replace(seat, fleet=fleet) for seat in state.seats
    )
    return replace(state, seats=seats)
