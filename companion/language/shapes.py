"""The shape of every colour, the same on the display, on phones and on paper.

It identifies a player to people who do not see the colour, and on the monochrome display.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class Outline(msgspec.Struct, frozen=True):
    """A shape in a square of 100 by 100."""

    letter: str
    """The letter of the display's font that looks like it."""
    corners: tuple[tuple[int, int], ...] = ()
    """(x, y) from the upper left; empty for a circle."""
    hole: bool = False


SHAPES: Mapping[str, Outline] = MappingProxyType(
    {
        "red": Outline("●"),
        "yellow": Outline("◆", ((50, 0), (100, 50), (50, 100), (0, 50))),
        "green": Outline("▲", ((50, 0), (100, 100), (0, 100))),
        "blue": Outline("■", ((0, 0), (100, 0), (100, 100), (0, 100))),
        "purple": Outline("▼", ((0, 0), (100, 0), (50, 100))),
        "black": Outline("○", hole=True),
        "grey": Outline("▬", ((0, 15), (100, 15), (100, 85), (0, 85))),
    }
)
