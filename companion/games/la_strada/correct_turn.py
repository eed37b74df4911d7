"""Whose turn it is, and its number, set right.

A correction to another player is as if the turns up to his had begun one after the other, and none after
his: whoever has his turn before him or with him has the income of that turn, and whoever comes later has it
not yet, but that of the turn before. So each gets it once, however often it is corrected away and back
(LS-TURN-02). Only who has built with it keeps it, and then his turn brings no more when it comes.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.games import Event, Events, Refused
from companion.games.la_strada import turns
from companion.games.la_strada.commands import ActiveValue
from companion.games.la_strada.state import Seat, State, player_of, playing, seat_of
from companion.games.la_strada.words import Colour


class TurnCorrected(Event, frozen=True):
    """turn: from 1."""

    turn: int


def turn(_state: State, value: int) -> Events:
    """The turn has another number, and nothing else changes."""
    return (TurnCorrected(value),)


def renumbered(state: State, event: TurnCorrected) -> State:
    """The state with the number; who had the income of the turn has had it."""
    by = event.turn - state.turn
    seats = tuple(replace(seat, paid=seat.paid + by) for seat in state.seats)
    return replace(state, turn=event.turn, seats=seats)


class ActiveCorrected(Event, frozen=True):
    """It is this player's turn.

    turn: its number; None where nobody's resources changed with it, as in games of earlier versions: then
    he has no income of it. paid: what the income brought to those who get it with the correction. taken:
    what those give back who had it too early.
    """

    colour: Colour
    turn: int | None = None
    paid: dict[Colour, int] = msgspec.field(default_factory=dict)
    taken: dict[Colour, int] = msgspec.field(default_factory=dict)


def active(state: State, value: Colour | ActiveValue) -> Events:
    """It is this player's turn, of the present number or of another. Raises `Refused`."""
    colour, number = (value.colour, value.turn) if isinstance(value, ActiveValue) else (value, None)
    player_of(state, colour)
    number = number or state.turn
    if colour == state.active and number != state.turn:
        return turn(state, number)
    event = ActiveCorrected(colour, number)
    if colour != state.active:
        event = _with_incomes(state, event, number)
    after = activated(state, event)
    why = turns.blocked(after, seat_of(after, colour))
    passed = replace(after, connected=False)
    if why and colour != state.active and turns.reason(passed) is None:
        raise Refused("turns-pass", "LS-2P-06", colour=colour, why=why)
    return (event,)


def activated(state: State, event: ActiveCorrected) -> State:
    """The state in which it is his turn, and everybody has the income that he should have."""
    if event.colour == state.active:
        return state
    if event.turn is None:
        return replace(state, active=event.colour, gained=0, connected=False)
    seats = tuple(_paid(state, seat, event, event.turn) for seat in state.seats)
    state = replace(state, seats=seats, active=event.colour, turn=event.turn)
    his = seat_of(state, event.colour)
    return replace(state, gained=his.gained, connected=his.built)


def _paid(state: State, seat: Seat, event: ActiveCorrected, number: int) -> Seat:
    """The seat with what the correction brings to it or takes from it."""
    last = _last(state, seat.colour, event.colour, number)
    if seat.colour in event.paid:
        gained = event.paid[seat.colour]
        return _anew(seat, resources=seat.resources + gained, paid=last, gained=gained)
    if seat.colour in event.taken:
        kept = seat.resources - event.taken[seat.colour]
        return _anew(seat, resources=kept, paid=last, gained=0)
    return seat


def _anew(seat: Seat, *, resources: int, paid: int, gained: int) -> Seat:
    """The seat with another income, with which nothing has been linked."""
    return replace(seat, resources=resources, paid=paid, gained=gained, built=False, links=(), unlinked=False)


def _with_incomes(state: State, event: ActiveCorrected, number: int) -> ActiveCorrected:
    """The correction with what it pays and takes back."""
    for seat in playing(state):
        last = _last(state, seat.colour, event.colour, number)
        if seat.paid < last:
            gained, _ = turns.next_income(seat.resources)
            event = replace(event, paid={**event.paid, seat.colour: gained})
        elif seat.paid > last and not seat.built:
            back = min(seat.gained, seat.resources)
            event = replace(event, taken={**event.taken, seat.colour: back})
    return event


def _last(state: State, colour: Colour, active: Colour, number: int) -> int:
    """The number of the turn whose income a player has had when it is the active one's turn."""
    return turns.last_begun(replace(state, active=active, turn=number), colour)
