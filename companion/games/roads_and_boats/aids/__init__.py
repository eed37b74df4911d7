"""Table aids: what people work out beside the board, answered from what they type in.

The table knows no map. What a question leaves out is taken from the running game, whose house rules
every aid obeys; without a game the printed rules hold.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.games import Aid
from companion.games.roads_and_boats.aids import (
    bag,
    breeding,
    bricks,
    build,
    fleet,
    movement,
    production,
    row,
    upgrade,
    walls,
)
from companion.games.roads_and_boats.aids import map as land

AIDS: Mapping[str, Aid] = MappingProxyType(
    {
        "bricks": bricks.AID,
        "row": row.AID,
        "production": production.AID,
        "bag": bag.AID,
        "breeding": breeding.AID,
        "build": build.AID,
        "walls": walls.AID,
        "movement": movement.AID,
        "fleet": fleet.AID,
        "upgrade": upgrade.AID,
        "map": land.AID,
    }
)
"""By their names in addresses, in the order in which pages offer them."""
