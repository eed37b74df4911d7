"""The end of the game: who can link no colony any more, and what that means (LS-END-01 to LS-END-05)."""

from __future__ import annotations

from companion.games.la_strada import colonies
from companion.games.la_strada.seats import active, tiles
from companion.games.la_strada.state import Seat, State
from companion.games.la_strada.words import Blocked, EndReason


def blocked(state: State, seat: Seat) -> Blocked | None:
    """Why a player can link no new colony, as far as the table can know it; None when he may be able to.

    Too few resources are no reason: he can save (LS-END-05).
    """
    if seat.stuck or colonies.all_linked(state, seat.colour):
        return "cannot-connect"
    if not seat.merchants:
        return "no-merchants"
    if not tiles(seat):
        return "no-tiles"
    return None


def passes(state: State) -> bool:
    """Whether who is blocked only passes while the other goes on: of two players (LS-AMB-04)."""
    return state.two and not state.options.amb_04


def reason(state: State) -> EndReason | None:
    """What ends the game at this moment, None while it goes on; what the group decides is not asked.

    Of two players the last free colony ends it at once (LS-2P-06). Otherwise it is the player whose turn
    begins; once he has linked a colony in it, he is asked again at his next one.
    """
    if state.two and not colonies.free(state):
        return "all-colonies"
    if state.connected:
        return None
    why = blocked(state, active(state))
    if passes(state) and not all(blocked(state, seat) for seat in state.seats):
        return None
    return why
