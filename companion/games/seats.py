"""Who plays in which colour, once a correction has said so: a game's state, and all that was kept of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

TYPED = frozenset({"name", "names"})
"""Where what people have typed stands, which may be the word for a colour."""


def reseated(state: Any, players: Sequence[Any], also: Mapping[Any, Any]) -> Any:
    """A game's state with these players, as many as there are seats.

    The same colours in another order keep what is theirs; other colours take over, seat by seat. also: what
    then takes another colour with them, the new one by the old.
    """
    seats = {seat.colour: seat for seat in state.seats}
    row = [player.colour for player in players]
    if set(row) != set(seats):
        state = recoloured(state, {**dict(zip(seats, row, strict=True)), **also})
        seats = {seat.colour: seat for seat in state.seats}
    named = tuple(replace(seats[player.colour], name=player.name) for player in players)
    return replace(state, seats=named)


def changed_colours(before: Sequence[str], after: Sequence[str]) -> dict[str, str]:
    """Whose colour has become another one: the new colours by the old. before, after: in the order of seats.

    Where the seats stand in another order, or there are more, each keeps what is his.
    """
    if len(before) != len(after) or set(before) == set(after):
        return {}
    return {old: new for old, new in zip(before, after, strict=True) if old != new}


def recoloured(kept: Any, colours: Mapping[str, str]) -> Any:
    """What is kept of a game, with other colours for some seats wherever theirs stand.

    kept: structs, mappings, tuples and lists, to any depth. colours: the new ones by the old.
    """
    match kept:
        case str():
            return colours.get(kept, kept)
        case msgspec.Struct():
            return replace(kept, **recoloured(msgspec.structs.asdict(kept), colours))
        case Mapping():
            return {
                recoloured(key, colours): value if key in TYPED else recoloured(value, colours)
                for key, value in kept.items()
            }
        case tuple() | list():
            return type(kept)(recoloured(each, colours) for each in kept)
        case _:
            return kept
