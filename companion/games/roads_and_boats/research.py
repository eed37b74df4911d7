"""Research: the seven subjects, each player's own."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats import upgrades
from companion.games.roads_and_boats.commands import Research
from companion.games.roads_and_boats.events import Researched
from companion.games.roads_and_boats.phases import require_phase
from companion.games.roads_and_boats.seats import seat_of, with_seat
from companion.games.roads_and_boats.state import State


def research(state: State, command: Research) -> Researched:
    """A point is put into a subject (RB-RES-02). Raises `Refused` when it has been researched."""
    seat = seat_of(state, command.colour)
    require_phase(state, "production", "RB-RES-01", late=command.late)
    if command.subject in seat.research:
        raise Refused("already-researched", "RB-RES-02", colour=command.colour, subject=command.subject)
    return Researched(command.colour, command.subject)


def researched(state: State, event: Researched) -> State:
    """The state after a glass stone came off."""
    known = (*seat_of(state, event.colour).research, event.subject)
    after = replace(with_seat(state, event.colour, research=known), touched=True)
    return upgrades.opened(after, event.colour, event.subject)
