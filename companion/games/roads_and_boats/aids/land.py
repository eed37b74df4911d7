"""The map: its size, breeding on a tile, and walls between tiles."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.games import Refused
from companion.games.roads_and_boats.aids.common import (
    Goods,
    Number,
    Tile,
    count_goods,
    first_violated,
    missing,
    table_of,
)
from companion.games.roads_and_boats.buildings import Structure
from companion.games.roads_and_boats.checklist import LAND_TILES
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Good, Phase


class MapAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about the size of the map.

    players: None as in the game.
    """

    players: Annotated[int, Meta(ge=1, le=6)] | None = None


class Map(msgspec.Struct, frozen=True):
    """The size of a map.

    land_tiles: Approximately, without sea.
    """

    land_tiles: int


def land(state: State | None, query: MapAsked) -> Map:
    """The size of the map. Raises `Refused` without a number of players."""
    players = query.players or (len(state.seats) if state else 0)
    if not players:
        raise Refused("how-many-players", "RB-SETUP-06")
    return Map(LAND_TILES * players)


class BreedingAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about breeding on a tile, with both banks of a river.

    building: Roads, bridges, walls and home markers do not count.
    same_owner: The donkeys belong to one player.
    irrigated: Deserts are pastures; None as in the game.
    wanted: The owner wants a foal.
    transporters: Other than donkeys.
    carried: Goods on the donkeys.
    across: Other things are across a river.
    bred: The tile has had young this turn.
    """

    donkeys: Number = 0
    geese: Number = 0
    tile: Tile = "pasture"
    building: bool | Structure = False
    goods: bool | Number | Goods = False
    same_owner: bool = True
    irrigated: bool | None = None
    wanted: bool = True
    transporters: Number = 0
    carried: Number = 0
    across: bool = False
    bred: bool = False
    phase: Phase = "production"


class Young(msgspec.Struct, frozen=True):
    """Counts of young animals."""

    donkeys: int = 0
    geese: int = 0


class Born(msgspec.Struct, frozen=True):
    """The result of breeding.

    rule: The rule that allows or forbids it.
    """

    born: Young
    rule: str


def breeding(state: State | None, query: BreedingAsked) -> Born:
    """The young that are born on the tile in this phase. Never raises `Refused`."""
    table = table_of(state)
    irrigated = table.irrigated if query.irrigated is None else query.irrigated
    against = _violated_rule(query, table.options, irrigated=irrigated)
    if against:
        return Born(Young(), against)
    young = _pairs(query.donkeys or query.geese, every_even=table.options.amb_04)
    return Born(Young(donkeys=young) if query.donkeys else Young(geese=young), "RB-LIVE-01")


def _pairs(animals: int, *, every_even: bool) -> int:
    """The pairs that breed: of exactly two animals, by a house rule of any even number (RB-LIVE-04)."""
    if every_even:
        return animals // 2 if animals % 2 == 0 else 0
    return 1 if animals == 2 else 0


def _violated_rule(query: BreedingAsked, options: Options, *, irrigated: bool) -> str | None:
    """The first rule that forbids breeding."""
    pasture = query.tile == "pasture" or (query.tile == "desert" and irrigated)
    animals = query.donkeys or query.geese
    against = (
        ("RB-LIVE-08", query.phase != "production" or query.bred),
        ("RB-LIVE-07", not pasture),
        ("RB-LIVE-03" if query.across else "RB-LIVE-02", _not_empty(query, options)),
        ("RB-LIVE-04", not _pairs(animals, every_even=options.amb_04)),
        ("RB-LIVE-05", query.donkeys > 0 and not query.same_owner),
        ("RB-LIVE-06", query.donkeys > 0 and not query.wanted),
    )
    return first_violated(against)


def _not_empty(query: BreedingAsked, options: Options) -> bool:
    """Whether the pasture is not empty: geese are goods for donkeys, donkeys are transporters for geese.

    Rules: RB-LIVE-02.
    """
    carried = 0 if options.amb_06 else query.carried
    both = query.donkeys > 0 and query.geese > 0
    return bool(query.building) or count_goods(query.goods) + carried + query.transporters > 0 or both


EXTRA = 2
"""The surcharge in goods at open sea (RB-WALL-12)."""
Tokens = Annotated[int, Meta(ge=1, le=99)]


class WallAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about building (`tokens`) or demolishing (`demolish`) a wall.

    strength: Its present tokens, with neutral ones.
    from_sea: The builder is a boat at open sea.
    stands: The builder's position; only open sea costs more.
    here, there: Goods of the needed kind on both tiles; if set, they must suffice.
    """

    strength: Annotated[int, Meta(ge=0, le=99)] = 0
    tokens: Tokens | None = None
    demolish: bool = False
    from_sea: bool = False
    stands: Literal["land", "docked", "river", "open-sea"] | None = None
    here: Number | None = None
    there: Number | None = None

    def __post_init__(self) -> None:
        if self.tokens is None and not self.demolish:
            raise missing("tokens")


class Stone(msgspec.Struct, frozen=True):
    """The cost of building."""

    stone: int


class Boards(msgspec.Struct, frozen=True):
    """The cost of demolishing; as many neutral tokens are left."""

    boards: int


def walls(state: State | None, query: WallAsked) -> Stone | Boards:
    """The cost. Raises `Refused` without a wall, for a part of one, and for goods on both sides.

    Rules: RB-WALL-03, RB-WALL-04, RB-WALL-06, RB-WALL-08, RB-WALL-11, RB-WALL-12, RB-WALL-13.
    """
    at_sea = query.from_sea or query.stands == "open-sea"
    if query.demolish:
        boards = _demolished_strength(query) + 1 + (EXTRA if at_sea else 0)
        _require_one_side(query, boards, "boards")
        return Boards(boards)
    tokens = query.tokens or 0
    paid = 1 if table_of(state).options.amb_15 else tokens
    stone = sum(query.strength + nth for nth in range(1, tokens + 1)) + (EXTRA * paid if at_sea else 0)
    _require_one_side(query, stone, "stone")
    return Stone(stone)


def _demolished_strength(query: WallAsked) -> int:
    """The strength of the wall, which is demolished as a whole (RB-WALL-07)."""
    if query.strength == 0:
        raise Refused("no-wall", "RB-WALL-06")
    if query.tokens is not None and query.tokens != query.strength:
        raise Refused("wall-in-part", "RB-WALL-07", strength=query.strength)
    return query.strength


def _require_one_side(query: WallAsked, cost: int, good: Good) -> None:
    if query.here is None and query.there is None:
        return
    here, there = query.here or 0, query.there or 0
    if max(here, there) >= cost:
        return
    raise Refused(
        "wall-both-sides" if here + there >= cost else "wall-goods-short", "RB-WALL-09", good=good, cost=cost
    )
