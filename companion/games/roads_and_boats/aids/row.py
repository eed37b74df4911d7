"""What a row of the wonder is worth to a player."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from companion.games import Aid, Refused
from companion.games.roads_and_boats import scoring
from companion.games.roads_and_boats.aids.asking import table_of
from companion.games.roads_and_boats.state import State

InRow = Annotated[int, Meta(ge=0, le=20)]


class RowAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """own: the player's bricks in the row. others: the other players' there; neutral ones do not count."""

    own: InRow
    others: InRow = 0


class Points(msgspec.Struct, frozen=True):
    """points: for the player."""

    points: int


def answer(state: State | None, asked: RowAsked) -> Points:
    """The player's share. Raises `Refused` for more bricks than the longest row holds."""
    longest = max(table_of(state).options.rows)
    coloured = asked.own + asked.others
    if coloured > longest:
        raise Refused("row-too-long", "RB-WON-04", bricks=coloured, most=longest)
    return Points(scoring.row_points(asked.own, coloured))


AID = Aid(RowAsked, (Points,), answer)
