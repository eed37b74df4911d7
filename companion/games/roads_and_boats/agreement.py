"""The turn's number and the neutral bricks, which say the same: each turn lays one (RB-TURN-07).

Whichever of them is corrected first to say that a later turn has come, what was drawn and bought in the
earlier one is over then; when the other is set right afterwards, nothing more happens. Going back takes
nothing away; of what only a correction forward had ended, the mines' draws hold again.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Event, Events
from companion.games.roads_and_boats import mines, scoring, turns
from companion.games.roads_and_boats.state import Drawn, Mine, State
from companion.games.roads_and_boats.words import Colour

Bricks = tuple[Colour | None, ...]
"""The wonder's, bottom left first, None is neutral."""


class DrawsHoldAgain(Event, frozen=True):
    """A correction came back to the turn in which these mines had given their ore. mines: their numbers."""

    mines: tuple[int, ...]


class LaterTurnBegun(Event, frozen=True):
    """By a correction it is a later turn: nothing has been drawn or bought in it, and its phase begins."""


def turn_of(bricks: Bricks) -> int:
    """The turn that the neutral bricks tell (RB-TURN-07)."""
    return bricks.count(None) + 1


def disagree(state: State) -> bool:
    """Whether the turn's number is another than the neutral bricks tell."""
    return state.turn != turn_of(state.bricks)


def later_turn(state: State, *, turn: int | None = None, bricks: Bricks | None = None) -> bool:
    """Whether that turn, or those bricks, say that a later turn has come; never after the end."""
    told = state.bricks if bricks is None else bricks
    return not state.ended and max(turn or state.turn, turn_of(told)) > _latest(state)


def begun(state: State, _event: LaterTurnBegun) -> State:
    """The state as a later turn finds it, at the start of whichever phase that is (RB-TURN-07).

    An order of play that is just being determined is that phase's, and goes on.
    """
    after = turns.entered(state, state.phase)
    return replace(
        after,
        order=state.order,
        called=state.order is not None,
        seats=tuple(replace(scoring.outdated(seat), bought=0, knew=seat.research) for seat in state.seats),
        mines=tuple(_passed(mine) for mine in state.mines),
    )


def _passed(mine: Mine) -> Mine:
    return replace(mines.at_production(mine), passed=mine.passed or mine.drawn in {"gold", "iron"})


def back(before: State, after: State) -> Events:
    """What going back to an earlier turn comes to, for the mines; nothing where it is not that."""
    if after.ended or _latest(after) >= _latest(before):
        return ()
    again = tuple(mine.number for mine in after.mines if mine.passed and _last_draw(mine).turn == after.turn)
    return (DrawsHoldAgain(again),) if again else ()


def held_again(state: State, event: DrawsHoldAgain) -> State:
    """The state with what these mines gave last as this turn's ore."""
    return replace(
        state,
        mines=tuple(_held_again(mine) if mine.number in event.mines else mine for mine in state.mines),
    )


def _held_again(mine: Mine) -> Mine:
    last = _last_draw(mine)
    return replace(mine, drawn=last.ore, by_hand=last.by_hand, passed=False)


def _last_draw(mine: Mine) -> Drawn:
    return next(each for each in reversed(mine.past) if isinstance(each, Drawn))


def _latest(state: State) -> int:
    return max(state.turn, turn_of(state.bricks))
