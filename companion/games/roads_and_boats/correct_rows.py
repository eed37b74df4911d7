"""The row at the temple and the sequence set right: each holds exactly once everybody who plays.

The temple corrected at the start of the game corrects the sequence that was drawn from it, too. Corrected in
the middle of the procedure it closes that, and the order may be demanded again.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Event, Events, Refused
from companion.games.roads_and_boats import order
from companion.games.roads_and_boats.commands import Field
from companion.games.roads_and_boats.state import State, playing
from companion.games.roads_and_boats.words import Colour


class TempleCorrected(Event, frozen=True):
    """temple: nearest the temple first."""

    temple: tuple[Colour, ...]


def temple(state: State, value: tuple[Colour, ...]) -> Events:
    """The row, and the first sequence drawn from it where nobody has acted by it yet. Raises `Refused`."""
    _require_everybody_once(state, value, "temple", "RB-SETUP-11")
    first = order.first_sequence(state.temple, draw_order=state.options.amb_01)
    again = order.first_sequence(value, draw_order=state.options.amb_01)
    event = TempleCorrected(value)
    if again != first == state.sequence and nobody_acted(state):
        return (event, SequenceCorrected(again))
    return (event,)


def nobody_acted(state: State) -> bool:
    """Whether the game still stands at its start, before anybody has done anything in it (RB-SETUP-12)."""
    return state.turn == 1 and state.phase == "production" and not (state.touched or determined(state))


def determined(state: State) -> bool:
    """Whether the order of play has been determined in this phase, so that everybody has chosen where he
    stands in the sequence (RB-CONF-06)."""
    return state.called and state.order is None


def closed(state: State) -> State:
    """The state with a standing procedure closed; it may be demanded again."""
    return replace(state, order=None, called=False) if state.order else state


class SequenceCorrected(Event, frozen=True):
    """sequence: position 1 first."""

    sequence: tuple[Colour, ...]


def sequence(state: State, value: tuple[Colour, ...]) -> Events:
    """Another sequence. Raises `Refused`."""
    _require_everybody_once(state, value, "sequence", "RB-CONF-06")
    return (SequenceCorrected(value),)


def _require_everybody_once(state: State, row: tuple[Colour, ...], field: Field, rule: str) -> None:
    """Refuse a row that does not hold exactly once everybody who plays."""
    there = {seat.colour for seat in playing(state)}
    if len(row) != len(there) or set(row) != there:
        raise Refused("not-everybody-once", rule, field=field)


def seated_anew(state: State, event: TempleCorrected) -> State:
    """The state with this row at the temple."""
    return replace(closed(state), temple=event.temple)
