"""The game's words as types: its options, commands and events, and the state that they make."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

import msgspec
from msgspec import Meta

from companion.games import Command, Event

Colour = Literal["red", "yellow", "green", "blue"]
COLOURS: tuple[Colour, ...] = get_args(Colour)
MOST = 3
"""What a player adds in a turn, at most (TALLY-01)."""


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """goal: the number that wins (TALLY-02)."""

    goal: Annotated[int, Meta(ge=5, le=99)] = 21


class Add(Command, frozen=True):
    """A player adds to the counter."""

    colour: Colour
    by: Annotated[int, Meta(ge=1, le=MOST)]


class Seat(msgspec.Struct, frozen=True):
    """Who plays a colour. name: empty when the colour is the name."""

    colour: Colour
    name: str = ""


class Begun(Event, frozen=True):
    """seats: in the order of their turns."""

    seats: tuple[Seat, ...]
    goal: int


class Added(Event, frozen=True):
    """The player whose turn it was has added to the counter."""

    by: int


class State(msgspec.Struct, frozen=True):
    """turns: how many have been taken."""

    seats: tuple[Seat, ...]
    goal: int
    counter: int = 0
    turns: int = 0
