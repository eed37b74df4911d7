"""What a transporter carries and how far it goes, and whether a move is one."""

from __future__ import annotations

from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import Meta

from companion.games import Aid, Refused
from companion.games.roads_and_boats.aids.asking import Number
from companion.games.roads_and_boats.fleets import FIGURES, on_water
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Phase, Transporter

Water = Literal["river", "sea", "coast"]
"""Where a boat is: in a river, in open sea, docked at a coast."""
Legs: TypeAlias = Number | Annotated[tuple[Number, ...], Meta(max_length=20)]
"""Steps, or those of each leg: there, back, on."""


class MovementAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """road: steps by road. off_road: steps without one; for a boat, on water.

    course: where a boat is at the beginning and after each step. loads: goods aboard at the beginning and
    after each stop. moved: it has moved this turn.
    """

    transporter: Transporter
    road: Legs = 0
    off_road: Legs = 0
    course: Annotated[tuple[Water, ...], Meta(min_length=1, max_length=20)] | None = None
    loads: Annotated[tuple[Number, ...], Meta(max_length=40)] = ()
    moved: bool = False
    phase: Phase = "movement"


class Move(msgspec.Struct, frozen=True):
    """load: goods that it carries at most. steps: how far it goes in the way asked about, at most.

    allowed: whether it may do all that was asked in one move.
    """

    load: int
    steps: int
    allowed: bool


def answer(_state: State | None, asked: MovementAsked) -> Move:
    """The transporter's figures, and whether the move is within them. Raises `Refused` for no course."""
    figures = FIGURES[asked.transporter]
    by_road, without = _sum(asked.road), _sum(asked.off_road)
    if on_water(asked.transporter):
        steps = figures.steps
        within = by_road == 0 and max(without, _points(asked.course)) <= steps
    else:
        steps = figures.cross_country if without and not by_road else figures.steps
        mixed = by_road > 0 and without > 0
        within = asked.course is None and not mixed and max(by_road, without) <= steps
    carries = all(load <= figures.load for load in asked.loads)
    free = asked.phase == "movement" and not (asked.moved and by_road + without + _points(asked.course))
    return Move(figures.load, steps, within and carries and free)


def _sum(legs: int | tuple[int, ...]) -> int:
    return legs if isinstance(legs, int) else sum(legs)


def _points(course: tuple[Water, ...] | None) -> int:
    """What a course costs: one point a step, also from a river or a coast into the sea and back.

    A docked boat leaves only into the sea, and docking ends its move (RB-BOAT-05, RB-BOAT-06).
    """
    if course is None:
        return 0
    for before, after in pairwise(course):
        if "coast" in {before, after} and "sea" not in {before, after}:
            raise Refused("no-such-course", "RB-BOAT-06")
    if "coast" in course[1:-1]:
        raise Refused("docking-ends", "RB-BOAT-05")
    return len(course) - 1


AID = Aid(MovementAsked, (Move,), answer)
