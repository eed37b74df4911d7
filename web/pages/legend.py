"""The legend of the display's signs, for the sheet to print and the box's page."""

from __future__ import annotations

from functools import cache

import msgspec

from companion.language.signs import sign_rows, sign_sizes

SMALL = 9
"""Pixels: the height that most signs have beside a row of text."""


class LegendEntry(msgspec.Struct, frozen=True):
    """What the catalogue explains as `sign.<name>`.

    width, height: in pixels of the display. path: the lit ones, for an SVG; empty without a sign.
    """

    name: str
    width: int = 0
    height: int = 0
    path: str = ""


@cache
def legend(signs: tuple[str, ...]) -> tuple[LegendEntry, ...]:
    """A game's signs as the display draws them."""
    return tuple([_entry(name) if name in sign_sizes() else LegendEntry(name) for name in signs])


def _entry(name: str) -> LegendEntry:
    rows = sign_rows(name, SMALL)
    lit = (f"M{x} {y}h1v1h-1z" for y, row in enumerate(rows) for x, pixel in enumerate(row) if pixel == "#")
    return LegendEntry(name, len(rows[0]), len(rows), "".join(lit))
