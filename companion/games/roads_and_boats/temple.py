"""The temple row and what it decides: formulas F-01 to F-03."""

from __future__ import annotations

from collections.abc import Collection

from companion.games.roads_and_boats.words import Colour

Row = tuple[Colour, ...]


def settled(row: Row, cashed: Collection[Colour]) -> Row:
    """The row after cashing in: keepers in the old order, then cashers in reverse (RB-CONF-04)."""
    keepers = tuple(colour for colour in row if colour not in cashed)
    cashers = tuple(colour for colour in reversed(row) if colour in cashed)
    return keepers + cashers


def asked(row: Row, *, everybody: bool) -> Row:
    """Who is asked whether he keeps praying: all but the last, who has no choice (RB-CONF-05).

    everybody: the house rule AMB-31 asks him too.
    """
    return row if everybody else row[:-1]


def choosing_order(row: Row) -> Row:
    """Who chooses his position when: farthest from the temple first (RB-CONF-06)."""
    return row[::-1]


def first_sequence(row: Row, *, draw_order: bool) -> Row:
    """The sequence chart at the start: position 1 is farthest from the temple (RB-SETUP-12).

    draw_order: the house rule AMB-01 copies the row as it was drawn.
    """
    return row if draw_order else row[::-1]
