"""Players who leave a running game, join it or return.

A leaving player's roads stay; the table decides whether the merchants stay and count. The rules for the
original number of players remain: of two, none can leave or join, since they have rules of their own
(LS-2P-01).
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.la_strada import setup, turns
from companion.games.la_strada.commands import Join, Leave
from companion.games.la_strada.events import PlayerJoined, PlayerLeft
from companion.games.la_strada.state import State, present_seat_of, present_seats, seat_of, with_seat
from companion.games.la_strada.words import COLOURS, Colour
from companion.games.typed import validate_name


def may_leave(state: State) -> tuple[Colour, ...]:
    """Players who may leave: all who play, as long as two stay (LS-COMP-01)."""
    there = tuple(seat.colour for seat in present_seats(state))
    return there if len(there) > setup.MIN_PLAYERS and not state.ended else ()


def may_join(state: State) -> tuple[Colour, ...]:
    """The colours to join in now, first those of players who have left."""
    if state.two_players or state.ended:
        return ()
    gone = tuple(seat.colour for seat in state.seats if seat.left)
    known = {seat.colour for seat in state.seats}
    return (*gone, *(colour for colour in COLOURS if colour not in known))


def leave(state: State, command: Leave) -> Events:
    """Leave; the active player's turn passes to the next one (LS-TURN-01). Raises `Refused`."""
    present_seat_of(state, command.colour)
    if state.two_players:
        raise Refused("two-stay-together", "LS-2P-01", colour=command.colour)
    if len(present_seats(state)) <= setup.MIN_PLAYERS:
        raise Refused("two-must-stay", "LS-COMP-01", colour=command.colour)
    event = PlayerLeft(command.colour, command.board == "cleared")
    after = apply_player_left(state, event)
    passed = turns.begin_next_turn(after) if state.active == command.colour else turns.consequences(after)
    return (event, *passed)


def apply_player_left(state: State, event: PlayerLeft) -> State:
    """The state without the player's turns. If cleared, a returning player starts anew."""
    colour = event.colour
    if not event.cleared:
        return with_seat(state, colour, left=state.turn)
    name = next(seat.name for seat in state.seats if seat.colour == colour)
    fresh = replace(setup.new_seat(colour, name, state.options), left=state.turn)
    return replace(
        state,
        seats=tuple(fresh if seat.colour == colour else seat for seat in state.seats),
        colonies=tuple(
            replace(
                each,
                merchants=tuple(other for other in each.merchants if other != colour),
                linked=tuple(other for other in each.linked if other != colour),
            )
            for each in state.colonies
        ),
        roads=tuple(each for each in state.roads if each.colour != colour),
    )


def join(state: State, command: Join) -> Events:
    """Join with a starting supply, or return to a former seat. Raises `Refused`."""
    name = validate_name(command.name)
    if state.two_players:
        raise Refused("two-stay-two", "LS-2P-01")
    if command.colour not in may_join(state):
        raise Refused("already-plays", "LS-SETUP-03", colour=command.colour)
    event = PlayerJoined(command.colour, name)
    return (event, *turns.consequences(apply_player_joined(state, event)))


def apply_player_joined(state: State, event: PlayerJoined) -> State:
    """The state with the player in the former seat, or clockwise last.

    There is no income of turns that were missed (LS-TURN-02).
    """
    colour = event.colour
    after = state
    if all(seat.colour != colour for seat in state.seats):
        after = replace(state, seats=(*state.seats, setup.new_seat(colour, "", state.options)))
    seat = seat_of(after, colour)
    after = with_seat(after, colour, left=0, name=event.name or seat.name)
    missed = turns.last_turn_of(after, colour)
    if missed > seat.paid:
        after = with_seat(after, colour, paid=missed, gained=0, held=seat.resources, links=())
    return after
