"""The turn's number and the neutral bricks, which say the same: each turn lays one (RB-TURN-07).

Whichever of them is corrected first to say that a later turn has come, what was drawn and bought in the
earlier one is over then; when the other is set right afterwards, nothing more happens. Going back takes
nothing away.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Event
from companion.games.roads_and_boats import mines, scoring, turns
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import Colour

Bricks = tuple[Colour | None, ...]
"""The wonder's, bottom left first, None is neutral."""


class LaterTurnBegun(Event, frozen=True):
    """By a correction it is a later turn: nothing has been drawn or bought in it, and its phase begins."""


def turn_of(bricks: Bricks) -> int:
    """The turn that the neutral bricks tell."""
    return bricks.count(None) + 1


def disagree(state: State) -> bool:
    """Whether the turn's number is another than the neutral bricks tell."""
    return state.turn != turn_of(state.bricks)


def later_turn(state: State, *, turn: int | None = None, bricks: Bricks | None = None) -> bool:
    """Whether that turn, or those bricks, say that a later turn has come; never after the end."""
    told = state.bricks if bricks is None else bricks
    before = max(state.turn, turn_of(state.bricks))
    return not state.ended and max(turn or state.turn, turn_of(told)) > before


def begun(state: State, _event: LaterTurnBegun) -> State:
    """The state as a later turn finds it, at the start of whichever phase that is.

    An order of play that is just being determined is that phase's, and goes on.
    """
    after = turns.entered(state, state.phase)
    return replace(
        after,
        order=state.order,
        called=state.order is not None,
        seats=tuple(replace(scoring.outdated(seat), bought=0) for seat in state.seats),
        mines=tuple(mines.at_production(mine) for mine in state.mines),
    )
