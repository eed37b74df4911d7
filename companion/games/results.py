"""Results of games as numbers, for scores, the box's records and MQTT."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from msgspec import Meta


class PlayerResult(msgspec.Struct, frozen=True):
    """A player's result."""

    colour: str
    points: int
    """Higher is better."""
    rank: int = 0
    """From 1, shared in a tie; 0 while undecided, and of a player who has left."""
    won: bool = False
    left: bool = False
    """The player has left the game."""
    details: Mapping[str, int] = MappingProxyType({})
    """Points and tie-breakers by name; the catalogue has each as `result.<name>`."""


class Ended(msgspec.Struct, frozen=True):
    """The end of a game. reason: the game's own word. scores: the game's own structs, for all players."""

    reason: str
    scores: tuple[Any, ...]


class Progress(msgspec.Struct, frozen=True):
    """The progress of a game: `done` of `of`, in its own unit."""

    done: Annotated[int, Meta(ge=0, le=100_000)]
    of: Annotated[int, Meta(ge=1, le=100_000)]


class Result(msgspec.Struct, frozen=True):
    """The results of all players, best first."""

    places: tuple[PlayerResult, ...]
    bgg: int | None = None
    """BoardGameGeek's ID of the game."""
    first: str | None = None
    """The first player's colour."""


class Feat(msgspec.Struct, frozen=True):
    """An achievement that may be a record of the box."""

    name: str
    """The catalogue has `feat.<name>`, and `feat.<name>-came` with value and of."""
    value: int
    """Higher is better."""
    colour: str | None = None
    """None for the whole table."""
    of: int = 0
    """Number of tries."""
    chance: Fraction | None = None
    """The probability of this value or a higher one: the lowest is then the record."""
