"""What a building, a road or a bridge costs, where it may stand, and whether one may build it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from companion.games import Aid
from companion.games.roads_and_boats.aids.asking import Researched, Tile, meant, missing, subjects, table_of
from companion.games.roads_and_boats.buildings import BLUEPRINTS, Structure, Terrain
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Colour, Good, Subject

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

    allowed: whether he may build it there.
    """

    cost: Mapping[Good, int]
    terrain: Place
    needs: Subject | None
    allowed: bool


def answer(state: State | None, asked: BuildAsked) -> Plan:
    """Cost, terrain, research. Raises `Refused` when nobody plays the colour."""
    table = table_of(state)
    cost, terrain, needs = _printed(asked, table.options)
    return Plan(cost, terrain, needs, _fits(asked, terrain, table) and _knows(asked, needs, table))


def _printed(asked: BuildAsked, options: Options) -> tuple[Mapping[Good, int], Place, Subject | None]:
    thing = asked.building
    if asked.fork or thing == "fork":
        return _bridges(asked, options, 2 * max(1, asked.fork)), "river", None
    if asked.bridge or thing == "bridge":
        return _bridges(asked, options, max(1, asked.bridge)), "river", None
    if thing is None or thing == "road":
        return {"stone": max(1, asked.road)}, "any-land", None
    plan = BLUEPRINTS[thing]
    return plan.cost, plan.terrain, plan.needs


def _bridges(asked: BuildAsked, options: Options, count: int) -> Mapping[Good, int]:
    """What the bridges cost; a source needs none, nor by a house rule (AMB-16) a mouth (RB-BRIDGE-02)."""
    return {} if asked.source or (asked.mouth and options.amb_16) else {"stone": count}


def _fits(asked: BuildAsked, terrain: Place, table: State) -> bool:
    """Whether the tile is a right one, as far as it was said (RB-BUILD-07 to RB-BUILD-09)."""
    if asked.tile is None:
        return True
    irrigated = table.irrigated if asked.irrigated is None else asked.irrigated
    tile = "pasture" if asked.tile == "desert" and irrigated else asked.tile
    open_land = tile not in {"sea", "desert"}
    match terrain:
        case "any-land":
            return tile != "sea"
        case "land":
            return open_land
        case "shore":
            return open_land and (asked.river or asked.coast)
        case "river":
            return asked.river and (open_land or (tile == "desert" and table.options.amb_17))
        case _:
            return tile == terrain


def _knows(asked: BuildAsked, needs: Subject | None, table: State) -> bool:
    """Whether the builder has the research; without a name, whether anybody at the table has it."""
    if needs is None:
        return True
    if isinstance(asked.researched, bool):
        return asked.researched
    if asked.researched is not None:
        return needs in subjects(asked.researched)
    seat = meant(table, asked.colour)
    return any(needs in each.research for each in ((seat,) if seat else table.seats))


AID = Aid(BuildAsked, (Plan,), answer)
