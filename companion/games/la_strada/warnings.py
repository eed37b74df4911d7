"""What the table should not forget now, most pressing first."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import TableWarning
from companion.games.la_strada import colonies, turns
from companion.games.la_strada.state import State, active, present_seats

LOW_COUNT = 2
"""So many merchants, or free colonies, and fewer are warned of."""


def warnings(state: State) -> tuple[TableWarning, ...]:
    """Every warning of this moment; of an ended game none."""
    if state.ended:
        return ()
    return (*_setup(state), *_resources(state), *_end(state))


def before_first_action(state: State) -> bool:
    """Whether nothing has been entered since the start, so that the map may still be being laid out."""
    return state.turn == 1 and state.active == state.first and not any(each.linked for each in state.colonies)


def end_near(state: State) -> bool:
    """Whether something brings the end near."""
    return any(_end(state))


def _setup(state: State) -> Iterator[TableWarning]:
    """What comes before the first turn (LS-SETUP-06, LS-AMB-02), of two players (LS-2P-02, LS-2P-03)."""
    if not before_first_action(state):
        return
    row = tuple(seat.colour for seat in present_seats(state))
    if not state.two_players:
        yield TableWarning("place-factories", {"players": list(row)})
        return
    yield TableWarning("seats-opposite", {"players": list(row)})
    yield TableWarning("place-factories-twice", {"players": [*row, *row], "colour": state.first})


def _resources(state: State) -> Iterator[TableWarning]:
    """With more than four resources after building, the player loses some of the next income (LS-TURN-05)."""
    lost = turns.income_lost(state)
    if state.connected and lost:
        keeps = active(state).resources
        yield TableWarning("resources-lost", {"colour": state.active, "keeps": keeps, "count": lost})


def _end(state: State) -> Iterator[TableWarning]:
    """Signs of the end: a player without a possible merchant, few merchants, few free colonies.

    Only the first of several turns at which the game would end.
    """
    ends_at = turns.final_player(state)
    for seat in present_seats(state):
        why = turns.block_reason(state, seat)
        if why and seat.colour == ends_at:
            yield TableWarning("ends-at-turn", {"colour": seat.colour, "why": why})
        elif why and ends_at is None:
            yield TableWarning("turns-pass", {"colour": seat.colour, "why": why})
        elif not why and seat.merchants <= LOW_COUNT:
            yield TableWarning("merchants-low", {"colour": seat.colour, "count": seat.merchants})
    free = colonies.count_free(state)
    if state.two_players and free <= LOW_COUNT:
        yield TableWarning("colonies-low", {"count": free})
