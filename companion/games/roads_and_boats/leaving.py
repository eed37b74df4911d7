"""Players who leave a running game, join it or return.

A leaving player's bricks, mines, buildings and research stay; the table decides whether the transporters do.
Gaps at the temple and in the sequence close; a joining player is last in both. A last player alone does not
change to the solo game, which begins differently (RB-SOLO-02): draws stay random, and there is no order to
determine.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Events, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats import fleets, order, setup, wonder
from companion.games.roads_and_boats.commands import Join, Leave
from companion.games.roads_and_boats.events import (
    PlayerJoined,
    PlayerLeft,
    PositionTaken,
    SequenceSettled,
    TempleSettled,
)
from companion.games.roads_and_boats.state import (
    Choosing,
    Praying,
    Seat,
    State,
    fleet_counts,
    present_seat_of,
    present_seats,
    with_seat,
)
from companion.games.roads_and_boats.words import COLOURS, STANDARD_COLOURS, Colour, EndMark
from companion.games.typed import validate_name


def may_leave(state: State) -> tuple[Colour, ...]:
    """Players who may leave: all who play, except the last one."""
    there = tuple(seat.colour for seat in present_seats(state))
    return there if len(there) > 1 and not state.ended else ()


def may_join(state: State) -> tuple[Colour, ...]:
    """The colours to join in now, first those of players who have left."""
    there = {seat.colour for seat in present_seats(state)}
    if state.solo or state.ended or state.order or len(there) >= setup.most_players(state.options):
        return ()
    gone = tuple(seat.colour for seat in state.seats if seat.left)
    box = COLOURS if state.options.more_players else STANDARD_COLOURS
    return (*gone, *(colour for colour in box if colour not in there and colour not in gone))


def mark_after(state: State, change: int) -> int | None:
    """The space of the end mark that follows the number of players once so many more play.

    None where it is the present one, or cannot be followed.
    """
    space = wonder.end_mark_for(state.options, len(present_seats(state)) + change)
    if space is None or not len(state.bricks) < space <= wonder.count_spaces(state.options):
        return None
    return None if space == wonder.end_space(state) else space


def leave(state: State, command: Leave, _dice: Dice) -> Events:
    """Leave; a procedure without players left to ask goes on to its next step. Raises `Refused`."""
    present_seat_of(state, command.colour)
    if state.solo:
        raise Refused("solo-no-leave", "RB-SOLO-02", colour=command.colour)
    if len(present_seats(state)) == 1:
        raise Refused("last-player", "RB-GEN-04", colour=command.colour)
    marked = _marked_for(state, command.mark, -1)
    event = PlayerLeft(command.colour, command.board == "cleared", marked)
    return (event, *_procedure_result(apply_player_left(state, event)))


def _marked_for(state: State, mark: EndMark, change: int) -> int:
    """For how many players the end mark is afterwards. Raises `Refused` where it cannot follow."""
    if mark == "stays":
        return wonder.marked_for(state)
    players = len(present_seats(state)) + change
    space = wonder.end_mark_for(state.options, players)
    if space is None or space > wonder.count_spaces(state.options):
        raise Refused("no-mark", "RB-WON-12", count=players)
    if space <= len(state.bricks) and space != wonder.end_space(state):
        raise Refused("mark-covered", "RB-WON-12", count=players, space=space)
    return players


def apply_player_left(state: State, event: PlayerLeft) -> State:
    """The state without the player at the temple and in the sequence; the seat stays.

    A go is not had twice in a phase (RB-CONF-07). An order once determined
    holds for the phase (RB-TURN-04); only the temple step, with one player left to ask, comes to nothing.
    """
    colour = event.colour
    unasked = len(present_seats(state)) == 2 and isinstance(state.order, Praying)
    goes = state.acting == colour
    after = replace(
        with_seat(state, colour, left=True),
        temple=tuple(each for each in state.temple if each != colour),
        sequence=tuple(each for each in state.sequence if each != colour),
        acted=(*state.acted, colour) if goes else state.acted,
        ready=tuple(each for each in state.ready if each != colour),
        acting=order.next_to_act(state) if goes else state.acting,
        called=state.called and not unasked,
        marked_for=event.marked_for,
    )
    if event.cleared:
        after = with_seat(after, colour, fleet=(), wealth=None)
    return wonder.recheck_complete(replace(after, order=None if unasked else _without_player(after, colour)))


def _without_player(after: State, colour: Colour) -> Praying | Choosing | None:
    """The running procedure without the player. after: the state without them at the temple."""
    match after.order:
        case Praying(kept=kept, cashed=cashed) as step:
            step = replace(
                step,
                kept=tuple(each for each in kept if each != colour),
                cashed=tuple(each for each in cashed if each != colour),
            )
            return replace(step, asks=_still_asked(after, step) or after.temple[-1])
        case Choosing() as step:
            return _fewer_positions(after, step, colour)
        case _:
            return None


def _still_asked(state: State, step: Praying) -> Colour | None:
    row = order.asked_at_temple(state.temple, with_last=state.options.amb_31)
    return next((each for each in row if each not in (*step.kept, *step.cashed)), None)


def _fewer_positions(after: State, step: Choosing, colour: Colour) -> Choosing:
    """One position fewer: the player's own, or the last free one; those behind it move up (RB-CONF-06)."""
    own = next((position for position, each in step.taken if each == colour), None)
    gone = step.free[-1] if own is None else own
    taken = tuple((position - (position > gone), each) for position, each in step.taken if each != colour)
    chosen = {each for _, each in taken}
    return Choosing(
        asks=next(each for each in order.choosing_order(after.temple) if each not in chosen),
        free=tuple(position - (position > gone) for position in step.free if position != gone),
        taken=taken,
    )


def _procedure_result(after: State) -> Events:
    """The result of the procedure if the player who left was the last to answer."""
    match after.order:
        case Praying(cashed=cashed) as step if _still_asked(after, step) is None:
            return (TempleSettled(order.row_after_praying(after.temple, cashed)),)
        case Choosing(asks=asks, free=(only,), taken=taken):
            row = sorted((*taken, (only, asks)))
            return (PositionTaken(asks, only), SequenceSettled(tuple(each for _, each in row)))
        case _:
            return ()


def join(state: State, command: Join, _dice: Dice) -> Events:
    """Join with a starting fleet, or return to a former seat. Raises `Refused`."""
    name = validate_name(command.name)
    if state.solo:
        raise Refused("solo-no-join", "RB-SOLO-02")
    seat = next((each for each in state.seats if each.colour == command.colour), None)
    if seat is not None and not seat.left:
        raise Refused("already-plays", "RB-SETUP-01", colour=command.colour)
    most = setup.most_players(state.options)
    if len(present_seats(state)) >= most:
        raise Refused("players-too-many", "RB-GEN-04", most=most)
    if command.colour not in may_join(state):
        raise Refused("colour-needs-option", "RB-GEN-04", colour=command.colour)
    waits = seat is not None and seat.fleet
    fleet = None if waits else fleets.start_fleet(state.options)
    return (PlayerJoined(command.colour, name, fleet, _marked_for(state, command.mark, +1)),)


def apply_player_joined(state: State, event: PlayerJoined) -> State:
    """The state with the player farthest from the temple and last in the sequence.

    If all others have had their go, the player acts now, unless they have had a go in this phase
    (RB-CONF-07).
    """
    colour = event.colour
    acts = order.is_determined(state) and state.acting is None and colour not in state.acted
    seats = state.seats
    if all(seat.colour != colour for seat in seats):
        seats = (*seats, Seat(colour, event.name, ()))
    after = with_seat(replace(state, seats=seats), colour, left=False)
    if event.name:
        after = with_seat(after, colour, name=event.name)
    if event.fleet is not None:
        after = with_seat(after, colour, fleet=fleet_counts(event.fleet))
    return wonder.recheck_complete(
        replace(
            after,
            temple=(*state.temple, colour),
            sequence=(*state.sequence, colour),
            acting=colour if acts else state.acting,
            marked_for=event.marked_for,
        )
    )
