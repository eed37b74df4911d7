"""From what happened to the state after it. No dice, no refusals: what is recorded has happened."""

from __future__ import annotations

from typing import assert_never

from companion.games.roads_and_boats import (
    buildings,
    corrected,
    events,
    fleets,
    mines,
    order,
    research,
    scoring,
    setup,
    turns,
    wonder,
)
from companion.games.roads_and_boats.corrected_events import CorrectedBoard, CorrectedOrder
from companion.games.roads_and_boats.state import State


def apply(state: State | None, event: events.GameEvent) -> State:
    """The state after the event; only a game's beginning needs none before it."""
    if isinstance(event, events.GameBegun):
        return setup.begun(event)
    if state is None:
        raise ValueError(f"a game starts with GameBegun, not with {event!r}")
    return _after(state, event)


def _after(state: State, event: events.GameEvent) -> State:
    if isinstance(event, events.OrderEvent):
        state = order.apply(state, event)
    elif isinstance(event, events.MineEvent):
        state = mines.apply(state, event)
    elif isinstance(event, events.WonderEvent):
        state = wonder.apply(state, event)
    elif isinstance(event, events.BoardEvent):
        state = _entered(state, event)
    elif isinstance(event, events.TurnEvent):
        state = turns.apply(state, event)
    elif isinstance(event, CorrectedOrder | CorrectedBoard):
        state = corrected.apply(state, event)
    elif isinstance(event, events.GameBegun):
        state = setup.begun(event)
    else:
        assert_never(event)
    return state


def _entered(state: State, event: events.BoardEvent) -> State:
    match event:
        case events.Researched():
            return research.researched(state, event)
        case events.FleetChanged():
            return fleets.changed(state, event)
        case events.BuildingsChanged():
            return buildings.changed(state, event)
        case events.WealthCounted():
            return scoring.counted(state, event)
        case _:
            assert_never(event)
