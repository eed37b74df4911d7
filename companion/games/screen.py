"""What the 128x64 display says, as data: codes to be put into words at the edge, never pixels.

The display has `ROWS` rows of `COLUMNS` letters, all of one width. A screen is a title, lines and a
hint that says what the buttons do; `companion.panel.layout` puts it into a language and into rows. A picture
beside them is what is read from a metre; the words are then read behind Select.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.games.picture import Picture
from companion.language.text import Text, text

COLUMNS = 21
ROWS = 4


class Screen(msgspec.Struct, frozen=True):
    """One picture of the display.

    large: draw the title in letters twice as high (it takes two rows).
    qr: what a QR code on the left half holds; the lines then stand to its right.
    picture: what the display shows first, with the hint under it, instead of the words.
    place: which of how many it is that Select walks through, from 1; None where it is alone.
    """

    title: Text
    lines: tuple[Text, ...] = ()
    hint: Text | None = None
    large: bool = False
    qr: str | None = None
    picture: Picture | None = None
    place: tuple[int, int] | None = None


def token(colour: str) -> Text:
    """The player's letter and shape."""
    return text("display.token", letter=colour, shape=colour)


def named(colour: str, name: str) -> Text:
    """The player's token with his name as typed, or with his colour when he gave none."""
    if name:
        return text("display.named", token=token(colour), name=text("display.name", name=name))
    return text("display.coloured", token=token(colour), colour=colour)


def no_bags() -> Screen:
    """That the game on the table has no bags, and so nothing to do with a tag."""
    return Screen(text("panel.no-bags"), (text("panel.no-bags.means"),))


def row(things: Iterable[Text]) -> Text:
    """Things beside each other, with nothing but a blank between them; at least one."""
    joined, *others = things
    for thing in others:
        joined = text("display.beside", first=joined, second=thing)
    return joined


def number(value: int) -> Text:
    """A bare number in a row of things."""
    return text("display.number", number=value)
