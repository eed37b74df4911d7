"""The whole game at a glance: its beginning, what every command does, and what every event changes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.games import Command, Event, Events, Player, Refused, on
from companion.games.dice import Dice
from companion.games.la_strada import corrections, leaving, roads, setup, turns
from companion.games.la_strada.commands import CannotConnect, Connect, Correct, End, EndTurn, Join, Leave
from companion.games.la_strada.events import (
    Connected,
    Corrected,
    GameBegun,
    GameEnded,
    PlayerJoined,
    PlayerLeft,
)
from companion.games.la_strada.options import Options
from companion.games.la_strada.state import State

DECISIONS: Mapping[type[Command], Callable[[State, Any], Events]] = MappingProxyType(
    dict(
        (
            on(Connect, roads.connect),
            on(EndTurn, turns.end_turn),
            on(CannotConnect, turns.cannot_connect),
            on(Leave, leaving.leave),
            on(Join, leaving.join),
            on(End, lambda _state, _command: (GameEnded("called"),)),
            on(Correct, corrections.correct),
        )
    )
)
EFFECTS: Mapping[type[Event], Callable[[State, Any], State]] = MappingProxyType(
    dict(
        (
            *turns.EFFECTS.items(),
            on(Connected, roads.apply_connected),
            on(PlayerLeft, leaving.apply_player_left),
            on(PlayerJoined, leaving.apply_player_joined),
            on(Corrected, corrections.apply_corrected),
        )
    )
)

COMMANDS: tuple[type[Command], ...] = tuple(DECISIONS)
EVENTS: tuple[type[Event], ...] = (GameBegun, *EFFECTS)


def begin(players: tuple[Player, ...], options: Options, _dice: Dice) -> Events:
    """A new game's first events. Raises `Refused`."""
    begins = setup.begin(players, options)
    return (begins, *turns.begin_first_turn(setup.apply_game_begun(begins)))


def decide(state: State, command: Command, _dice: Dice) -> Events:
    """What the command does. Raises `Refused`, and nothing else."""
    if state.ended and not isinstance(command, Correct):
        raise Refused("game-ended", "LS-END-01")
    return DECISIONS[type(command)](state, command)


def apply(state: State | None, event: Event) -> State:
    """The state after the event; only a game's beginning needs none before it."""
    if isinstance(event, GameBegun):
        return setup.apply_game_begun(event)
    if state is None:
        raise ValueError(f"a game starts with GameBegun, not with {event!r}")
    return EFFECTS[type(event)](state, event)
