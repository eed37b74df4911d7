"""What may be built where and at what cost, what buildings make, and what factories become."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import Refused
from companion.games.roads_and_boats.aids.asking import (
    Goods,
    Number,
    Researched,
    Tile,
    forbidding,
    meant,
    missing,
    subjects,
    table_of,
)
from companion.games.roads_and_boats.buildings import BLUEPRINTS, Blueprint, Product, Structure, Terrain
from companion.games.roads_and_boats.fleets import FIGURES
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.research import FACTORIES, UPGRADED_FROM, open_now
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import TRANSPORTERS, Building, Colour, Good, Subject, Transporter

Way = Literal["road", "bridge", "fork"]
"""fork: every part of a tile with two arms of a river, which takes two bridges."""
Place = Literal[Terrain, "any-land", "river"]
"""any-land: desert too. river: land with a river."""
HowMany: TypeAlias = bool | Annotated[int, Meta(ge=0, le=99)]
"""Yes is one."""


class BuildAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One thing: `building`, or `road`, `bridge` or `fork`, of which it may be several.

    researched: the builder's research, or whether he has what it needs; left out, that of `colour` in
    the game, or of anybody there. tile: the kind of tile; left out, it is taken to be a right one.
    river, coast: the tile has a river, lies by the sea. mouth, source: of a river, for a bridge.
    irrigated: deserts are pastures; left out, what the game says.
    """

    building: Literal[Structure, Way] | None = None
    road: HowMany = False
    bridge: HowMany = False
    fork: HowMany = False
    researched: bool | Researched | None = None
    colour: Colour | None = None
    tile: Tile | None = None
    river: bool = False
    coast: bool = False
    mouth: bool = False
    source: bool = False
    irrigated: bool | None = None

    def __post_init__(self) -> None:
        if not (self.building or self.road or self.bridge or self.fork):
            raise missing("building")


class Plan(msgspec.Struct, frozen=True):
    """cost: goods. terrain: where it may stand. needs: the research that its builder must have done.

    allowed: whether he may build it there. rule: which forbids it.
    """

    cost: Mapping[Good, int]
    terrain: Place
    needs: Subject | None
    allowed: bool
    rule: str | UnsetType = UNSET


def build(state: State | None, asked: BuildAsked) -> Plan:
    """Cost, terrain, research. Raises `Refused` when nobody plays the colour."""
    table = table_of(state)
    cost, terrain, needs, rule = _printed(asked, table.options)
    misplaced = _misplaced(asked, terrain, rule, table)
    against = misplaced or (None if _knows(asked, needs, table) else "RB-BUILD-11")
    return Plan(cost, terrain, needs, against is None, against or UNSET)


def _printed(asked: BuildAsked, options: Options) -> tuple[Mapping[Good, int], Place, Subject | None, str]:
    """Cost, terrain, research, and the rule that says where it stands.

    Rules: RB-ROAD-01, RB-BRIDGE-01, RB-BRIDGE-03.
    """
    thing = asked.building
    if asked.fork or thing == "fork":
        return _bridges(asked, options, 2 * max(1, asked.fork)), "river", None, "RB-BRIDGE-01"
    if asked.bridge or thing == "bridge":
        return _bridges(asked, options, max(1, asked.bridge)), "river", None, "RB-BRIDGE-01"
    if thing is None or thing == "road":
        return {"stone": max(1, asked.road)}, "any-land", None, "RB-ROAD-01"
    plan = BLUEPRINTS[thing]
    return plan.cost, plan.terrain, plan.needs, plan.rule


def _bridges(asked: BuildAsked, options: Options, count: int) -> Mapping[Good, int]:
    """What the bridges cost; a source needs none, nor by a house rule (AMB-16) a mouth (RB-BRIDGE-02)."""
    return {} if asked.source or (asked.mouth and options.amb_16) else {"stone": count}


def _misplaced(asked: BuildAsked, terrain: Place, rule: str, table: State) -> str | None:
    """The rule by which the tile is a wrong one, as far as it was said. rule: says where the thing stands."""
    if asked.tile is None:
        return None
    irrigated = table.irrigated if asked.irrigated is None else asked.irrigated
    tile = "pasture" if asked.tile == "desert" and irrigated else asked.tile
    in_desert = terrain in {"any-land", "sea"} or (terrain == "river" and table.options.amb_17)
    return forbidding(
        (
            ("RB-BUILD-07", tile == "sea" and terrain != "sea"),
            ("RB-BUILD-08", tile == "desert" and not in_desert),
            ("RB-BUILD-09", terrain == "shore" and not (asked.river or asked.coast)),
            (rule, terrain == "river" and not asked.river),
            (rule, terrain in get_args(Tile) and tile != terrain),
        )
    )


def _knows(asked: BuildAsked, needs: Subject | None, table: State) -> bool:
    """Whether the builder has the research; without a name, whether anybody at the table has it.

    Rules: RB-BUILD-11.
    """
    if needs is None:
        return True
    if isinstance(asked.researched, bool):
        return asked.researched
    if asked.researched is not None:
        return needs in subjects(asked.researched)
    seat = meant(table, asked.colour)
    return any(needs in each.research for each in ((seat,) if seat else table.seats))


class Carrier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The transporter that brings the goods.

    load: goods aboard before anything is made, those that are handed in among them.
    """

    transporter: Transporter
    load: Number = 0


class ProductionAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """goods: what the building may use, on the tile and off transporters.

    made: how much it has made this turn already. automatic: everybody has finished, and it goes on by
    itself with what lies on the tile. carrier: the transporter whose goods they are. first: what a
    player lets a coal burner or papermill use first; it never asks in the automatic run.
    upgraded: it was turned into this factory in this phase.
    """

    building: Structure
    goods: Goods = {}
    made: Annotated[int, Meta(ge=0, le=99)] = 0
    automatic: bool = False
    carrier: Carrier | None = None
    first: Literal["boards", "trunks"] = "boards"
    upgraded: bool = False


class Produced(msgspec.Struct, frozen=True):
    """uses, left: goods, without the kinds of which there are none. makes: the product, even if none.

    capacity_left: what it can still make this turn. on_carrier, on_tile: where the product is, with
    a carrier. unclaimed: the transporters among it that nobody may claim, so they are destroyed.
    """

    uses: dict[Good, int]
    makes: dict[Product, int]
    left: dict[Good, int]
    capacity_left: int
    on_carrier: int | UnsetType = UNSET
    on_tile: int | UnsetType = UNSET
    unclaimed: int | UnsetType = UNSET


def production(state: State | None, asked: ProductionAsked) -> Produced:
    """What the building makes now. Raises `Refused` for what it cannot have made, and for a mine.

    Rules: RB-PROD-06, RB-PROD-18, RB-FLEET-19.
    """
    plan = BLUEPRINTS[asked.building]
    if plan.gives is None:
        raise Refused("mine-by-bag", "RB-MINE-08")
    capacity = plan.most - _made(table_of(state), asked, plan)
    sets = _sets(asked, plan, capacity)
    uses = _used(asked, plan, sets)
    made = sets * plan.each
    unclaimed = asked.automatic and plan.gives in FIGURES and made > 0
    aboard = _aboard(asked, plan, made, sum(uses.values()))
    return Produced(
        uses=uses,
        makes={plan.gives: made},
        left=_positive({good: count - uses.get(good, 0) for good, count in asked.goods.items()}),
        capacity_left=capacity - made,
        on_carrier=aboard if asked.carrier else UNSET,
        on_tile=made - aboard if asked.carrier else UNSET,
        unclaimed=made if unclaimed else UNSET,
    )


def _made(table: State, asked: ProductionAsked, plan: Blueprint) -> int:
    """How much of this turn's maximum is used up (RB-PROD-07); an upgrade may renew it (AMB-13)."""
    if asked.made > plan.most:
        raise Refused("made-too-much", "RB-PROD-07", building=asked.building, most=plan.most)
    return 0 if asked.upgraded and table.options.amb_13 else asked.made


def _sets(asked: ProductionAsked, plan: Blueprint, capacity: int) -> int:
    """How many complete sets are turned into goods. A wagon factory never runs by itself (RB-FLEET-20).

    Rules: RB-PROD-06, RB-PROD-18.
    """
    if asked.automatic and asked.building == "wagon-factory":
        return 0
    there = (sum(asked.goods.get(good, 0) for good in each.of) // each.count for each in plan.takes)
    return min((capacity // plan.each, *there))


def _used(asked: ProductionAsked, plan: Blueprint, sets: int) -> dict[Good, int]:
    """Which goods that takes; in the automatic run boards before trunks (RB-PROD-19, RB-PROD-18)."""
    uses: dict[Good, int] = {}
    for each in plan.takes:
        wanted = each.count * sets
        order = each.of if asked.automatic else sorted(each.of, key=lambda good: good != asked.first)
        for good in order:
            uses[good] = min(wanted, asked.goods.get(good, 0))
            wanted -= uses[good]
    return _positive(uses)


def _aboard(asked: ProductionAsked, plan: Blueprint, made: int, used: int) -> int:
    """How much of the product fits on the transporter that brought the goods (RB-PROD-15)."""
    if asked.carrier is None:
        return 0
    most = FIGURES[asked.carrier.transporter].load
    if asked.carrier.load > most:
        raise Refused("overloaded", "RB-MOVE-10", transporter=asked.carrier.transporter, most=most)
    if asked.automatic or plan.gives in FIGURES:
        return 0
    return min(made, most - max(0, asked.carrier.load - used))


def _positive(goods: Mapping[Good, int]) -> dict[Good, int]:
    return {good: count for good, count in goods.items() if count}


class UpgradeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """researched: what the player has just researched; left out, what `colour`, or anybody, may still use.

    present: a transporter of his is on the tile.
    """

    building: Structure
    researched: Researched | None = None
    colour: Colour | None = None
    present: bool = True


class Upgrade(msgspec.Struct, frozen=True):
    """to: what it may become, free of charge; empty when it stays what it is. rule: by which it stays."""

    to: tuple[Building, ...]
    rule: str | UnsetType = UNSET


def upgrade(state: State | None, asked: UpgradeAsked) -> Upgrade:
    """The choices (RB-UPG-01, RB-UPG-04, RB-UPG-07). Raises `Refused` when nobody plays the colour."""
    known = _just_researched(table_of(state), asked)
    kind = BLUEPRINTS[asked.building].gives
    better = (each for each in TRANSPORTERS if each in FACTORIES)
    to = tuple(
        FACTORIES[new]
        for new in better
        for subject in known
        if subject == new and kind in UPGRADED_FROM.get(subject, ())
    )
    against = forbidding(
        (
            ("RB-UPG-06", kind not in FIGURES),
            ("RB-UPG-04", not asked.present),
            ("RB-UPG-02", not known),
            ("RB-UPG-01", not any(subject in FACTORIES for subject in known)),
            ("RB-UPG-07", not to),
        )
    )
    return Upgrade((), against) if against else Upgrade(to)


def _just_researched(table: State, asked: UpgradeAsked) -> tuple[Subject, ...]:
    if asked.researched is not None:
        return subjects(asked.researched)
    seat = meant(table, asked.colour)
    return tuple(subject for colour, subject in open_now(table) if seat is None or colour == seat.colour)
