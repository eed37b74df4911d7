"""From a command to what happens: the one door to the rules."""

from __future__ import annotations

from typing import assert_never

from companion.games import Refused
from companion.games.la_strada import correct, events, roads, setup, turns
from companion.games.la_strada.commands import CannotConnect, Connect, Correct, End, EndTurn, GameCommand
from companion.games.la_strada.events import GameEnded, GameEvent
from companion.games.la_strada.state import State


def decide(state: State, command: GameCommand) -> tuple[GameEvent, ...]:
    """What the command does. Raises `Refused`, and nothing else."""
    if state.ended and not isinstance(command, Correct):
        raise Refused("game-ended", "LS-END-01")
    match command:
        case Connect():
            road = roads.connect(state, command)
            return (road, *turns.settled(roads.connected(state, road)))
        case EndTurn():
            return turns.end_turn(state)
        case CannotConnect():
            return turns.cannot_connect(state, command)
        case End():
            return (GameEnded("called"),)
        case Correct():
            return correct.correct(state, command)
        case _:
            assert_never(command)


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
    return correct.apply(state, event)
