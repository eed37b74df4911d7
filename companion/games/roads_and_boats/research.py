"""Research: the seven subjects, each player's own, and the factories that some of them upgrade."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats.commands import Research
from companion.games.roads_and_boats.events import Researched
from companion.games.roads_and_boats.state import (
    State,
    present_seat_of,
    present_seats,
    require_go,
    require_phase,
    seat_of,
    with_seat,
)
from companion.games.roads_and_boats.words import Building, Colour, Subject, Transporter

UPGRADED_FROM: Mapping[Subject, tuple[Transporter, ...]] = MappingProxyType(
    {"truck": ("wagon",), "rowboat": ("raft",), "steamer": ("raft", "rowboat")}
)
"""By kind, the older kinds of the same medium; their factories may become the researched one (RB-UPG-07)."""
FACTORIES: Mapping[Transporter, Building] = MappingProxyType(
    {
        "wagon": "wagon-factory",
        "truck": "truck-factory",
        "raft": "raft-factory",
        "rowboat": "rowboat-factory",
        "steamer": "steamer-factory",
    }
)
"""The factory that makes each kind; donkeys are bred."""


def open_upgrades(state: State) -> tuple[tuple[Colour, Subject], ...]:
    """Who may upgrade to what until this production phase ends (RB-UPG-02)."""
    if state.phase != "production":
        return ()
    return tuple([
        (seat.colour, subject)
        for seat in present_seats(state)
        for subject in seat.research
        if subject in UPGRADED_FROM and subject not in seat.knew
    ])  # fmt: skip


def upgradable(state: State) -> frozenset[Building]:
    """The factories that may be upgraded now, and those that they may become (RB-UPG-01, RB-UPG-02)."""
    subjects = {subject for _, subject in open_upgrades(state)}
    return frozenset(
        factory
        for kind, factory in FACTORIES.items()
        if kind in subjects or any(kind in UPGRADED_FROM[subject] for subject in subjects)
    )


def research(state: State, command: Research, _dice: Dice) -> Events:
    """A point is put into a subject (RB-RES-02). Raises `Refused` when it has been researched."""
    seat = present_seat_of(state, command.colour, late=command.late)
    late = require_phase(state, "production", "RB-RES-01", late=command.late)
    if command.subject in seat.research:
        raise Refused("already-researched", "RB-RES-02", colour=command.colour, subject=command.subject)
    require_go(state, command.colour, late=late, out_of_order=command.out_of_order)
    return (Researched(command.colour, command.subject, late),)


def apply_researched(state: State, event: Researched) -> State:
    """The state after a glass stone came off; what was entered after its phase comes too late to upgrade.

    Rules: RB-RES-05, RB-RES-06.
    """
    seat = seat_of(state, event.colour)
    knew = tuple(subject for subject in seat.knew if subject != event.subject)
    if event.late or state.phase != "production":
        knew = (*knew, event.subject)
    after = with_seat(state, event.colour, research=(*seat.research, event.subject), knew=knew)
    return replace(after, touched=state.touched or not event.late)
