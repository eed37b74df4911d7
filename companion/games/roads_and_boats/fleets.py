"""Transporters: what each can do, how many every player has, and how many are too many."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats.commands import ChangeFleet, MakeWagon
from companion.games.roads_and_boats.events import FleetChanged
from companion.games.roads_and_boats.options import Fleet, Options
from companion.games.roads_and_boats.state import (
    MAX_COUNT,
    State,
    fleet_counts,
    present_seat_of,
    present_seats,
    require_go,
    seat_of,
    with_seat,
)
from companion.games.roads_and_boats.words import LAND, TRANSPORTERS, Colour, Transporter

MAX_LAND = 5
MAX_WATER = 5
MAX_TOTAL = 8


class Limits(msgspec.Struct, frozen=True):
    """The most that a player may have by land, on water, of both, and of each kind; None: any number."""

    land: int | None = MAX_LAND
    water: int | None = MAX_WATER
    total: int | None = MAX_TOTAL
    each: Mapping[Transporter, int | None] = MappingProxyType({})


STANDARD = Limits()
"""The rules' own (RB-FLEET-12)."""


def limits_of(options: Options) -> Limits:
    """The limits of this game."""
    own = options.fleet
    return Limits(
        land=MAX_LAND if own.land is UNSET else own.land,
        water=MAX_WATER if own.water is UNSET else own.water,
        total=MAX_TOTAL if own.total is UNSET else own.total,
        each={} if own.each is UNSET else own.each,
    )


def _named_kinds(fleet: Fleet) -> dict[Transporter, int]:
    counts = ((kind, getattr(fleet, kind)) for kind in TRANSPORTERS)
    return {kind: count for kind, count in counts if count is not UNSET}


def explicit_fleet(fleet: Fleet) -> Fleet:
    """The option with an explicit starting fleet, and without limits that equal the rules' own.

    With limits only, all start with three donkeys (RB-SETUP-15).
    """
    starts = _named_kinds(fleet)
    if not starts and fleet != Fleet():
        starts = _named_kinds(Options().fleet)
    each: dict[Transporter, int | None]
    each = {kind: most for kind, most in (fleet.each or {}).items() if most is not None}
    return Fleet(
        **starts,
        land=UNSET if fleet.land == MAX_LAND else fleet.land,
        water=UNSET if fleet.water == MAX_WATER else fleet.water,
        total=UNSET if fleet.total == MAX_TOTAL else fleet.total,
        each=each or UNSET,
    )


def start_fleet(options: Options) -> dict[Transporter, int]:
    """The starting fleet by kind (RB-SETUP-15)."""
    return _named_kinds(explicit_fleet(options.fleet))


def corrected_fleet(before: Fleet, change: Fleet) -> Fleet:
    """The option after a correction: named kinds are the whole start fleet, limits change one by one."""
    limits_only = not _named_kinds(change) and change != Fleet()
    starts = _named_kinds(explicit_fleet(before)) if limits_only else _named_kinds(change)
    return explicit_fleet(
        Fleet(
            **(starts or {"donkey": 0}),
            land=before.land if change.land is UNSET else change.land,
            water=before.water if change.water is UNSET else change.water,
            total=before.total if change.total is UNSET else change.total,
            each=(before.each or {}) | (change.each or {}),
        )
    )


class TransporterFigures(msgspec.Struct, frozen=True):
    """load: goods aboard at any moment. steps: tiles in a move, by road or on water.

    cross_country: tiles in a move of a land transporter without a road.
    """

    load: int
    steps: int
    cross_country: int = 0


FIGURES: Mapping[Transporter, TransporterFigures] = MappingProxyType(
    {
        "donkey": TransporterFigures(2, 2, cross_country=1),
        "wagon": TransporterFigures(3, 3),
        "truck": TransporterFigures(6, 4),
        "raft": TransporterFigures(3, 3),
        "rowboat": TransporterFigures(5, 4),
        "steamer": TransporterFigures(8, 6),
    }
)
"""By kind (RB-FLEET-01)."""


def on_water(transporter: Transporter) -> bool:
    """Whether it is a boat."""
    return transporter not in LAND


def on_land_and_water(fleet: Mapping[Transporter, int]) -> tuple[int, int]:
    """How many transporters are on land, and how many on water."""
    water = sum([count for kind, count in fleet.items() if kind not in LAND])
    return sum(fleet.values()) - water, water


class Excess(msgspec.Struct, frozen=True):
    """land, water: how many of that medium must go. either: how many more, of whichever medium.

    each: how many of a kind that has a limit of its own, counted among those of its medium.
    """

    land: int
    water: int
    either: int
    each: tuple[tuple[Transporter, int], ...] = ()

    @property
    def remove(self) -> int:
        """How many must go in all."""
        return self.land + self.water + self.either


def excess(fleet: Mapping[Transporter, int], limits: Limits = STANDARD) -> Excess:
    """How many transporters must go, by medium (RB-FLEET-12, F-10)."""
    by_land, by_water = on_land_and_water(fleet)
    land, water = _count_beyond(by_land, limits.land), _count_beyond(by_water, limits.water)
    of_kind: dict[Transporter, int] = {}
    if limits.each:
        of_kind = {kind: _count_beyond(fleet.get(kind, 0), most) for kind, most in limits.each.items()}
        land_kinds, water_kinds = on_land_and_water(of_kind)
        land, water = max(land, land_kinds), max(water, water_kinds)
    either = max(_count_beyond(by_land + by_water, limits.total) - land - water, 0)
    return Excess(land, water, either, fleet_counts(of_kind) if of_kind else ())


def _count_beyond(number: int, most: int | None) -> int:
    return 0 if most is None else max(number - most, 0)


def over_limit(state: State) -> tuple[tuple[Colour, Excess], ...]:
    """Who has too many transporters, and how many must go."""
    limits = limits_of(state.options)
    bounds = (limits.land, limits.water, limits.total, *limits.each.values())
    least = min([most for most in bounds if most is not None], default=MAX_COUNT)
    # a fleet of no more than the smallest of them keeps all of them
    large = [seat for seat in present_seats(state) if sum([count for _, count in seat.fleet]) > least]
    every = [(seat.colour, excess(dict(seat.fleet), limits)) for seat in large]
    return tuple([(colour, over) for colour, over in every if over.remove])


def require_legal(state: State, go_of: Colour | None = None) -> None:
    """Refuse to leave the phase, or a player's go, while a fleet is over its limit (RB-FLEET-13).

    go_of: in which player's go; no other fleet holds it up. With the house rule AMB-38 only the end of
    production is.
    """
    if state.options.amb_38 and (go_of is not None or state.phase != "production"):
        return
    for colour, over in over_limit(state):
        if go_of not in (None, colour):
            continue
        rule = "RB-FLEET-12" if state.options.amb_38 else "RB-FLEET-13"
        raise Refused(
            "fleet-over-limit", rule,
            colour=colour, remove=over.remove,
            from_land=over.land, from_water=over.water, from_either=over.either,
        )  # fmt: skip


def change_fleet(state: State, command: ChangeFleet, _dice: Dice) -> Events:
    """Transporters come or go.

    They are made, bred and given up in production: what is entered in another phase was forgotten there.
    Raises `Refused` for none, for more than there are, beyond 99, and in another player's go.
    """
    owned = dict(present_seat_of(state, command.colour).fleet).get(command.transporter, 0)
    if command.by == 0:
        raise Refused("changes-nothing")
    if owned + command.by < 0:
        raise Refused(
            "fleet-below-zero",
            "RB-FLEET-18",
            colour=command.colour,
            transporter=command.transporter,
            owned=owned,
        )
    if owned + command.by > MAX_COUNT:
        raise Refused("too-many", most=MAX_COUNT)
    require_go(state, command.colour, out_of_order=command.out_of_order)
    late = state.phase != "production"
    return (FleetChanged(command.colour, command.transporter, command.by, late),)


def make_wagon(state: State, command: MakeWagon, dice: Dice) -> Events:
    """A wagon comes and a donkey goes, in one entry (RB-FLEET-08).

    Raises `Refused` without a donkey, and as `change_fleet`.
    """
    colour, out_of_order = command.colour, command.out_of_order
    if "donkey" not in dict(present_seat_of(state, colour).fleet):
        raise Refused("no-donkey", "RB-FLEET-08", colour=colour)
    donkey = ChangeFleet(colour, "donkey", -1, out_of_order=out_of_order)
    wagon = ChangeFleet(colour, "wagon", 1, out_of_order=out_of_order)
    return (*change_fleet(state, donkey, dice), *change_fleet(state, wagon, dice))


def apply_fleet_changed(state: State, event: FleetChanged) -> State:
    """The state after transporters came or went (RB-FLEET-07, RB-FLEET-08, RB-FLEET-21)."""
    fleet = dict(seat_of(state, event.colour).fleet)
    fleet[event.transporter] = fleet.get(event.transporter, 0) + event.by
    moved = with_seat(state, event.colour, fleet=fleet_counts(fleet))
    touched = state.touched or not event.late
    return replace(moved, touched=touched, fleets_entered=True, made=_transporters_made(state, event))


def _transporters_made(state: State, event: FleetChanged) -> tuple[tuple[Transporter, int], ...]:
    """What factories made in this production phase; what went afterwards had been made all the same."""
    if state.phase != "production" or event.by < 0:
        return state.made
    made = dict(state.made)
    made[event.transporter] = made.get(event.transporter, 0) + event.by
    return fleet_counts(made)
