"""Corrects the players' colours in a state, and in what is derived from earlier states."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

NAME_FIELDS = frozenset({"name", "names"})
"""Fields with typed names, which may be the word for a colour."""


def with_players(state: Any, players: Sequence[Any], also: Mapping[Any, Any]) -> Any:
    """A state with these players, as many as there are seats.

    The same colours in another order keep their pieces; new colours take over seat by seat. also: further
    colours to replace then, new by old.
    """
    seats = {seat.colour: seat for seat in state.seats}
    row = [player.colour for player in players]
    if set(row) != set(seats):
        state = recolour(state, {**dict(zip(seats, row, strict=True)), **also})
        seats = {seat.colour: seat for seat in state.seats}
    named = tuple(replace(seats[player.colour], name=player.name) for player in players)
    return replace(state, seats=named)


def changed_colours(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """The colours that were replaced, new by old; empty if only the order or the number of seats changed.

    before, after: the colours in the order of seats.
    """
    if len(before) != len(after) or set(before) == set(after):
        return {}
    return {old: new for old, new in zip(before, after, strict=True) if old != new}


def recolour(value: Any, colours: Mapping[str, str]) -> Any:
    """Replace colours in structs, mappings, tuples and lists, to any depth. colours: new by old."""
    match value:
        case str():
            return colours.get(value, value)
        case msgspec.Struct():
            return replace(value, **recolour(msgspec.structs.asdict(value), colours))
        case Mapping():
            return {
                recolour(key, colours): each if key in NAME_FIELDS else recolour(each, colours)
                for key, each in value.items()
            }
        case tuple() | list():
            return type(value)(recolour(each, colours) for each in value)
        case _:
            return value
