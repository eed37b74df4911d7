"""How a game stands and came out, for scores, the book of evenings and a broker: numbers in no language."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Annotated, Any

import msgspec
from msgspec import Meta


class Place(msgspec.Struct, frozen=True):
    """How a player stands. points: higher is better. rank: from 1, shared by who shares it; 0 while it is not
    decided. won: he has won, maybe with others. left: he has left the game. details: what the points come of,
    or what decides between equals, by names that the catalogue knows as `result.<name>`.
    """

    colour: str
    points: int
    rank: int = 0
    won: bool = False
    left: bool = False
    details: Mapping[str, int] = MappingProxyType({})


class Ended(msgspec.Struct, frozen=True):
    """How a game ended. reason: the game's own word. scores: of all who played, the game's own structs."""

    reason: str
    scores: tuple[Any, ...]


class Progress(msgspec.Struct, frozen=True):
    """How far a game has come. done, of: in its own measure, `done` from 0 to `of`."""

    done: Annotated[int, Meta(ge=0, le=100_000)]
    of: Annotated[int, Meta(ge=1, le=100_000)]


class Result(msgspec.Struct, frozen=True):
    """How all stand, the first first. bgg: BoardGameGeek's number of the game, None for one that it does not
    know. first: the colour that began, None where nobody did.
    """

    places: tuple[Place, ...]
    bgg: int | None = None
    first: str | None = None


class Feat(msgspec.Struct, frozen=True):
    """Something that may be a record. name: the catalogue knows it as `feat.<name>`, and what it came to as
    `feat.<name>-came`, said with value and of. value: the higher, the better. colour: whose it is, None for
    the whole table's. of: in how many tries. chance: how likely that much or more was; the least likely is
    then the best, over games of any length.
    """

    name: str
    value: int
    colour: str | None = None
    of: int = 0
    chance: Fraction | None = None
