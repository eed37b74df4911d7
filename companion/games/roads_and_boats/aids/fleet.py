"""Whether a fleet is within its limits, and what may go when it is not."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

from companion.games import Aid, Refused
from companion.games.roads_and_boats.aids.asking import meant, table_of
from companion.games.roads_and_boats.fleets import Excess, excess, on_water
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import TRANSPORTERS, Colour, Transporter

_Many = Annotated[int, Meta(ge=0, le=99)]
Fleet = dict[Transporter, _Many]
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

    removal: what may go, when it was said what stands at factories.
    """

    legal: bool
    land: int
    water: int
    remove: int
    removal: Removal | UnsetType = UNSET


def answer(state: State | None, asked: FleetAsked) -> Limits:
    """Counts and limits. Raises `Refused` for a fleet that nobody named, and for one that nothing cures."""
    table = table_of(state)
    fleet = _fleet(table, asked)
    land, water = _media(fleet)
    over = excess(fleet)
    removal: Removal | UnsetType = UNSET
    if over.remove and (asked.at_factory is not None or asked.new or asked.brought_by):
        when: Literal["now", "production-end"] = "production-end" if table.options.amb_38 else "now"
        refund: Literal["back", "lost"] = "back" if table.options.amb_02 else "lost"
        removal = Removal(_may_go(table, asked, fleet, over), when, refund)
    return Limits(over.remove == 0, land, water, over.remove, removal)


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
    land, water = _media(there)
    if land >= over.land and water >= over.water and land + water >= over.remove:
        return _helpful(there, over)
    if not table.options.amb_03:
        raise Refused("foal-not-born", "RB-FLEET-17", remove=over.remove)
    return _helpful(fleet, over)


def _helpful(there: Fleet, over: Excess) -> dict[Transporter, int]:
    """Those whose going helps: of a medium that is over, or any when there are too many together."""

    def helps(kind: Transporter) -> bool:
        return bool(over.either or (over.water if on_water(kind) else over.land))

    return {kind: there[kind] for kind in TRANSPORTERS if there.get(kind) and helps(kind)}


def _media(fleet: Fleet) -> tuple[int, int]:
    """How many transporters are on land, and how many on water."""
    water = sum(count for kind, count in fleet.items() if on_water(kind))
    return sum(fleet.values()) - water, water


def _with(fleet: dict[Transporter, int], one: Transporter | None) -> dict[Transporter, int]:
    return fleet if one is None else {**fleet, one: fleet.get(one, 0) + 1}


AID = Aid(FleetAsked, (Limits,), answer)
