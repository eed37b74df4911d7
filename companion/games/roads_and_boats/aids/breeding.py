"""Whether animals on a tile have young, and which rule says so."""

from __future__ import annotations

import msgspec

from companion.games import Aid
from companion.games.roads_and_boats.aids.asking import Goods, Number, Tile, amount, table_of
from companion.games.roads_and_boats.buildings import Structure
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Phase


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


def answer(state: State | None, asked: BreedingAsked) -> Born:
    """What is born on the tile in this phase. Never refuses."""
    table = table_of(state)
    irrigated = table.irrigated if asked.irrigated is None else asked.irrigated
    against = _hindrance(asked, table.options, irrigated=irrigated)
    if against:
        return Born(Young(), against)
    young = pairs(asked.donkeys or asked.geese, every_even=table.options.amb_04)
    return Born(Young(donkeys=young) if asked.donkeys else Young(geese=young), "RB-LIVE-01")


def pairs(animals: int, *, every_even: bool) -> int:
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
        ("RB-LIVE-04", not pairs(animals, every_even=options.amb_04)),
        ("RB-LIVE-05", asked.donkeys > 0 and not asked.same_owner),
        ("RB-LIVE-06", asked.donkeys > 0 and not asked.wanted),
    )
    return next((rule for rule, holds in against if holds), None)


def _spoiled(asked: BreedingAsked, options: Options) -> bool:
    """Whether the pasture is not empty: to donkeys geese are goods, to geese donkeys are transporters."""
    carried = 0 if options.amb_06 else asked.carried
    both = asked.donkeys > 0 and asked.geese > 0
    return bool(asked.building) or amount(asked.goods) + carried + asked.transporters > 0 or both


AID = Aid(BreedingAsked, (Born,), answer)
