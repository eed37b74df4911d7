"""Aids: calculations beside the board.

Missing fields of a query are taken from the running game, as are its house rules; without a game the printed
rules hold. The box does not know the map.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from companion.games import Aid
from companion.games.roads_and_boats.aids import bag, buildings, fleet, land, wonder

AIDS: Mapping[str, Aid] = MappingProxyType(
    {
        "bricks": Aid(wonder.BricksAsked, (wonder.Cost, wonder.Purchase), wonder.bricks),
        "what-if": Aid(wonder.WhatIfAsked, (wonder.WhatIf,), wonder.what_if),
        "row": Aid(wonder.RowAsked, (wonder.Points,), wonder.row),
        "production": Aid(buildings.ProductionAsked, (buildings.Produced,), buildings.production),
        "bag": Aid(bag.BagAsked, (bag.Odds,), bag.odds),
        "breeding": Aid(land.BreedingAsked, (land.Born,), land.breeding),
        "build": Aid(buildings.BuildAsked, (buildings.Plan,), buildings.build),
        "walls": Aid(land.WallAsked, (land.Stone, land.Boards), land.walls),
        "movement": Aid(fleet.MovementAsked, (fleet.Move,), fleet.move),
        "fleet": Aid(fleet.FleetAsked, (fleet.Limits,), fleet.limits),
        "upgrade": Aid(buildings.UpgradeAsked, (buildings.Upgrade,), buildings.upgrade),
        "map": Aid(land.MapAsked, (land.Map,), land.land),
    }
)
"""By name in addresses, in the order of pages."""
