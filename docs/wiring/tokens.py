"""A player's colour as everywhere in the companion: colour, shape and letter."""

from __future__ import annotations

import math

from docs.wiring.drawing import INK, PAPER, Drawing, Point

RADIUS = 10.0

COLOURS = {
    "red": ("#b3261e", "R", PAPER), "yellow": ("#f2c117", "Y", INK), "green": ("#1f7a3a", "G", PAPER),
    "blue": ("#1f56b0", "B", PAPER), "purple": ("#7a2f96", "P", PAPER), "black": ("#1c1c1c", "K", PAPER),
    "grey": ("#5f6670", "E", PAPER),
}  # fmt: skip
"""The shape's colour, its letter, and the letter's colour."""
CORNERS = {"yellow": (4, 0.0), "green": (3, 0.0), "blue": (4, 45.0), "purple": (5, 0.0), "black": (8, 22.5)}
"""How many, and by how many degrees the shape is turned; red has none."""
BAR = 13.0
"""Grey is a bar: as wide as the others, this high."""


def token(drawing: Drawing, colour: str, middle: Point) -> None:
    """The shape with its letter."""
    x, y = middle
    fill, letter, ink = COLOURS[colour]
    foot = y + 4
    if colour in CORNERS:
        corners, turned = CORNERS[colour]
        low = 2.5 if corners == 3 else 0.0
        drawing.polygon([_corner(x, y + low, 360 / corners * n + turned) for n in range(corners)], fill=fill)
        foot += low
    elif colour == "grey":
        drawing.box(x - RADIUS, y - BAR / 2, 2 * RADIUS, BAR, fill=fill)
    else:
        drawing.circle(middle, RADIUS - 1, fill=fill, width=1.5)
    drawing.words((x, foot), letter, size=11, anchor="middle", bold=True, fill=ink)


def _corner(x: float, y: float, degrees: float) -> Point:
    angle = math.radians(degrees - 90)
    return x + RADIUS * math.cos(angle), y + RADIUS * math.sin(angle)
