"""Screens of the display as data: texts, not yet in any language.

The display has `ROWS` rows of `COLUMNS` letters of equal width. `companion.panel.layout` translates a screen
and breaks it into rows.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from companion.games.picture import Picture
from companion.language.text import Text, text

COLUMNS = 21
ROWS = 4


class Screen(msgspec.Struct, frozen=True):
    """A title, lines, and a hint about the buttons."""

    title: Text
    lines: tuple[Text, ...] = ()
    hint: Text | None = None
    large: bool = False
    """The title has letters twice as high, in two rows."""
    qr: str | None = None
    """The content of a QR code on the left half, with the lines on its right."""
    picture: Picture | None = None
    """Shown first, with the hint; title and lines follow at Select."""
    position: tuple[int, int] | None = None
    """Its number among the screens that Select shows, from 1, and how many there are; None for one alone."""


def token(colour: str) -> Text:
    """The player's letter and shape."""
    return text("display.token", letter=colour, shape=colour)


def named(colour: str, name: str) -> Text:
    """The player's token with their name, or with the colour if they have none."""
    if name:
        return text("display.named", token=token(colour), name=text("display.name", name=name))
    return text("display.coloured", token=token(colour), colour=colour)


def no_bags() -> Screen:
    """The screen for a tag in a game without bags."""
    return Screen(text("panel.no-bags"), (text("panel.no-bags.means"),))


def row(items: Iterable[Text]) -> Text:
    """Items beside each other with a blank between them; at least one."""
    joined, *others = items
    for item in others:
        joined = text("display.beside", first=joined, second=item)
    return joined


def number(value: int) -> Text:
    """A number in a row of items."""
    return text("display.number", number=value)
