"""Phases and turns: going on to the next, and what has to be done before."""

from __future__ import annotations

from typing import Literal

from msgspec.structs import replace

from companion.games import Events
from companion.games.dice import Dice
from companion.games.roads_and_boats import fleets, mines, order, scoring, wonder
from companion.games.roads_and_boats.commands import Advance
from companion.games.roads_and_boats.events import GameEnded, GameReopened, PhaseBegun
from companion.games.roads_and_boats.state import State, next_phase
from companion.games.roads_and_boats.words import Phase


def advance(state: State, command: Advance, dice: Dice) -> Events:
    """Leave the phase: draws still owed are refused or made, a turn's end lays the neutral brick.

    Raises `Refused`.
    """
    undrawn = mines.undrawn(state)
    if undrawn and (mines.draws_by_hand(state) or not command.draw_rest):
        raise mines.draw_first_refusal(state, "RB-MINE-08")
    fleets.require_legal(state)
    if state.phase == "wonder":
        return _end_turn(state)
    draws = mines.draw_rest(state, dice) if undrawn else ()
    return (*draws, _phase_begun(state, next_phase(state.phase)))


def _phase_begun(state: State, phase: Phase) -> PhaseBegun:
    """The phase; where bricks of this turn lie already, their wonder phase goes on from its first base."""
    again = phase == "wonder" and state.options.amb_08 and wonder.bought_this_turn(state)
    return PhaseBegun(phase, state.turn, wonder.price_base_of_phase(state) if again else None)


def next_step(state: State) -> Literal["phase", "turn", "end"]:
    """What comes once the phase is left: the turn's next phase, another turn, or the end of the game.

    Rules: RB-TURN-01, RB-END-01, RB-END-02.
    """
    if state.phase != "wonder":
        return "phase"
    return "end" if turns_left(state) == 1 else "turn"


def turns_left(state: State) -> int:
    """The most turns left, this one included, if no player buys a brick (RB-WON-14)."""
    return 1 if state.complete else min(state.neutral_left, wonder.end_space(state) - len(state.bricks))


def apply_phase_begun(state: State, event: PhaseBegun) -> State:
    """The state as a phase begins; with production a turn does (RB-TURN-01, RB-TURN-02).

    A turn that begins a second time, as a correction went back over its start, keeps its draws (RB-MINE-08).
    """
    after = with_phase(replace(state, turn=event.turn), event.phase)
    if event.base is not None:
        after = replace(after, base=event.base)
    if event.phase != "production":
        return after
    return replace(
        after,
        passed=None,
        seats=tuple(
            replace(scoring.with_stale_wealth(seat), bought=0, knew=seat.research) for seat in after.seats
        ),
        mines=tuple(
            mines.with_last_draw(mines.as_production_begins(mine), event.turn) for mine in after.mines
        ),
    )


def apply_game_ended(state: State, event: GameEnded) -> State:
    """The state with the game over: without an acting player and without a question.

    An order of play that was being determined is closed: once the game is reopened, it may be demanded
    again (RB-CONF-02).
    """
    return replace(
        state,
        ended=event.reason,
        order=None,
        called=order.is_determined(state),
        acting=None,
        ready=(),
    )


def apply_game_reopened(state: State, _event: GameReopened) -> State:
    """The state with the game going on: in a determined order the first without a go acts (RB-CONF-07)."""
    return replace(state, ended=None, acting=order.first_to_act(state))


def with_phase(state: State, phase: Phase) -> State:
    """The state with a phase at its start, without a called order and an acting player.

    Rules: RB-TURN-06, RB-CONF-08.
    """
    fixed = phase == "wonder" and state.options.amb_08
    return replace(
        state,
        phase=phase,
        order=None,
        called=False,
        touched=False,
        acting=None,
        acted=(),
        made=(),
        ready=(),
        base=wonder.price_base(state, len(state.bricks)) if fixed else None,
    )


def _end_turn(state: State) -> Events:
    """What ends a turn: the neutral brick, unless the wonder is complete (RB-TURN-07)."""
    if state.complete:
        return (GameEnded("wonder-complete"),)
    events = wonder.lay_neutral(state)
    if any(isinstance(event, GameEnded) for event in events):
        return events
    return (*events, PhaseBegun("production", state.turn + 1))
