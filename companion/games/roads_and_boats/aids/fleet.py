"""Transporters: the limits of a fleet, and a transporter's load and steps."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise
from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import Refused
from companion.games.roads_and_boats.aids.common import Number, first_violated, player_or_only, table_of
from companion.games.roads_and_boats.fleets import (
    FIGURES,
    Excess,
    TransporterFigures,
    excess,
    limits_of,
    on_land_and_water,
    on_water,
)
from companion.games.roads_and_boats.options import Count
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import TRANSPORTERS, Colour, Phase, Transporter

Fleet = dict[Transporter, Count]
FleetInput = Annotated[Fleet, Meta(extra_json_schema={"propertyNames": {"enum": list(TRANSPORTERS)}})]


class FleetAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about the limits of a fleet.

    fleet: Transporters by kind; None for those of `colour` in the game.
    at_factory: Those on a tile with a transporter factory.
    new: A new one at a factory, not yet in `fleet`.
    brought_by: The one at the factory that brought its goods.
    """

    fleet: FleetInput | None = None
    colour: Colour | None = None
    at_factory: FleetInput | None = None
    new: Transporter | None = None
    brought_by: Transporter | None = None


class Removal(msgspec.Struct, frozen=True):
    """How a fleet that is too large is reduced.

    may_go: Transporters that may be removed.
    refund: Whether their goods are returned (AMB-02).
    """

    may_go: Mapping[Transporter, int]
    when: Literal["now", "production-end"]
    refund: Literal["back", "lost"]


class Limits(msgspec.Struct, frozen=True):
    """Whether a fleet is within its limits.

    land, water: Transporters on land and on water.
    remove: How many must be removed.
    removal: If it is known which stand at factories.
    rule: The rule that is violated.
    """

    legal: bool
    land: int
    water: int
    remove: int
    removal: Removal | UnsetType = UNSET
    rule: str | UnsetType = UNSET


def limits(state: State | None, query: FleetAsked) -> Limits:
    """Counts and limits. Raises `Refused` without a fleet, and for one that cannot be reduced."""
    table = table_of(state)
    fleet = _fleet(table, query)
    land, water = on_land_and_water(fleet)
    over = excess(fleet, limits_of(table.options))
    removal: Removal | UnsetType = UNSET
    if over.remove and (query.at_factory is not None or query.new or query.brought_by):
        when: Literal["now", "production-end"] = "production-end" if table.options.amb_38 else "now"
        refund: Literal["back", "lost"] = "back" if table.options.amb_02 else "lost"
        removal = Removal(_removable(table, query, fleet, over), when, refund)
    rule = "RB-FLEET-12" if over.remove else UNSET
    return Limits(over.remove == 0, land, water, over.remove, removal, rule)


def _fleet(table: State, query: FleetAsked) -> dict[Transporter, int]:
    """The fleet of the query with the new transporter."""
    if query.fleet is None:
        seat = player_or_only(table, query.colour)
        if seat is None:
            raise Refused("whose-fleet", "RB-FLEET-12")
        fleet = dict(seat.fleet)
    else:
        fleet = dict(query.fleet)
    return _with(fleet, query.new)


def _removable(table: State, query: FleetAsked, fleet: Fleet, over: Excess) -> dict[Transporter, int]:
    """Removable transporters: those at a transporter factory (RB-FLEET-14, RB-FLEET-15).

    If they are too few, which only breeding can cause, the foal is not born; by the house rule AMB-03 any
    may be removed (RB-FLEET-17).
    """
    there = _with(_with(dict(query.at_factory or {}), query.new), query.brought_by)
    there = {kind: min(count, fleet.get(kind, 0)) for kind, count in there.items()}
    land, water = on_land_and_water(there)
    kinds = all(there.get(kind, 0) >= count for kind, count in over.each)
    if kinds and land >= over.land and water >= over.water and land + water >= over.remove:
        return _effective(there, over)
    if not table.options.amb_03:
        raise Refused("foal-not-born", "RB-FLEET-17", remove=over.remove)
    return _effective(fleet, over)


def _effective(there: Fleet, over: Excess) -> dict[Transporter, int]:
    """Those that reduce the excess: of a medium with too many, or any if there are too many in all."""

    def helps(kind: Transporter) -> bool:
        return bool(over.either or dict(over.each).get(kind) or _of_any(over, on_water(kind)))

    return {kind: there[kind] for kind in TRANSPORTERS if there.get(kind) and helps(kind)}


def _of_any(over: Excess, water: bool) -> bool:
    """Whether any kind of a medium helps, not only kinds with an excess of their own."""
    own = sum(count for kind, count in over.each if on_water(kind) == water)
    return (over.water if water else over.land) > own


def _with(fleet: dict[Transporter, int], one: Transporter | None) -> dict[Transporter, int]:
    return fleet if one is None else {**fleet, one: fleet.get(one, 0) + 1}


Water = Literal["river", "sea", "coast"]
"""A boat's position: in a river, at open sea, docked at a coast."""
Legs: TypeAlias = Number | Annotated[tuple[Number, ...], Meta(max_length=20)]
"""Steps in all, or of each leg."""


class MovementAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about a transporter's move.

    road: Steps by road.
    off_road: Steps without a road, or on water.
    course: A boat's position at the start and after each step.
    loads: Goods aboard at the start and after each stop.
    moved: It has moved this turn.
    """

    transporter: Transporter
    road: Legs = 0
    off_road: Legs = 0
    course: Annotated[tuple[Water, ...], Meta(min_length=1, max_length=20)] | None = None
    loads: Annotated[tuple[Number, ...], Meta(max_length=40)] = ()
    moved: bool = False
    phase: Phase = "movement"


class Move(msgspec.Struct, frozen=True):
    """A transporter's limits, and whether a move is within them.

    load: Maximum of goods.
    steps: Maximum of steps, by road or without.
    rule: The rule that forbids it.
    """

    load: int
    steps: int
    allowed: bool
    rule: str | UnsetType = UNSET


def move(_state: State | None, query: MovementAsked) -> Move:
    """The transporter's limits, and whether a move is within them. Raises `Refused` for an impossible course.

    Rules: RB-MOVE-01, RB-MOVE-02, RB-MOVE-03, RB-MOVE-04, RB-MOVE-06, RB-MOVE-10, RB-BOAT-01.
    """
    figures = FIGURES[query.transporter]
    across = _sum(query.off_road) and not _sum(query.road) and not on_water(query.transporter)
    steps = figures.cross_country if across else figures.steps
    against = _violated_rule(query, figures, steps)
    return Move(figures.load, steps, against is None, against or UNSET)


def _violated_rule(query: MovementAsked, figures: TransporterFigures, steps: int) -> str | None:
    """The first rule that forbids the move."""
    by_road, without, points = _sum(query.road), _sum(query.off_road), _points(query.course)
    boat, donkey = on_water(query.transporter), query.transporter == "donkey"
    return first_violated(
        (
            ("RB-MOVE-01", query.phase != "movement" or (query.moved and by_road + without + points > 0)),
            ("RB-BOAT-01", boat and (by_road > 0 or max(without, points) > steps)),
            ("RB-MOVE-07", not boat and query.course is not None),
            ("RB-MOVE-04", donkey and by_road > 0 and without > 0),
            ("RB-MOVE-03" if donkey else "RB-MOVE-02", not boat and max(by_road, without) > steps),
            ("RB-MOVE-02", not boat and not donkey and without > 0),
            ("RB-MOVE-10", any(load > figures.load for load in query.loads)),
        )
    )


def _sum(legs: int | tuple[int, ...]) -> int:
    return legs if isinstance(legs, int) else sum(legs)


def _points(course: tuple[Water, ...] | None) -> int:
    """The points of a course: one a step, also from a river or a coast to the sea and back.

    A docked boat leaves only to the sea, and docking ends its move (RB-BOAT-05, RB-BOAT-06).

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
