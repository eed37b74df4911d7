"""Turns: the income at their start, what follows from not being able to connect, and going on to the next.

After everything that is entered the table works out what follows by itself: the turn's income, a turn that
passes, the end of the game, or that it goes on after all.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from companion.games import Event, Events, Refused, on
from companion.games.la_strada import colonies
from companion.games.la_strada.commands import CannotConnect, EndTurn
from companion.games.la_strada.events import (
    GameEnded,
    GameReopened,
    GivenUp,
    IncomePaid,
    IncomeTakenBack,
    TurnBegun,
    TurnEnded,
    TurnPassed,
)
from companion.games.la_strada.state import (
    Seat,
    State,
    active,
    next_player,
    present_seat_of,
    remaining_tiles,
    replace_seat,
    seat_of,
    turn_order,
    with_seat,
)
from companion.games.la_strada.words import MAX_RESOURCES, BlockReason, Colour, EndReason

INCOME = 6
"""Resources at the start of a turn (LS-TURN-02)."""


def block_reason(state: State, seat: Seat) -> BlockReason | None:
    """Why a player can link no new colony, as far as it is known; None if it may be possible.

    Too few resources are no reason: players can save (LS-END-05).

    Rules: LS-END-02, LS-END-03, LS-END-04.
    """
    if seat.stuck or colonies.all_linked(state, seat.colour):
        return "cannot-connect"
    if not seat.merchants:
        return "no-merchants"
    if not remaining_tiles(seat):
        return "no-tiles"
    return None


def blocked_player_passes(state: State) -> bool:
    """Whether who is blocked only passes while the other goes on: of two players (LS-AMB-04)."""
    return state.two_players and not state.options.amb_04


def ends_if_stuck(state: State) -> bool:
    """Whether the game ends if the active player can link no more colonies."""
    others = (seat for seat in state.seats if seat.colour != state.active)
    return not blocked_player_passes(state) or all(block_reason(state, seat) for seat in others)


def end_reason(state: State) -> EndReason | None:
    """The reason why the game ends now, without the group's decision; None while it goes on.

    Of two players the last free colony ends it at once (LS-2P-06). Otherwise it ends as a player's turn
    begins; after a link in a turn, not before the player's next one.

    Rules: LS-END-01.
    """
    if state.two_players and not colonies.count_free(state):
        return "all-colonies"
    if state.connected:
        return None
    why = block_reason(state, active(state))
    if blocked_player_passes(state) and not all(block_reason(state, seat) for seat in state.seats):
        return None
    return why


def next_income(resources: int) -> tuple[int, int]:
    """Gained and lost resources of a player with that many, as a turn begins (LS-TURN-03, F-12).

    Rules: LS-TURN-05.
    """
    gained = min(MAX_RESOURCES, resources + INCOME) - resources
    return gained, INCOME - gained


def income_lost(state: State) -> int:
    """What the active player would lose of the next income if the turn ended now (LS-TURN-03, LS-TURN-05).

    0 if the game ends before it (LS-END-01).
    """
    return sum(
        event.lost
        for event in play_out_round(state)
        if isinstance(event, IncomePaid) and event.colour == state.active
    )


def final_player(state: State) -> Colour | None:
    """The player with the turn at which the game ends if the others build nothing; None if it goes on."""
    events = play_out_round(state)
    if not any(isinstance(event, GameEnded) for event in events):
        return None
    return next(event.colour for event in reversed(events) if isinstance(event, TurnBegun))


def play_out_round(state: State) -> Events:
    """What happens if every turn ends at once, until the active player's comes again or the game is over."""
    events: Events = ()
    after = state
    while not (after.ended or any(_begins_turn_of(event, state.active) for event in events)):
        coming = begin_next_turn(after)
        after = _apply_all(after, coming)
        events += coming
    return events


def _begins_turn_of(event: Event, colour: Colour) -> bool:
    return isinstance(event, TurnBegun) and event.colour == colour


def begin_first_turn(state: State) -> Events:
    """The first turn of the game begins."""
    begins = TurnBegun(state.first, state.turn)
    return (begins, *consequences(apply_turn_begun(state, begins)))


def end_turn(state: State, _command: EndTurn) -> Events:
    """The player stops spending, and the next one's turn begins (LS-TURN-06, LS-TURN-05, LS-AMB-09)."""
    return (TurnEnded(state.active, active(state).resources), *begin_next_turn(state))


def next_to_act(state: State) -> Colour | None:
    """Who acts once the running turn is ended: the same player if all others pass, None if the game ends."""
    after = _apply_all(state, begin_next_turn(state))
    return None if after.ended else after.active


def awaited(state: State) -> frozenset[Colour]:
    """The players with a turn to come before the active one's next, neither passed nor ending the game."""
    events = play_out_round(state)
    begun = [event.colour for event in events if isinstance(event, TurnBegun)]
    passed = {event.colour for event in events if isinstance(event, TurnPassed)}
    ends = any(isinstance(event, GameEnded) for event in events)
    return frozenset(begun[:-1] if ends else begun) - passed


def _apply_all(state: State, events: Events) -> State:
    for event in events:
        state = EFFECTS[type(event)](state, event)
    return state


def hand_over_turn(state: State, colour: Colour) -> tuple[Events, State]:
    """The events that end the running turn so that this player's begins, and the state after it (LS-TURN-01).

    No events if it is the player's turn already. Raises `Refused` if it would be another's.
    """
    if state.active == colour:
        return (), state
    events = end_turn(state, EndTurn())
    after = _apply_all(state, events)
    if after.ended or after.active != colour:
        raise Refused("not-your-turn", "LS-TURN-01", colour=state.active)
    return events, after


def ensure_turn(state: State, colour: Colour, *, end_turn: bool) -> tuple[Events, State]:
    """The state in which it is this player's turn, and what comes before. Raises `Refused` when it is not.

    end_turn: the turn that runs may be ended for it.
    """
    present_seat_of(state, colour)
    if state.active != colour and not end_turn:
        raise Refused("not-your-turn", "LS-TURN-01", colour=state.active)
    return hand_over_turn(state, colour)


def cannot_connect(state: State, command: CannotConnect) -> Events:
    """State at the start of a turn that the player can link no more colonies. Raises `Refused`.

    That ends the game; of two players, the player passes from now on, until the other is stuck, too.
    """
    before, state = ensure_turn(state, command.colour, end_turn=command.end_turn)
    if state.connected:
        raise Refused("has-connected", "LS-END-01", colour=command.colour)
    said = GivenUp(command.colour)
    return (*before, said, *consequences(apply_given_up(state, said)))


def consequences(state: State) -> Events:
    """What follows from the state by itself; nothing when it is settled already (LS-END-01).

    The check comes before the income: who can link nothing gets none, or gives it back (LS-AMB-03).
    """
    if state.ended == "called":
        return ()
    why = end_reason(state)
    if why is not None:
        ended = () if why == state.ended else (GameEnded(why),)
        return (*(() if why == "all-colonies" else _last_income(state)), *ended)
    events: Events = (GameReopened(),) if state.ended else ()
    if state.gained is None:
        events = (*events, _income(state))
    stuck = block_reason(state, active(state))
    if stuck is None or state.connected:
        return events
    return (*events, TurnPassed(state.active, stuck), *begin_next_turn(replace(state, ended=None)))


def apply_turn_begun(state: State, event: TurnBegun) -> State:
    """The state as a turn begins."""
    return replace(
        state, active=event.colour, turn=event.turn, gained=event.gained, connected=event.connected
    )


def apply_income_paid(state: State, event: IncomePaid) -> State:
    """The state after the income of a turn (LS-TURN-02, LS-TURN-05)."""
    resources = seat_of(state, event.colour).resources + event.gained
    seat = seat_of(state, event.colour)
    links = seat.links if state.connected else ()
    seat = replace(
        seat,
        resources=resources,
        paid=state.turn,
        gained=event.gained,
        held=resources,
        links=links,
        unlinked=(),
    )
    return replace(replace_seat(state, seat), gained=event.gained)


def apply_income_taken_back(state: State, event: IncomeTakenBack) -> State:
    """The state after the income of the last turn was given back (LS-AMB-03)."""
    resources = seat_of(state, event.colour).resources - event.taken
    state = with_seat(state, event.colour, resources=resources, paid=state.turn - 1, gained=0)
    return replace(state, gained=None)


def apply_given_up(state: State, event: GivenUp) -> State:
    """The state after a player became stuck."""
    return with_seat(state, event.colour, stuck=True)


def begin_next_turn(state: State) -> Events:
    """Begin the next player's turn; the number rises when all have had theirs.

    Rules: LS-TURN-01, LS-TURN-06.
    """
    colour = next_player(state)
    row = turn_order(state)
    turn = state.turn + (row.index(colour) <= row.index(state.active))
    seat = seat_of(state, colour)
    had = seat.paid >= turn
    begins = TurnBegun(colour, turn, seat.gained, seat.built) if had else TurnBegun(colour, turn)
    return (begins, *consequences(apply_turn_begun(state, begins)))


def last_turn_of(state: State, colour: Colour) -> int:
    """The number of the last turn that has come to a player's seat, the one that runs included."""
    row = turn_order(state)
    return state.turn - (row.index(colour) > row.index(state.active))


def _income(state: State) -> IncomePaid:
    gained, lost = next_income(active(state).resources)
    return IncomePaid(state.active, gained, lost)


def _last_income(state: State) -> Events:
    """What makes the income of a turn with which the game ends what the house rule says.

    Rules: LS-END-01, LS-AMB-03.
    """
    if state.options.amb_03:
        return (_income(state),) if state.gained is None else ()
    taken = min(state.gained or 0, active(state).resources)
    return (IncomeTakenBack(state.active, taken),) if taken else ()


EFFECTS: Mapping[type[Event], Callable[[State, Any], State]] = MappingProxyType(
    dict(
        (
            on(TurnBegun, apply_turn_begun),
            on(IncomePaid, apply_income_paid),
            on(IncomeTakenBack, apply_income_taken_back),
            on(TurnEnded, lambda state, _event: state),
            on(GivenUp, apply_given_up),
            on(TurnPassed, lambda state, _event: state),
            on(GameEnded, lambda state, event: replace(state, ended=event.reason)),
            on(GameReopened, lambda state, _event: replace(state, ended=None)),
        )
    )
)
"""What each event of turns and of the game's end changes."""
