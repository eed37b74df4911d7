"""What each kind of transporter carries and how far it goes, as the printed aid has it."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec

from companion.games.roads_and_boats.words import LAND, Transporter


class Figures(msgspec.Struct, frozen=True):
    """load: goods aboard at any moment. steps: tiles in a move, by road or on water.

    cross_country: tiles in a move of a land transporter without a road.
    """

    load: int
    steps: int
    cross_country: int = 0


FIGURES: Mapping[Transporter, Figures] = MappingProxyType(
    {
        "donkey": Figures(2, 2, cross_country=1),
        "wagon": Figures(3, 3),
        "truck": Figures(6, 4),
        "raft": Figures(3, 3),
        "rowboat": Figures(5, 4),
        "steamer": Figures(8, 6),
    }
)
"""By kind (RB-FLEET-01)."""


def on_water(transporter: Transporter) -> bool:
    """Whether it is a boat."""
    return transporter not in LAND
