"""Transporters: whether a fleet is within its limits, what one of them carries and how far it goes."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import Refused
from companion.games.roads_and_boats.aids.asking import Number, forbidding, meant, table_of
from companion.games.roads_and_boats.fleets import (
    FIGURES,
    Excess,
    Figures,
    excess,
    limits_of,
    media,
    on_water,
)
from companion.games.roads_and_boats.options import Count
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import TRANSPORTERS, Colour, Phase, Transporter

Fleet = dict[Transporter, Count]
FleetGiven = Annotated[Fleet, Meta(extra_json_schema={"propertyNames": {"enum": list(TRANSPORTERS)}})]


class FleetAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """fleet: transporters by kind; left out, those of `colour` in the game.

    at_factory: those among them that stand on a tile with a transporter factory. new: one that comes
    now, not yet in `fleet`. brought_by: the one whose goods it was made of; both stand at a factory.
    """

    fleet: FleetGiven | None = None
    colour: Colour | None = None
    at_factory: FleetGiven | None = None
    new: Transporter | None = None
    brought_by: Transporter | None = None


class Removal(msgspec.Struct, frozen=True):
    """may_go: which transporters may be the ones to go. when: at what time.

    refund: whether what they were made of comes back (AMB-02).
    """

    may_go: Mapping[Transporter, int]
    when: Literal["now", "production-end"]
    refund: Literal["back", "lost"]


class Limits(msgspec.Struct, frozen=True):
    """land, water: transporters of each medium. remove: how many must go, 0 when the fleet is legal.

    removal: what may go, when it was said what stands at factories. rule: which an illegal fleet breaks.
    """

    legal: bool
    land: int
    water: int
    remove: int
    removal: Removal | UnsetType = UNSET
    rule: str | UnsetType = UNSET


def limits(state: State | None, asked: FleetAsked) -> Limits:
    """Counts and limits. Raises `Refused` for a fleet that nobody named, and for one that nothing cures."""
    table = table_of(state)
    fleet = _fleet(table, asked)
    land, water = media(fleet)
    over = excess(fleet, limits_of(table.options))
    removal: Removal | UnsetType = UNSET
    if over.remove and (asked.at_factory is not None or asked.new or asked.brought_by):
        when: Literal["now", "production-end"] = "production-end" if table.options.amb_38 else "now"
        refund: Literal["back", "lost"] = "back" if table.options.amb_02 else "lost"
        removal = Removal(_may_go(table, asked, fleet, over), when, refund)
    rule = "RB-FLEET-12" if over.remove else UNSET
    return Limits(over.remove == 0, land, water, over.remove, removal, rule)


def _fleet(table: State, asked: FleetAsked) -> dict[Transporter, int]:
    """The fleet that is asked about, the new transporter in it."""
    if asked.fleet is None:
        seat = meant(table, asked.colour)
        if seat is None:
            raise Refused("whose-fleet", "RB-FLEET-12")
        fleet = dict(seat.fleet)
    else:
        fleet = dict(asked.fleet)
    return _with(fleet, asked.new)


def _may_go(table: State, asked: FleetAsked, fleet: Fleet, over: Excess) -> dict[Transporter, int]:
    """What may go: only what stands at a transporter factory (RB-FLEET-14, RB-FLEET-15).

    Where that is not enough, which only breeding can bring about, the foal is not born; by the house
    rule AMB-03 any of his may go (RB-FLEET-17).
    """
    there = _with(_with(dict(asked.at_factory or {}), asked.new), asked.brought_by)
    there = {kind: min(count, fleet.get(kind, 0)) for kind, count in there.items()}
    land, water = media(there)
    kinds = all(there.get(kind, 0) >= count for kind, count in over.each)
    if kinds and land >= over.land and water >= over.water and land + water >= over.remove:
        return _helpful(there, over)
    if not table.options.amb_03:
        raise Refused("foal-not-born", "RB-FLEET-17", remove=over.remove)
    return _helpful(fleet, over)


def _helpful(there: Fleet, over: Excess) -> dict[Transporter, int]:
    """Those whose going helps: of a medium that is over, or any when there are too many together."""

    def helps(kind: Transporter) -> bool:
        return bool(over.either or dict(over.each).get(kind) or _of_any(over, on_water(kind)))

    return {kind: there[kind] for kind in TRANSPORTERS if there.get(kind) and helps(kind)}


def _of_any(over: Excess, water: bool) -> bool:
    """Whether any kind of a medium helps, and not only those that are over limits of their own."""
    own = sum(count for kind, count in over.each if on_water(kind) == water)
    return (over.water if water else over.land) > own


def _with(fleet: dict[Transporter, int], one: Transporter | None) -> dict[Transporter, int]:
    return fleet if one is None else {**fleet, one: fleet.get(one, 0) + 1}


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

    allowed: whether it may do all that was asked in one move. rule: which forbids it.
    """

    load: int
    steps: int
    allowed: bool
    rule: str | UnsetType = UNSET


def move(_state: State | None, asked: MovementAsked) -> Move:
    """The transporter's figures, and whether the move is within them. Raises `Refused` for no course.

    Rules: RB-MOVE-01, RB-MOVE-02, RB-MOVE-03, RB-MOVE-04, RB-MOVE-06, RB-MOVE-10, RB-BOAT-01.
    """
    figures = FIGURES[asked.transporter]
    across = _sum(asked.off_road) and not _sum(asked.road) and not on_water(asked.transporter)
    steps = figures.cross_country if across else figures.steps
    against = _hindrance(asked, figures, steps)
    return Move(figures.load, steps, against is None, against or UNSET)


def _hindrance(asked: MovementAsked, figures: Figures, steps: int) -> str | None:
    """The rule that forbids the move, the plainest first."""
    by_road, without, points = _sum(asked.road), _sum(asked.off_road), _points(asked.course)
    boat, donkey = on_water(asked.transporter), asked.transporter == "donkey"
    return forbidding(
        (
            ("RB-MOVE-01", asked.phase != "movement" or (asked.moved and by_road + without + points > 0)),
            ("RB-BOAT-01", boat and (by_road > 0 or max(without, points) > steps)),
            ("RB-MOVE-07", not boat and asked.course is not None),
            ("RB-MOVE-04", donkey and by_road > 0 and without > 0),
            ("RB-MOVE-03" if donkey else "RB-MOVE-02", not boat and max(by_road, without) > steps),
            ("RB-MOVE-02", not boat and not donkey and without > 0),
            ("RB-MOVE-10", any(load > figures.load for load in asked.loads)),
        )
    )


def _sum(legs: int | tuple[int, ...]) -> int:
    return legs if isinstance(legs, int) else sum(legs)


def _points(course: tuple[Water, ...] | None) -> int:
    """What a course costs: one point a step, also from a river or a coast into the sea and back.

    A docked boat leaves only into the sea, and docking ends its move (RB-BOAT-05, RB-BOAT-06).

    Rules: RB-BOAT-03, RB-BOAT-04.
    """
    if course is None:
        return 0
    for before, after in pairwise(course):
        if "coast" in {before, after} and "sea" not in {before, after}:
            raise Refused("no-such-course", "RB-BOAT-06")
    if "coast" in course[1:-1]:
        raise Refused("docking-ends", "RB-BOAT-05")
    return len(course) - 1
