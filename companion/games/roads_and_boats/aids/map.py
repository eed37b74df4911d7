"""How much land a map should have."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from companion.games import Aid, Refused
from companion.games.roads_and_boats.state import State

LAND_TILES = 10
"""Land tiles for each player (RB-SETUP-06)."""


class MapAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """players: left out, as many as play the game."""

    players: Annotated[int, Meta(ge=1, le=6)] | None = None


class Map(msgspec.Struct, frozen=True):
    """land_tiles: about so many; sea as one likes."""

    land_tiles: int


def answer(state: State | None, asked: MapAsked) -> Map:
    """The land for so many players. Raises `Refused` when nobody knows how many."""
    players = asked.players or (len(state.seats) if state else 0)
    if not players:
        raise Refused("how-many-players", "RB-SETUP-06")
    return Map(LAND_TILES * players)


AID = Aid(MapAsked, (Map,), answer)
