"""Pictures of the display as data: bands of signs, shapes, words, cells, dots and bars; no pixels.

A picture is readable from a metre. Words that do not fit get smaller letters, then their shorter variants.
`T` is `Text` in a game's picture (`companion.games.picture`), and `str` after `companion.panel.layout`
translated it; `hardware.display` draws that.
"""

from __future__ import annotations

from typing import Generic, Literal, TypeAlias, TypeVar

import msgspec

T = TypeVar("T")
Height = Literal["small", "middle", "large", "whole"]
"""The height of a band.

- small: a row of text; 12 pixels.
- middle: an important fact; leaves room for two small bands and the hint.
- large: the only important fact; leaves room for one small band and the hint.
- whole: all but the hint.
"""


class Sign(msgspec.Struct, frozen=True):
    """A sign by its name (a file in `companion/language/signs`)."""

    name: str
    highlighted: bool = False
    """Drawn dark on a lit ground."""


class Shape(msgspec.Struct, frozen=True):
    """A player's shape, as high as the band; if small, as in a small band."""

    colour: str
    small: bool = False


class Figure(msgspec.Struct, frozen=True):
    """A number, as high as the band. Other marks shrink before it."""

    number: int


class Words(msgspec.Struct, Generic[T], frozen=True):
    """Words, as high as the band or smaller."""

    variants: tuple[T, ...]
    """The same, ever shorter; the first that fits is shown."""
    small: bool = False
    """In small letters, in as many rows as the band has room for."""


class Cell(msgspec.Struct, frozen=True):
    """A number with a state.

    - due: to be done; lit.
    - done.
    - empty: nothing can be done there any more.
    - none: not there yet; a dot.
    - more: there is no room for this and the following cells; three dots.
    """

    number: int
    state: Literal["due", "done", "empty", "none", "more"]
    sign: str = ""
    """Of the result, if the band is high enough."""


class Cells(msgspec.Struct, frozen=True):
    """Up to 42 cells in rows. They fill the room that other marks leave."""

    cells: tuple[Cell, ...]


class DotGroup(msgspec.Struct, frozen=True):
    """Dots of one form, named by its sign."""

    sign: str
    count: int


class Dots(msgspec.Struct, frozen=True):
    """The content of a bag, dot by dot; if there are too many, one dot of each form with their number."""

    groups: tuple[DotGroup, ...]


class Bar(msgspec.Struct, frozen=True):
    """A progress bar that fills the room that other marks leave. marks: notches, in its units."""

    filled: int
    total: int
    marks: tuple[int, ...] = ()


class Count(msgspec.Struct, frozen=True):
    """A player's number."""

    colour: str
    number: int
    highlighted: bool = False


class Counts(msgspec.Struct, frozen=True):
    """A number for each player, in the rows that give the highest figures."""

    counts: tuple[Count, ...]


class Table(msgspec.Struct, frozen=True):
    """Numbers under signs, with a row for each player."""

    signs: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    """Colours, each with a number for each sign."""
    highlighted: str = ""
    """The colour of a row."""


class Position(msgspec.Struct, frozen=True):
    """A position in the order of play: its player's shape, or its number while it is free."""

    number: int
    colour: str | None = None
    highlighted: bool = False


class Positions(msgspec.Struct, frozen=True):
    """The order of play, position by position."""

    positions: tuple[Position, ...]


class PlayerAnswer(msgspec.Struct, frozen=True):
    """A player's answer: `done` for yes, `gone` for no, `asked` (highlighted), or "" before the question."""

    colour: str
    answer: str = ""


class Answers(msgspec.Struct, frozen=True):
    """Players in the order in which they are asked."""

    answers: tuple[PlayerAnswer, ...]


class Row(msgspec.Struct, frozen=True):
    """Players in a row, each as high as the band."""

    colours: tuple[str, ...]
    ready: tuple[str, ...] = ()
    """Drawn small, over a tick if the band is high enough."""
    finished: tuple[str, ...] = ()
    """They have had their go: drawn small."""
    highlighted: str = ""
    """The player who has their go now."""


Mark: TypeAlias = (
    Sign | Shape | Figure | Words[T] | Cells | Dots | Bar | Counts | Positions | Answers | Table | Row
)


class Band(msgspec.Struct, Generic[T], frozen=True):
    """Marks beside each other, from the left and from the right."""

    left: tuple[Mark[T], ...]
    right: tuple[Mark[T], ...] = ()
    height: Height = "small"


class Picture(msgspec.Struct, Generic[T], frozen=True):
    """Bands from top to bottom, above the hint of the screen."""

    bands: tuple[Band[T], ...]
    replaces_lines: bool = False
    """It shows all that the screen's lines have, so no frames of lines follow."""
