"""What happens on the map: how much land it has, the animals on a tile, the walls between tiles."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.games import Refused
from companion.games.roads_and_boats.aids.asking import (
    Goods,
    Number,
    Tile,
    amount,
    forbidding,
    missing,
    table_of,
)
from companion.games.roads_and_boats.buildings import Structure
from companion.games.roads_and_boats.checklist import LAND_TILES
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Good, Phase


class MapAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """players: left out, as many as play the game."""

    players: Annotated[int, Meta(ge=1, le=6)] | None = None


class Map(msgspec.Struct, frozen=True):
    """land_tiles: about so many; sea as one likes."""

    land_tiles: int


def land(state: State | None, asked: MapAsked) -> Map:
    """The land for so many players. Raises `Refused` when nobody knows how many."""
    players = asked.players or (len(state.seats) if state else 0)
    if not players:
        raise Refused("how-many-players", "RB-SETUP-06")
    return Map(LAND_TILES * players)


class BreedingAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is on the tile, on both banks if a river splits it.

    donkeys, geese: all of them there. same_owner: the donkeys belong to one player. wanted: he wants a
    foal. building, goods: whether there are any, which or how many; roads, bridges, walls and a home
    marker are none. transporters: others beside the donkeys. carried: goods that the donkeys carry.
    across: what else is there lies across a river. bred: this tile has had young this turn.
    irrigated: deserts are pastures; left out, what the game says.
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
    """How many of each."""

    donkeys: int = 0
    geese: int = 0


class Born(msgspec.Struct, frozen=True):
    """rule: the rule by which they are born, or by which they are not."""

    born: Young
    rule: str


def breeding(state: State | None, asked: BreedingAsked) -> Born:
    """What is born on the tile in this phase. Never refuses."""
    table = table_of(state)
    irrigated = table.irrigated if asked.irrigated is None else asked.irrigated
    against = _hindrance(asked, table.options, irrigated=irrigated)
    if against:
        return Born(Young(), against)
    young = _pairs(asked.donkeys or asked.geese, every_even=table.options.amb_04)
    return Born(Young(donkeys=young) if asked.donkeys else Young(geese=young), "RB-LIVE-01")


def _pairs(animals: int, *, every_even: bool) -> int:
    """How many pairs breed: exactly two animals do, by a house rule every even number (RB-LIVE-04)."""
    if every_even:
        return animals // 2 if animals % 2 == 0 else 0
    return 1 if animals == 2 else 0


def _hindrance(asked: BreedingAsked, options: Options, *, irrigated: bool) -> str | None:
    """The rule that forbids it, the plainest first."""
    pasture = asked.tile == "pasture" or (asked.tile == "desert" and irrigated)
    animals = asked.donkeys or asked.geese
    against = (
        ("RB-LIVE-08", asked.phase != "production" or asked.bred),
        ("RB-LIVE-07", not pasture),
        ("RB-LIVE-03" if asked.across else "RB-LIVE-02", _spoiled(asked, options)),
        ("RB-LIVE-04", not _pairs(animals, every_even=options.amb_04)),
        ("RB-LIVE-05", asked.donkeys > 0 and not asked.same_owner),
        ("RB-LIVE-06", asked.donkeys > 0 and not asked.wanted),
    )
    return forbidding(against)


def _spoiled(asked: BreedingAsked, options: Options) -> bool:
    """Whether the pasture is not empty: to donkeys geese are goods, to geese donkeys are transporters.

    Rules: RB-LIVE-02.
    """
    carried = 0 if options.amb_06 else asked.carried
    both = asked.donkeys > 0 and asked.geese > 0
    return bool(asked.building) or amount(asked.goods) + carried + asked.transporters > 0 or both


EXTRA = 2
"""Goods that a builder in open sea pays more (RB-WALL-12)."""
Tokens = Annotated[int, Meta(ge=1, le=99)]


class WallAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Either `tokens` (what does laying so many cost?) or `demolish` (what does taking the wall down cost?).

    strength: tokens that stand there now, neutral ones among them. from_sea: the builder is a boat in
    open sea. stands: where the builder is, more exactly; only open sea costs more. here, there: goods
    of the kind to be paid on the one and on the other tile; given, they must suffice.
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
    """stone: what all the tokens cost together."""

    stone: int


class Boards(msgspec.Struct, frozen=True):
    """boards: what demolishing costs; as many neutral tokens then stand there."""

    boards: int


def walls(state: State | None, asked: WallAsked) -> Stone | Boards:
    """The cost. Raises `Refused` for a wall that is not there, a part of one, and goods on both sides.

    Rules: RB-WALL-03, RB-WALL-04, RB-WALL-06, RB-WALL-08, RB-WALL-11, RB-WALL-12, RB-WALL-13.
    """
    at_sea = asked.from_sea or asked.stands == "open-sea"
    if asked.demolish:
        boards = _whole(asked) + 1 + (EXTRA if at_sea else 0)
        _require_one_side(asked, boards, "boards")
        return Boards(boards)
    tokens = asked.tokens or 0
    paid = 1 if table_of(state).options.amb_15 else tokens
    stone = sum(asked.strength + nth for nth in range(1, tokens + 1)) + (EXTRA * paid if at_sea else 0)
    _require_one_side(asked, stone, "stone")
    return Stone(stone)


def _whole(asked: WallAsked) -> int:
    """The strength of a wall that is demolished whole (RB-WALL-07)."""
    if asked.strength == 0:
        raise Refused("no-wall", "RB-WALL-06")
    if asked.tokens is not None and asked.tokens != asked.strength:
        raise Refused("wall-in-part", "RB-WALL-07", strength=asked.strength)
    return asked.strength


def _require_one_side(asked: WallAsked, cost: int, good: Good) -> None:
    if asked.here is None and asked.there is None:
        return
    here, there = asked.here or 0, asked.there or 0
    if max(here, there) >= cost:
        return
    raise Refused(
        "wall-both-sides" if here + there >= cost else "wall-goods-short", "RB-WALL-09", good=good, cost=cost
    )
