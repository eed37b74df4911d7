"""Players on a display of one colour: a letter and a shape each, and rows of them."""

from __future__ import annotations

from collections.abc import Iterable

from companion.games.roads_and_boats.state import Seat
from companion.games.roads_and_boats.words import Colour
from companion.screen import Text, text


def token(colour: Colour) -> Text:
    """The player's letter and shape."""
    return text("display.token", letter=colour, shape=colour)


def named(seat: Seat) -> Text:
    """The player's token with his name, or with his colour when he gave none."""
    if seat.name:
        return text("display.named", token=token(seat.colour), name=text("display.name", name=seat.name))
    return text("display.coloured", token=token(seat.colour), colour=seat.colour)


def row(things: Iterable[Text]) -> Text:
    """Things beside each other, with nothing but a blank between them; at least one."""
    joined, *others = things
    for thing in others:
        joined = text("display.beside", first=joined, second=thing)
    return joined


def number(value: int) -> Text:
    """A bare number in a row of things."""
    return text("display.number", number=value)
