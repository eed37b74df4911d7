"""Buildings on the board: counts by kind, owned by nobody (RB-GEN-02)."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats.commands import Build
from companion.games.roads_and_boats.events import BuildingsChanged
from companion.games.roads_and_boats.phases import require_phase
from companion.games.roads_and_boats.seats import MOST
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import BUILDINGS


def build(state: State, command: Build) -> BuildingsChanged:
    """Buildings come or, when one was entered by mistake, go.

    Raises `Refused` for none, for more than there are, or beyond 99.
    """
    require_phase(state, "building", "RB-BUILD-01", late=command.late)
    standing = dict(state.buildings).get(command.building, 0)
    if command.by == 0:
        raise Refused("changes-nothing")
    if standing + command.by < 0:
        raise Refused("buildings-below-zero", "RB-BUILD-06", building=command.building, standing=standing)
    if standing + command.by > MOST:
        raise Refused("too-many", most=MOST)
    return BuildingsChanged(command.building, command.by)


def changed(state: State, event: BuildingsChanged) -> State:
    """The state after buildings came or went."""
    counts = dict(state.buildings)
    counts[event.building] = counts.get(event.building, 0) + event.by
    kept = tuple((kind, counts[kind]) for kind in BUILDINGS if counts.get(kind))
    return replace(state, buildings=kept, touched=True)
