"""The order of play: the call, the temple step, the choice of positions, goes and readiness."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from companion.games import Event, Events, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats import fleets, mines
from companion.games.roads_and_boats.commands import CallForOrder, Done, Pray, Ready, Row, TakePosition
from companion.games.roads_and_boats.events import (
    GoPassed,
    OrderCalled,
    PositionTaken,
    Readied,
    SequenceSettled,
    TempleAnswered,
    TempleSettled,
)
from companion.games.roads_and_boats.state import (
    Choosing,
    Praying,
    State,
    colours,
    present_seat_of,
    present_seats,
)
from companion.games.roads_and_boats.words import Colour


def row_after_praying(row: Row, cashed: Collection[Colour]) -> Row:
    """The row after cashing in: keepers in the old order, then cashers in reverse (RB-CONF-04).

    Rules: RB-CONF-05.
    """
    keepers = tuple(colour for colour in row if colour not in cashed)
    cashers = tuple(colour for colour in reversed(row) if colour in cashed)
    return keepers + cashers


def asked_at_temple(row: Row, *, with_last: bool) -> Row:
    """The players who are asked to keep praying: all but the last, who has no choice (RB-CONF-05).

    with_last: ask the last, too, by the house rule AMB-31.
    """
    return row if with_last else row[:-1]


def choosing_order(row: Row) -> Row:
    """The order of choosing positions: farthest from the temple first (RB-CONF-06)."""
    return row[::-1]


def first_sequence(row: Row, *, draw_order: bool) -> Row:
    """The sequence chart at the start: position 1 is farthest from the temple (RB-SETUP-12).

    draw_order: the house rule AMB-01 copies the row as it was drawn.
    """
    return row if draw_order else row[::-1]


def before_first_action(state: State) -> bool:
    """Whether the game is at its start, before any action (RB-SETUP-12)."""
    return state.turn == 1 and state.phase == "production" and not (state.touched or is_determined(state))


def is_determined(state: State) -> bool:
    """Whether the order of play has been determined in this phase, with all positions chosen (RB-CONF-06)."""
    return state.called and state.order is None


def pending_refusal(state: State) -> Refused | None:
    """Why nothing else goes on while the procedure waits for an answer; None when none is waited for.

    Rules: RB-CONF-03, RB-CONF-06.
    """
    match state.order:
        case Praying():
            return Refused("order-standing", "RB-CONF-03", colour=state.order.asks)
        case Choosing():
            return Refused("order-standing", "RB-CONF-06", colour=state.order.asks)
        case _:
            return None


def call_refusal(state: State, *, late: bool = False) -> Refused | None:
    """Why order cannot be demanded now, or None when it can (RB-TURN-04, RB-TURN-05, RB-MINE-10).

    late: it was called before what was done in this phase.

    Rules: RB-CONF-02, RB-WON-09.
    """
    if state.ended:
        return Refused("game-ended", "RB-END-01")
    if len(state.sequence) == 1:
        rule = "RB-SOLO-05" if state.solo else "RB-CONF-01"
        return Refused("solo-no-order" if state.solo else "alone-no-order", rule)
    if waits := pending_refusal(state):
        return waits
    if not state.called and mines.undrawn(state):
        return mines.draw_first_refusal(state, "RB-MINE-10")
    if state.called or (state.touched and not late):
        return Refused("order-too-late", "RB-TURN-05")
    return None


def call_late(state: State) -> bool:
    """Whether order can be demanded only as one who called before (RB-MINE-10)."""
    return call_refusal(state) is not None and call_refusal(state, late=True) is None


def call_for_order(state: State, command: CallForOrder, _dice: Dice) -> Events:
    """A player demands that the order be determined; the temple step begins. Raises `Refused`."""
    present_seat_of(state, command.colour)
    refused = call_refusal(state, late=command.late)
    if refused:
        raise refused
    return (OrderCalled(command.colour),)


def apply_order_called(state: State, _event: OrderCalled) -> State:
    """The state with the first player asked to keep praying."""
    return replace(state, called=True, acting=None, acted=(), ready=(), order=Praying(state.temple[0]))


def pray(state: State, command: Pray, _dice: Dice) -> Events:
    """The answer of the player asked at the temple; the last one settles the row. Raises `Refused`."""
    present_seat_of(state, command.colour)
    step = state.order
    if not isinstance(step, Praying):
        raise Refused("nobody-prays", "RB-CONF-03")
    if step.asks != command.colour:
        raise Refused("not-asked", "RB-CONF-03", colour=step.asks)
    answer = TempleAnswered(command.colour, command.keep)
    if _next_asked(state, step) is not None:
        return (answer,)
    cashed = step.cashed if command.keep else (*step.cashed, command.colour)
    return (answer, TempleSettled(row_after_praying(state.temple, cashed)))


def apply_temple_answered(state: State, event: TempleAnswered) -> State:
    """The state with the next player asked (RB-CONF-03)."""
    step = state.order
    if not isinstance(step, Praying):
        return state
    following = _next_asked(state, step) or step.asks
    if event.keep:
        return replace(state, order=replace(step, asks=following, kept=(*step.kept, event.colour)))
    return replace(state, order=replace(step, asks=following, cashed=(*step.cashed, event.colour)))


def apply_temple_settled(state: State, event: TempleSettled) -> State:
    """The state with the new row, farthest from the temple choosing first (RB-CONF-06, RB-CONF-08)."""
    everywhere = tuple(range(1, len(event.temple) + 1))
    return replace(state, temple=event.temple, order=Choosing(choosing_order(event.temple)[0], everywhere))


def next_asked(state: State) -> Colour | None:
    """Who is asked after the present one; None after the last one of a step."""
    match state.order:
        case Praying() as step:
            return _next_asked(state, step)
        case Choosing(asks=asks, free=free) if len(free) > 2:
            row = choosing_order(state.temple)
            return row[row.index(asks) + 1]
        case _:
            return None


def _next_asked(state: State, step: Praying) -> Colour | None:
    """Who is asked at the temple next (RB-CONF-03, RB-CONF-05)."""
    row = asked_at_temple(state.temple, with_last=state.options.amb_31)
    later = state.temple[state.temple.index(step.asks) + 1 :]
    return next((colour for colour in later if colour in row), None)


def take_position(state: State, command: TakePosition, _dice: Dice) -> Events:
    """The position of the player asked; the last one gets what is left. Raises `Refused`."""
    present_seat_of(state, command.colour)
    step = state.order
    if not isinstance(step, Choosing):
        raise Refused("nobody-chooses", "RB-CONF-06")
    if step.asks != command.colour:
        raise Refused("not-asked", "RB-CONF-06", colour=step.asks)
    if command.position not in step.free:
        raise Refused("position-not-free", "RB-CONF-06", position=command.position, free=step.free)
    events: list[Event] = [PositionTaken(command.colour, command.position)]
    chosen = dict(step.taken) | {command.position: command.colour}
    left = [position for position in step.free if position != command.position]
    if len(left) == 1:
        last = choosing_order(state.temple)[-1]
        events.append(PositionTaken(last, left[0]))
        chosen[left[0]] = last
    if len(left) <= 1:
        events.append(SequenceSettled(tuple(chosen[position] for position in sorted(chosen))))
    return tuple(events)


def apply_position_taken(state: State, event: PositionTaken) -> State:
    """The state with the next player asked for a position (RB-CONF-06)."""
    step = state.order
    if not isinstance(step, Choosing):
        return state
    row = choosing_order(state.temple)
    later = row[row.index(event.colour) + 1 :]
    following = Choosing(
        asks=later[0] if later else event.colour,
        free=tuple(position for position in step.free if position != event.position),
        taken=(*step.taken, (event.position, event.colour)),
    )
    return replace(state, order=following)


def apply_sequence_settled(state: State, event: SequenceSettled) -> State:
    """The state with the new sequence; position 1 acts (RB-CONF-07, RB-TURN-06)."""
    return replace(state, order=None, sequence=event.sequence, acting=event.sequence[0], acted=())


def end_go(state: State, command: Done, _dice: Dice) -> Events:
    """End the acting player's go (RB-CONF-07). Raises `Refused`."""
    colour = present_seat_of(state, command.colour).colour
    if state.acting is None:
        raise Refused("nobody-acts", "RB-CONF-07")
    if state.acting != colour:
        raise Refused("not-your-go", "RB-CONF-07", colour=state.acting)
    fleets.require_legal(state, go_of=colour)
    return (GoPassed(colour, next_to_act(state)),)


def apply_go_passed(state: State, event: GoPassed) -> State:
    """The state with the next player's go; finished players are stored: the sequence may be corrected."""
    return replace(state, acting=event.to, acted=(*state.acted, event.colour))


def buyers(state: State) -> Row:
    """The order of buying: the sequence (RB-WON-09, AMB-10), with the acting player in front."""
    if state.acting is None:
        return state.sequence
    return (state.acting, *(colour for colour in state.sequence if colour != state.acting))


def choose_start_tiles(state: State) -> Row:
    """The order of choosing start tiles, position 1 first (RB-SETUP-13), until anything else is entered.

    Empty for one player, who chooses freely, and once the game is under way.
    """
    begun = state.called or state.touched or state.ended or state.fleets_entered or state.mines
    known = any(seat.research for seat in state.seats)
    if len(state.sequence) == 1 or begun or known or state.buildings or state.bricks or state.turn > 1:
        return ()
    return state.sequence if state.phase == "production" else ()


def first_to_act(state: State) -> Colour | None:
    """The first player to act in a determined order who has not had a go (RB-CONF-07)."""
    acting = next((each for each in state.sequence if each not in state.acted), None)
    return acting if is_determined(state) else None


def next_to_act(state: State) -> Colour | None:
    """The player with the next go: the first who has not had one (RB-CONF-07).

    None after the last one, and without an acting player.
    """
    if state.acting is None:
        return None
    return next((each for each in state.sequence if each != state.acting and each not in state.acted), None)


def plays_together(state: State) -> bool:
    """Whether several play at the same time now: the order of play has not been called for (RB-TURN-03)."""
    alone = len(present_seats(state)) == 1
    return not (state.ended or alone or state.called)


def set_ready(state: State, command: Ready, _dice: Dice) -> Events:
    """A player is ready, or not after all; binding no one (RB-TURN-03).

    Raises `Refused` while players act one after the other.
    """
    present_seat_of(state, command.colour)
    if state.acting is not None:
        raise Refused("ready-in-a-go", "RB-CONF-07", colour=state.acting)
    said = {*state.ready, command.colour} if command.ready else {*state.ready} - {command.colour}
    ready = tuple(colour for colour in colours(state) if colour in said)
    return (Readied(ready, state.turn, state.phase, state.called),)


def apply_readied(state: State, event: Readied) -> State:
    """The state with these players ready, if the phase is still that of the event (RB-TURN-03).

    Another phase, a call for the order of play and a player's go end it; undo restores it.
    """
    moment = (state.turn, state.phase, state.called)
    if (event.turn, event.phase, event.called) != moment or state.ended or state.order or state.acting:
        return state
    there = (seat.colour for seat in present_seats(state))
    return replace(state, ready=tuple(colour for colour in there if colour in event.colours))


def not_ready(state: State) -> Row:
    """Who is not ready yet, in the order of the sequence."""
    return tuple(colour for colour in state.sequence if colour not in state.ready)
