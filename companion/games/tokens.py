"""Players on a display of one colour: a letter and a shape each, and rows of them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.screen import Text, text


def token(colour: str) -> Text:
    """The player's letter and shape."""
    return text("display.token", letter=colour, shape=colour)


def named(colour: str, name: str) -> Text:
    """The player's token with his name as typed, or with his colour when he gave none."""
    if name:
        return text("display.named", token=token(colour), name=text("display.name", name=name))
    return text("display.coloured", token=token(colour), colour=colour)


def row(things: Iterable[Text]) -> Text:
    """Things beside each other, with nothing but a blank between them; at least one."""
    joined, *others = things
    for thing in others:
        joined = text("display.beside", first=joined, second=thing)
    return joined


def number(value: int) -> Text:
    """A bare number in a row of things."""
    return text("display.number", number=value)
