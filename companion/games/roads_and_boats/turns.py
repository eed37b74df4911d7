"""Phases and turns: going on to the next, and what has to be done before."""

from __future__ import annotations

from typing import assert_never

from msgspec.structs import replace

from companion.games import Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats import fleets, mines, wonder
from companion.games.roads_and_boats.commands import Advance
from companion.games.roads_and_boats.events import GameEnded, GameEvent, GameReopened, PhaseBegun, TurnEvent
from companion.games.roads_and_boats.state import State, following
from companion.games.roads_and_boats.words import Phase


def advance(state: State, command: Advance, dice: Dice) -> tuple[GameEvent, ...]:
    """Leave the phase: draws still owed are refused or made, a turn's end lays the neutral brick.

    Raises `Refused`.
    """
    undrawn = mines.undrawn(state) if state.phase == "production" else ()
    if undrawn and not command.draw_rest:
        raise Refused("mines-undrawn", "RB-MINE-08", mines=undrawn, count=len(undrawn))
    fleets.require_legal(state)
    if state.phase == "wonder":
        return _end_turn(state)
    draws = mines.draw_rest(state, dice) if undrawn else ()
    return (*draws, PhaseBegun(following(state.phase), state.turn))


def turns_left(state: State) -> int:
    """How many turns there are at most, this one included, if nobody buys a brick (RB-WON-14)."""
    return 1 if state.complete else min(state.neutral_left, wonder.ends_at(state) - len(state.bricks))


def apply(state: State, event: TurnEvent) -> State:
    """The state as a phase begins, or as the game is over or goes on after all."""
    match event:
        case PhaseBegun():
            begun = entered(replace(state, turn=event.turn), event.phase)
            return new_turn(begun) if event.phase == "production" else begun
        case GameEnded():
            return replace(state, ended=event.reason, order=None, acting=None, complete=False)
        case GameReopened():
            return replace(state, ended=None)
        case _:
            assert_never(event)


def entered(state: State, phase: Phase) -> State:
    """The state with a phase at its start: no order has been demanded, nobody acts."""
    fixed = phase == "wonder" and state.options.amb_08
    return replace(
        state,
        phase=phase,
        order=None,
        called=False,
        touched=False,
        acting=None,
        upgrades=(),
        made=(),
        base=wonder.base(state, len(state.bricks)) if fixed else None,
    )


def new_turn(state: State) -> State:
    """The state with a turn's draws and purchases not yet made."""
    return replace(
        state,
        seats=tuple(replace(seat, bought=0) for seat in state.seats),
        mines=tuple(mines.at_production(mine) for mine in state.mines),
    )


def _end_turn(state: State) -> tuple[GameEvent, ...]:
    if state.complete:
        return (GameEnded("wonder-complete"),)
    events = wonder.lay_neutral(state)
    if any(isinstance(event, GameEnded) for event in events):
        return events
    return (*events, PhaseBegun("production", state.turn + 1))
