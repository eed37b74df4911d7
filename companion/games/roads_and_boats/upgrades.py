"""What a player may upgrade right after researching a transporter factory (RB-UPG-01 to RB-UPG-07)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import replace

from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Building, Colour, Subject, Transporter

UPGRADED_FROM: Mapping[Subject, tuple[Transporter, ...]] = MappingProxyType(
    {"truck": ("wagon",), "rowboat": ("raft",), "steamer": ("raft", "rowboat")}
)
"""The kinds whose factories may become the researched one: the same medium, an older kind (RB-UPG-07)."""
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


def open_now(state: State) -> tuple[tuple[Colour, Subject], ...]:
    """Who may upgrade to what until this production phase ends (RB-UPG-02)."""
    known = {seat.colour: seat.research for seat in state.seats}
    return tuple((colour, subject) for colour, subject in state.upgrades if subject in known[colour])


def opened(state: State, colour: Colour, subject: Subject) -> State:
    """The state after a research: one that was entered after its phase comes too late to upgrade."""
    if state.phase != "production" or subject not in UPGRADED_FROM:
        return state
    return replace(state, upgrades=(*state.upgrades, (colour, subject)))
