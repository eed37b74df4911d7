"""From a command to what happens: the one door to the rules."""

from __future__ import annotations

from typing import assert_never

from companion.games import Refused
from companion.games.la_strada import correct, roads, turns
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
