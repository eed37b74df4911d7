"""Buildings: what each costs and makes, how many stand on the board, and what they should bring forth."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats import mines, research
from companion.games.roads_and_boats.commands import Build
from companion.games.roads_and_boats.events import BuildingsChanged
from companion.games.roads_and_boats.state import MAX_COUNT, State, require_phase
from companion.games.roads_and_boats.words import (
    BUILDINGS,
    GOODS,
    TRANSPORTERS,
    Building,
    Good,
    Subject,
    Transporter,
)

Structure = Literal[Building, "mine"]
"""Everything that is a building on the board; a mine's number and bag are kept apart."""
Product: TypeAlias = Good | Transporter
Terrain = Literal["woods", "rock", "mountain", "sea", "shore", "land"]
"""Where a building may stand. shore: land with a river or beside the sea. land: any but desert."""


class Ingredient(msgspec.Struct, frozen=True):
    """What one set takes of one kind of input.

    count: how many. of: any of these goods, in the order in which the automatic run uses them up.
    """

    count: int
    of: tuple[Good, ...]


class Blueprint(msgspec.Struct, frozen=True):
    """A building.

    rule: where it stands in the ledger. needs: what its builder must have researched.
    gives: what it makes, None for a mine, whose bag decides. takes: one set of input; none for a
    primary producer. each: how much a set gives. most: how much it makes in a turn for all players together.
    """

    rule: str
    cost: Mapping[Good, int]
    gives: Product | None
    takes: tuple[Ingredient, ...] = ()
    each: int = 1
    most: int = 1
    terrain: Terrain = "land"
    needs: Subject | None = None


_WOOD = (Ingredient(2, ("boards", "trunks")),)
_OIL_AND_IRON = Ingredient(1, ("fuel",)), Ingredient(1, ("iron",))

BLUEPRINTS: Mapping[Structure, Blueprint] = MappingProxyType(
    {
        "woodcutter": Blueprint("RB-BLDG-01", {"boards": 1}, "trunks", terrain="woods"),
        "quarry": Blueprint("RB-BLDG-02", {"boards": 2}, "stone", terrain="rock"),
        "clay-pit": Blueprint("RB-BLDG-03", {"boards": 3}, "clay", terrain="shore"),
        "mine": Blueprint("RB-BLDG-04", {"boards": 3, "stone": 1}, None, terrain="mountain"),
        "oil-rig": Blueprint(
            "RB-BLDG-05", {"boards": 3, "stone": 1}, "fuel", terrain="sea", needs="oil-rig"
        ),
        "sawmill": Blueprint(
            "RB-BLDG-06", {"boards": 2, "stone": 1}, "boards", (Ingredient(1, ("trunks",)),), each=2, most=6
        ),
        "coal-burner": Blueprint("RB-BLDG-07", {"boards": 3}, "fuel", _WOOD, most=6),
        "papermill": Blueprint("RB-BLDG-08", {"boards": 1, "stone": 1}, "paper", _WOOD),
        "stone-factory": Blueprint(
            "RB-BLDG-09", {"boards": 2}, "stone", (Ingredient(1, ("clay",)),), each=2, most=6
        ),
        "mint": Blueprint(
            "RB-BLDG-10", {"boards": 2, "stone": 1}, "coins",
            (Ingredient(1, ("fuel",)), Ingredient(2, ("gold",))),
        ),
        "stock-exchange": Blueprint(
            "RB-BLDG-11", {"stone": 3}, "stock",
            (Ingredient(1, ("paper",)), Ingredient(2, ("coins",))), most=6,
        ),
        "wagon-factory": Blueprint(
            "RB-BLDG-12", {"boards": 2, "stone": 1}, "wagon",
            (Ingredient(1, ("donkeys",)), Ingredient(2, ("boards",))),
        ),
        "truck-factory": Blueprint(
            "RB-BLDG-13", {"boards": 2, "stone": 2}, "truck", _OIL_AND_IRON, needs="truck"
        ),
        "raft-factory": Blueprint(
            "RB-BLDG-14", {"boards": 1, "stone": 1}, "raft", (Ingredient(2, ("trunks",)),), terrain="shore"
        ),
        "rowboat-factory": Blueprint(
            "RB-BLDG-15", {"boards": 2, "stone": 1}, "rowboat", (Ingredient(5, ("boards",)),),
            terrain="shore", needs="rowboat",
        ),
        "steamer-factory": Blueprint(
            "RB-BLDG-16", {"boards": 2, "stone": 2}, "steamer",
            (Ingredient(2, ("fuel",)), Ingredient(1, ("iron",))), terrain="shore", needs="steamer",
        ),
    }
)  # fmt: skip
"""By kind (RB-MINE-02, RB-PROD-08 to RB-PROD-13, RB-FLEET-02 to RB-FLEET-06)."""


def change_buildings(state: State, command: Build, _dice: Dice) -> Events:
    """Buildings come or, when one was entered by mistake, go.

    Factories that may be upgraded now, and what they may become, do so in production too (RB-UPG-02).
    Raises `Refused` for none, for more than there are, or beyond 99.
    """
    upgraded = command.building in research.upgradable(state)
    late = require_phase(state, "building", "RB-BUILD-01", late=command.late or upgraded) and not upgraded
    standing = dict(state.buildings).get(command.building, 0)
    if command.by == 0:
        raise Refused("changes-nothing")
    if standing + command.by < 0:
        raise Refused("buildings-below-zero", "RB-BUILD-06", building=command.building, standing=standing)
    if standing + command.by > MAX_COUNT:
        raise Refused("too-many", most=MAX_COUNT)
    return (BuildingsChanged(command.building, command.by, late),)


def apply_buildings_changed(state: State, event: BuildingsChanged) -> State:
    """The state after buildings came or went."""
    counts = dict(state.buildings)
    counts[event.building] = counts.get(event.building, 0) + event.by
    kept = tuple((kind, counts[kind]) for kind in BUILDINGS if counts.get(kind))
    return replace(state, buildings=kept, touched=state.touched or not event.late)


class Capacity(msgspec.Struct, frozen=True):
    """What all secondary producers of a kind can still make in this phase, if they get their input.

    makes: a good or a transporter. left: of a transporter, less those that were entered in this phase;
    goods that were made are not entered.
    """

    building: Building
    count: int
    makes: Product
    left: int


class ExpectedGoods(msgspec.Struct, frozen=True):
    """goods: by kind, this turn's ore included. mines: the numbers of those still to be drawn."""

    goods: dict[Good, int]
    mines: tuple[int, ...]
    capacity: tuple[Capacity, ...]


def expected_goods(state: State) -> ExpectedGoods | None:
    """What appears in this production phase; None in other phases and while no building was entered.

    A primary producer gives one good (RB-PROD-02), a mine its ore; a secondary one at most so many
    (RB-PROD-07).
    """
    if state.phase != "production" or state.ended or not state.buildings:
        return None
    appears: dict[Product, int] = {}
    for mine in state.mines:
        if mine.drawn in {"gold", "iron"}:
            appears[mine.drawn] = appears.get(mine.drawn, 0) + 1
    capacity: list[Capacity] = []
    made = dict(state.made)
    for building, count in state.buildings:
        plan = BLUEPRINTS[building]
        if plan.gives is None:
            continue
        if plan.takes:
            left = count * plan.most
            left -= made.get(plan.gives, 0) if plan.gives in TRANSPORTERS else 0
            capacity.append(Capacity(building, count, plan.gives, max(0, left)))
        else:
            appears[plan.gives] = appears.get(plan.gives, 0) + count
    goods = {good: appears[good] for good in GOODS if appears.get(good)}
    return ExpectedGoods(goods, mines.undrawn(state), tuple(capacity))
