"""What a game tells of how it came out, for whatever keeps scores and for the book of evenings: numbers in no
language.

A game that has points names in `giving` a module that is a `Giving`.

Where a correction may give a player another colour, a function more tells who has which: `seats(state)`, the
colours in the order of their seats. What was told of a colour before, is then told of the new one.
And where a correction may still say who begins, `begins(state)` tells whether the game stands at its start:
begun is then the last such state.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any, Protocol

import msgspec


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


class Giving(Protocol):
    """What such a module has. All of it is pure, as all rules are, and takes every state that the game can
    have, unless it says otherwise.
    """

    def turn(self, state: Any, /) -> int:
        """The number of the turn, from 1."""

    def result(self, state: Any, begun: Any, /) -> Result:
        """How all stand. begun: the state after the start."""

    def feats(self, state: Any, /) -> Iterable[Feat]:
        """What may be a record of the box, beside points and length, of an ended game; often nothing."""
