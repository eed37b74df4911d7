"""Every building as the printed aid has it: cost, terrain, what it takes and gives, maximum, research."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal, TypeAlias

import msgspec

from companion.games.roads_and_boats.words import Building, Good, Subject, Transporter

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
    primary producer. each: how much a set gives. most: how much it makes in a turn, whoever asks for it.
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
