"""Building: cost and terrain; production; and upgrades of factories."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import Refused
from companion.games.roads_and_boats.aids.common import (
    Goods,
    Number,
    Researched,
    Tile,
    first_violated,
    missing,
    player_or_only,
    subjects,
    table_of,
)
from companion.games.roads_and_boats.buildings import BLUEPRINTS, Blueprint, Product, Structure, Terrain
from companion.games.roads_and_boats.fleets import FIGURES
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.research import FACTORIES, UPGRADED_FROM, open_upgrades
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import TRANSPORTERS, Building, Colour, Good, Subject, Transporter

Link = Literal["road", "bridge", "fork"]
"""fork: a tile with two arms of a river, which needs two bridges."""
Site = Literal[Terrain, "any-land", "river"]
"""any-land: with deserts. river: land with a river."""
Quantity: TypeAlias = bool | Annotated[int, Meta(ge=0, le=99)]
"""True is 1."""


class BuildAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about one building, or about roads, bridges or forks.

    researched: The builder's research, or whether it suffices; None for that of `colour`, or of any
      player.
    tile: None for a suitable tile.
    river: The tile has a river.
    coast: The tile is at the sea.
    mouth, source: A bridge at a river's mouth or source.
    irrigated: Deserts are pastures; None as in the game.
    """

    building: Literal[Structure, Link] | None = None
    road: Quantity = False
    bridge: Quantity = False
    fork: Quantity = False
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
    """Whether and at what cost something may be built.

    terrain: Where it may be built.
    needs: The research that its builder needs.
    rule: The rule that forbids it.
    """

    cost: Mapping[Good, int]
    terrain: Site
    needs: Subject | None
    allowed: bool
    rule: str | UnsetType = UNSET


def build(state: State | None, query: BuildAsked) -> Plan:
    """Cost, terrain and research. Raises `Refused` for a colour that does not play."""
    table = table_of(state)
    cost, terrain, needs, rule = _blueprint(query, table.options)
    misplaced = _violated_terrain(query, terrain, rule, table)
    against = misplaced or (None if _has_research(query, needs, table) else "RB-BUILD-11")
    return Plan(cost, terrain, needs, against is None, against or UNSET)


def _blueprint(query: BuildAsked, options: Options) -> tuple[Mapping[Good, int], Site, Subject | None, str]:
    """Cost, terrain, research, and the rule about the terrain.

    Rules: RB-ROAD-01, RB-BRIDGE-01, RB-BRIDGE-03.
    """
    thing = query.building
    if query.fork or thing == "fork":
        return _bridges(query, options, 2 * max(1, query.fork)), "river", None, "RB-BRIDGE-01"
    if query.bridge or thing == "bridge":
        return _bridges(query, options, max(1, query.bridge)), "river", None, "RB-BRIDGE-01"
    if thing is None or thing == "road":
        return {"stone": max(1, query.road)}, "any-land", None, "RB-ROAD-01"
    plan = BLUEPRINTS[thing]
    return plan.cost, plan.terrain, plan.needs, plan.rule


def _bridges(query: BuildAsked, options: Options, count: int) -> Mapping[Good, int]:
    """The cost of bridges: none at a source, nor by a house rule (AMB-16) at a mouth (RB-BRIDGE-02)."""
    return {} if query.source or (query.mouth and options.amb_16) else {"stone": count}


def _violated_terrain(query: BuildAsked, terrain: Site, rule: str, table: State) -> str | None:
    """The rule that the tile violates, if a tile is known. rule: about the terrain."""
    if query.tile is None:
        return None
    irrigated = table.irrigated if query.irrigated is None else query.irrigated
    tile = "pasture" if query.tile == "desert" and irrigated else query.tile
    in_desert = terrain in {"any-land", "sea"} or (terrain == "river" and table.options.amb_17)
    return first_violated(
        (
            ("RB-BUILD-07", tile == "sea" and terrain != "sea"),
            ("RB-BUILD-08", tile == "desert" and not in_desert),
            ("RB-BUILD-09", terrain == "shore" and not (query.river or query.coast)),
            (rule, terrain == "river" and not query.river),
            (rule, terrain in get_args(Tile) and tile != terrain),
        )
    )


def _has_research(query: BuildAsked, needs: Subject | None, table: State) -> bool:
    """Whether the builder has the research; without a colour, whether any player has it.

    Rules: RB-BUILD-11.
    """
    if needs is None:
        return True
    if isinstance(query.researched, bool):
        return query.researched
    if query.researched is not None:
        return needs in subjects(query.researched)
    seat = player_or_only(table, query.colour)
    return any(needs in each.research for each in ((seat,) if seat else table.seats))


class Carrier(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The transporter that brings the goods.

    load: Goods aboard before production, with those to be used.
    """

    transporter: Transporter
    load: Number = 0


class ProductionAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about a building's production.

    goods: Goods to use, on the tile and not on transporters.
    made: Made earlier this turn.
    automatic: All players have finished: it produces from goods on the tile.
    carrier: The transporter that brings the goods.
    first: What a coal burner or papermill uses first; ignored if automatic.
    upgraded: It was upgraded to this factory in this phase.
    """

    building: Structure
    goods: Goods = {}
    made: Annotated[int, Meta(ge=0, le=99)] = 0
    automatic: bool = False
    carrier: Carrier | None = None
    first: Literal["boards", "trunks"] = "boards"
    upgraded: bool = False


class Produced(msgspec.Struct, frozen=True):
    """A building's production.

    makes: The product, even if 0.
    capacity_left: What it can still make this turn.
    on_carrier, on_tile: Where the product is, with a carrier.
    unclaimed: Transporters that no player may claim: they are destroyed.
    """

    uses: dict[Good, int]
    makes: dict[Product, int]
    left: dict[Good, int]
    capacity_left: int
    on_carrier: int | UnsetType = UNSET
    on_tile: int | UnsetType = UNSET
    unclaimed: int | UnsetType = UNSET


def production(state: State | None, query: ProductionAsked) -> Produced:
    """What the building makes now. Raises `Refused` for a mine, and if it has made too much.

    Rules: RB-PROD-06, RB-PROD-18, RB-FLEET-19.
    """
    plan = BLUEPRINTS[query.building]
    if plan.gives is None:
        raise Refused("mine-by-bag", "RB-MINE-08")
    capacity = plan.most - _made_so_far(table_of(state), query, plan)
    sets = _sets(query, plan, capacity)
    uses = _consumed(query, plan, sets)
    made = sets * plan.each
    unclaimed = query.automatic and plan.gives in FIGURES and made > 0
    aboard = _loaded(query, plan, made, sum(uses.values()))
    return Produced(
        uses=uses,
        makes={plan.gives: made},
        left=_positive({good: count - uses.get(good, 0) for good, count in query.goods.items()}),
        capacity_left=capacity - made,
        on_carrier=aboard if query.carrier else UNSET,
        on_tile=made - aboard if query.carrier else UNSET,
        unclaimed=made if unclaimed else UNSET,
    )


def _made_so_far(table: State, query: ProductionAsked, plan: Blueprint) -> int:
    """How much of the turn's maximum is used (RB-PROD-07); an upgrade may renew it (AMB-13)."""
    if query.made > plan.most:
        raise Refused("made-too-much", "RB-PROD-07", building=query.building, most=plan.most)
    return 0 if query.upgraded and table.options.amb_13 else query.made


def _sets(query: ProductionAsked, plan: Blueprint, capacity: int) -> int:
    """The number of complete sets. A wagon factory is never automatic (RB-FLEET-20).

    Rules: RB-PROD-06, RB-PROD-18.
    """
    if query.automatic and query.building == "wagon-factory":
        return 0
    there = (sum(query.goods.get(good, 0) for good in each.of) // each.count for each in plan.takes)
    return min((capacity // plan.each, *there))


def _consumed(query: ProductionAsked, plan: Blueprint, sets: int) -> dict[Good, int]:
    """The goods that are used; automatic production uses boards before trunks (RB-PROD-19, RB-PROD-18)."""
    uses: dict[Good, int] = {}
    for each in plan.takes:
        wanted = each.count * sets
        order = each.of if query.automatic else sorted(each.of, key=lambda good: good != query.first)
        for good in order:
            uses[good] = min(wanted, query.goods.get(good, 0))
            wanted -= uses[good]
    return _positive(uses)


def _loaded(query: ProductionAsked, plan: Blueprint, made: int, used: int) -> int:
    """How much of the product the carrier takes (RB-PROD-15)."""
    if query.carrier is None:
        return 0
    most = FIGURES[query.carrier.transporter].load
    if query.carrier.load > most:
        raise Refused("overloaded", "RB-MOVE-10", transporter=query.carrier.transporter, most=most)
    if query.automatic or plan.gives in FIGURES:
        return 0
    return min(made, most - max(0, query.carrier.load - used))


def _positive(goods: Mapping[Good, int]) -> dict[Good, int]:
    return {good: count for good, count in goods.items() if count}


class UpgradeAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about upgrading a factory.

    researched: What the player has just researched; None for what `colour`, or any player, may still use.
    present: The player has a transporter on the tile.
    """

    building: Structure
    researched: Researched | None = None
    colour: Colour | None = None
    present: bool = True


class Upgrade(msgspec.Struct, frozen=True):
    """The possible upgrades, which are free.

    rule: The rule that forbids any.
    """

    to: tuple[Building, ...]
    rule: str | UnsetType = UNSET


def upgrade(state: State | None, query: UpgradeAsked) -> Upgrade:
    """The upgrades (RB-UPG-01, RB-UPG-04, RB-UPG-07). Raises `Refused` for a colour that does not play."""
    known = _just_researched(table_of(state), query)
    kind = BLUEPRINTS[query.building].gives
    better = (each for each in TRANSPORTERS if each in FACTORIES)
    to = tuple(
        FACTORIES[new]
        for new in better
        for subject in known
        if subject == new and kind in UPGRADED_FROM.get(subject, ())
    )
    against = first_violated(
        (
            ("RB-UPG-06", kind not in FIGURES),
            ("RB-UPG-04", not query.present),
            ("RB-UPG-02", not known),
            ("RB-UPG-01", not any(subject in FACTORIES for subject in known)),
            ("RB-UPG-07", not to),
        )
    )
    return Upgrade((), against) if against else Upgrade(to)


def _just_researched(table: State, query: UpgradeAsked) -> tuple[Subject, ...]:
    if query.researched is not None:
        return subjects(query.researched)
    seat = player_or_only(table, query.colour)
    return tuple(subject for colour, subject in open_upgrades(table) if seat is None or colour == seat.colour)
