"""The end of the game, worked out again after a correction."""

from __future__ import annotations

from companion.games import Events
from companion.games.roads_and_boats import agreement, wonder
from companion.games.roads_and_boats.events import GameEnded, GameReopened, PhaseBegun, WonderCompleted
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import EndReason


def worked_out(before: State, state: State) -> Events:
    """What the bricks now say about the end (RB-END-01, RB-END-02); one that the group ended stays ended.

    before, state: before and after the correction. The phase is finished after all where the house rule that
    it should be (AMB-09) was only remembered once a bought brick had ended the game.
    """
    covered = len(state.bricks) >= wonder.ends_at(state)
    if state.ended == "called":
        return ()
    now_finished = state.options.amb_09 and not before.options.amb_09 and state.phase == "wonder"
    if covered and state.ended and now_finished and state.bricks[-1] is not None:
        return (GameReopened(), WonderCompleted())
    if covered and state.options.amb_09 and state.phase == "wonder" and not state.ended:
        return () if state.complete else (WonderCompleted(),)
    reason: EndReason | None = None
    if covered:
        reason = "wonder-complete"
    elif state.neutral_left == 0:
        reason = "last-neutral-brick"
    if reason == state.ended:
        return ()
    if reason:
        return (GameEnded(reason),)
    return (GameReopened(), *_next_turn(state))


def _next_turn(state: State) -> Events:
    """What a turn that has laid its neutral brick already goes on with (RB-WON-11): the next one."""
    over = state.phase == "wonder" and state.bricks[-1:] == (None,)
    if over and agreement.turn_of(state.bricks) == state.turn + 1:
        return (PhaseBegun("production", state.turn + 1),)
    return ()
