"""The toy's words as types: its options, commands and events, and the state that they make."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from companion.games import Command, Event, Player

Colour = Literal["red", "blue", "green"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    target: Annotated[int, Meta(ge=1, le=999)] = 50
    faces: Annotated[int, Meta(ge=2, le=100)] = 6


class Add(Command, frozen=True):
    colour: Colour
    by: Annotated[int, Meta(ge=1, le=9)]


class Roll(Command, frozen=True):
    """The dice add to the counter."""


class Void(Command, frozen=True):
    """The last roll does not count."""


class Advance(Command, frozen=True):
    quick: bool = False


class Finish(Command, frozen=True):
    pass


class Mend(Command, frozen=True):
    """Set the counter; below the target it takes an end back."""

    counter: Annotated[int, Meta(ge=0, le=999)]


class Begun(Event, frozen=True):
    players: tuple[Player, ...]
    options: Options
    first: str


class Added(Event, frozen=True):
    by: int


class Rolled(Event, frozen=True):
    face: int


class Voided(Event, frozen=True):
    face: int


class Advanced(Event, frozen=True):
    phase: str


class Finished(Event, frozen=True):
    pass


class Mended(Event, frozen=True):
    counter: int


class State(msgspec.Struct, frozen=True):
    players: tuple[Player, ...]
    options: Options
    first: str
    turn: int = 1
    phase: str = "rolling"
    counter: int = 0
    rolls: tuple[int, ...] = ()
    finished: bool = False
