"""From what happened to the state after it. No refusals: what is recorded has happened."""

from __future__ import annotations

from companion.games.la_strada import corrected, events, roads, setup, turns
from companion.games.la_strada.state import State


def apply(state: State | None, event: events.GameEvent) -> State:
    """The state after the event; only a game's beginning needs none before it."""
    if isinstance(event, events.GameBegun):
        return setup.begun(event)
    if state is None:
        raise ValueError(f"a game starts with GameBegun, not with {event!r}")
    if isinstance(event, events.Connected):
        return roads.connected(state, event)
    if isinstance(event, events.TurnEvent | events.EndEvent):
        return turns.apply(state, event)
    return corrected.apply(state, event)
