"""Transporters: what each can do, how many every player has, and how many are too many."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import msgspec
from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats.commands import ChangeFleet
from companion.games.roads_and_boats.events import FleetChanged
from companion.games.roads_and_boats.state import MOST, State, counted, require_go, seat_of, with_seat
from companion.games.roads_and_boats.words import LAND, Colour, Transporter

MOST_LAND = 5
MOST_WATER = 5
MOST_TOGETHER = 8


class Figures(msgspec.Struct, frozen=True):
    """load: goods aboard at any moment. steps: tiles in a move, by road or on water.

    cross_country: tiles in a move of a land transporter without a road.
    """

    load: int
    steps: int
    cross_country: int = 0


FIGURES: Mapping[Transporter, Figures] = MappingProxyType(
    {
        "donkey": Figures(2, 2, cross_country=1),
        "wagon": Figures(3, 3),
        "truck": Figures(6, 4),
        "raft": Figures(3, 3),
        "rowboat": Figures(5, 4),
        "steamer": Figures(8, 6),
    }
)
"""By kind (RB-FLEET-01)."""


def on_water(transporter: Transporter) -> bool:
    """Whether it is a boat."""
    return transporter not in LAND


def media(fleet: Mapping[Transporter, int]) -> tuple[int, int]:
    """How many transporters are on land, and how many on water."""
    water = sum(count for kind, count in fleet.items() if on_water(kind))
    return sum(fleet.values()) - water, water


class Excess(msgspec.Struct, frozen=True):
    """land, water: how many of that medium must go. either: how many more, of whichever medium."""

    land: int
    water: int
    either: int

    @property
    def remove(self) -> int:
        """How many must go in all."""
        return self.land + self.water + self.either


def excess(fleet: Mapping[Transporter, int]) -> Excess:
    """How many transporters must go, by medium (RB-FLEET-12, F-10)."""
    by_land, by_water = media(fleet)
    land, water = max(by_land - MOST_LAND, 0), max(by_water - MOST_WATER, 0)
    return Excess(land, water, max(by_land + by_water - MOST_TOGETHER - land - water, 0))


def over_limit(state: State) -> tuple[tuple[Colour, Excess], ...]:
    """Who has too many transporters, and how many must go."""
    every = ((seat.colour, excess(dict(seat.fleet))) for seat in state.seats)
    return tuple((colour, over) for colour, over in every if over.remove)


def require_legal(state: State) -> None:
    """Refuse to leave the phase while a fleet is over its limit.

    With the house rule AMB-38 only production is held up.
    """
    if state.options.amb_38 and state.phase != "production":
        return
    for colour, over in over_limit(state):
        rule = "RB-FLEET-12" if state.options.amb_38 else "RB-FLEET-13"
        raise Refused(
            "fleet-over-limit", rule,
            colour=colour, remove=over.remove,
            from_land=over.land, from_water=over.water, from_either=over.either,
        )  # fmt: skip


def change(state: State, command: ChangeFleet, _dice: Dice) -> Events:
    """Transporters come or go.

    They are made, bred and given up in production: what is entered in another phase was forgotten there.
    Raises `Refused` for none, for more than there are, beyond 99, and in another player's go.
    """
    owned = dict(seat_of(state, command.colour).fleet).get(command.transporter, 0)
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
    if owned + command.by > MOST:
        raise Refused("too-many", most=MOST)
    require_go(state, command.colour, out_of_order=command.out_of_order)
    late = state.phase != "production"
    return (FleetChanged(command.colour, command.transporter, command.by, late),)


def changed(state: State, event: FleetChanged) -> State:
    """The state after transporters came or went."""
    fleet = dict(seat_of(state, event.colour).fleet)
    fleet[event.transporter] = fleet.get(event.transporter, 0) + event.by
    moved = with_seat(state, event.colour, fleet=counted(fleet))
    touched = state.touched or not event.late
    return replace(moved, touched=touched, fleets_entered=True, made=_made(state, event))


def _made(state: State, event: FleetChanged) -> tuple[tuple[Transporter, int], ...]:
    """What factories made in this production phase; what went afterwards had been made all the same."""
    if state.phase != "production" or event.by < 0:
        return state.made
    made = dict(state.made)
    made[event.transporter] = made.get(event.transporter, 0) + event.by
    return counted(made)
