"""Pictures of the display, as data: bands of signs, shapes, letters, cells, dots and bars; never pixels.

A picture is read from a metre. It has a few bands from top to bottom; what does not fit into a band in its
letters is drawn in smaller ones, then in fewer words. What stands for words is `T`: a `Text` where a game
says it (`companion.games.picture`), letters of one language once `companion.panel.layout` has put it there;
`hardware.display` draws it.
"""

from __future__ import annotations

from typing import Generic, Literal, TypeAlias, TypeVar

import msgspec

T = TypeVar("T")
Height = Literal["small", "middle", "large", "whole"]
"""How high a band is: a row of text (12 pixels); an important fact (20), which leaves room for two small ones
and the hint; the only important fact (28), which leaves room for one and the hint; all but the hint (48).
"""


class Sign(msgspec.Struct, frozen=True):
    """A sign by its name (a file in `companion/language/signs`). present: drawn dark on lit ground."""

    name: str
    present: bool = False


class Shape(msgspec.Struct, frozen=True):
    """A player, by the shape of his colour, as high as the band. small: as high as in a small band."""

    colour: str
    small: bool = False


class Figure(msgspec.Struct, frozen=True):
    """A number, in figures as high as the band; other marks give way to it."""

    number: int


class Words(msgspec.Struct, Generic[T], frozen=True):
    """Words, in letters as high as the band, smaller where they do not fit.

    said: the same in ever fewer words; the first that fits is shown. small: in the letters of a small band,
    in as many rows as the band has room for.
    """

    said: tuple[T, ...]
    small: bool = False


class Cell(msgspec.Struct, frozen=True):
    """A numbered place. state: `due` (lit: to be done), `done`, `empty` (nothing can be done there any more),
    `none` (not there yet: a dot) or `more` (this and others have no room: three dots). sign: of what came
    of it, where the band is high enough.
    """

    number: int
    state: Literal["due", "done", "empty", "none", "more"]
    sign: str = ""


class Cells(msgspec.Struct, frozen=True):
    """Numbered places in rows, at most 42, each with its state. It takes the room that the band leaves."""

    each: tuple[Cell, ...]


class Heap(msgspec.Struct, frozen=True):
    """So many dots of one form. sign: the form's name."""

    sign: str
    count: int


class Dots(msgspec.Struct, frozen=True):
    """A bag's content, dot by dot; where there are too many, a dot of each form with their number."""

    heaps: tuple[Heap, ...]


class Bar(msgspec.Struct, frozen=True):
    """How far something has come, in the room that is left. marks: where something happens on the way."""

    filled: int
    of: int
    marks: tuple[int, ...] = ()


class Count(msgspec.Struct, frozen=True):
    """A player with his number. present: the one whom it is about now."""

    colour: str
    number: int
    present: bool = False


class Counts(msgspec.Struct, frozen=True):
    """A number for each player, in as many rows as the band has room for, the figures as high as they fit."""

    each: tuple[Count, ...]


class Table(msgspec.Struct, frozen=True):
    """Numbers of several players under signs: a row for each, who is first in its own column.

    present: the colour of the one whom it is about now. rows: colours, each with a number for each sign.
    """

    signs: tuple[str, ...]
    rows: tuple[tuple[str, tuple[int, ...]], ...]
    present: str = ""


class Place(msgspec.Struct, frozen=True):
    """A place in a row: its player, or its number while it is free. present: the one that is asked about."""

    number: int
    colour: str | None = None
    present: bool = False


class Places(msgspec.Struct, frozen=True):
    """A row of numbered places that players stand on."""

    each: tuple[Place, ...]


class Answered(msgspec.Struct, frozen=True):
    """A player and what he has answered: `done` for yes (ticked), `gone` for no (crossed), `asked` (with a
    question mark, on lit ground), nothing while he is to be asked yet.
    """

    colour: str
    said: str = ""


class Answers(msgspec.Struct, frozen=True):
    """A row of players who are asked one after the other."""

    each: tuple[Answered, ...]


class Row(msgspec.Struct, frozen=True):
    """Players in a row, each as high as the band.

    ready: those among them who are ready, which the others are waited for: small, over a tick where the band
    is high enough. lesser: those who have had their go: small. present: whose go it is, on lit ground.
    """

    colours: tuple[str, ...]
    ready: tuple[str, ...] = ()
    lesser: tuple[str, ...] = ()
    present: str = ""


Mark: TypeAlias = (
    Sign | Shape | Figure | Words[T] | Cells | Dots | Bar | Counts | Places | Answers | Table | Row
)


class Band(msgspec.Struct, Generic[T], frozen=True):
    """Marks beside each other, from the left and up to the right."""

    left: tuple[Mark[T], ...]
    right: tuple[Mark[T], ...] = ()
    height: Height = "small"


class Picture(msgspec.Struct, Generic[T], frozen=True):
    """Bands from top to bottom; the hint of its screen is drawn under them, where there is one.

    alone: it says all that the words say, so none follow: Select goes on to the next choice.
    """

    bands: tuple[Band[T], ...]
    alone: bool = False
