"""The shape of every colour, the same on the display, on the phone and on paper.

Who does not see the colours, or sees them on a display of one, knows a player by his shape.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec


class Outline(msgspec.Struct, frozen=True):
    """A shape in a square of 100 by 100.

    sign: the letter of the display's font that looks like it. corners: from left to right and from top to
    bottom, none for what is round. hole: the middle is open.
    """

    sign: str
    corners: tuple[tuple[int, int], ...] = ()
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
