"""The wonder: its spaces and marks, what a brick costs, and what a brick sets off."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Event, Events, Refused
from companion.games.dice import Dice
from companion.games.roads_and_boats.commands import BuyBrick
from companion.games.roads_and_boats.events import (
    BrickBought,
    DesertsIrrigated,
    GameEnded,
    NeutralBrickLaid,
    WonderCompleted,
)
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import (
    State,
    present_seat_of,
    present_seats,
    require_go,
    require_phase,
    seat_of,
    with_seat,
)
from companion.games.roads_and_boats.words import Colour


def count_spaces(options: Options) -> int:
    """How many bricks the whole wonder holds."""
    return sum(options.rows)


def end_mark_for(options: Options, players: int) -> int | None:
    """The space that ends a game of so many players; None when the options name none (RB-WON-12)."""
    for count, space in options.marks.items():
        if int(count) == players:
            return space
    return None


def marked_for(state: State) -> int:
    """For how many players the end mark is."""
    return state.marked_for or len(state.seats)


def end_space(state: State) -> int:
    """The end mark's space of this game: by the number of players, in a solo game the last one (AMB-21)."""
    return end_mark_for(state.options, marked_for(state)) or count_spaces(state.options)


def remaining_spaces(state: State) -> int:
    """How many bricks may still be laid: up to the end mark, or to the last space while the phase
    is finished in spite of it (AMB-09)."""
    last = count_spaces(state.options) if state.options.amb_09 else end_space(state)
    return max(0, last - len(state.bricks))


def dearer_after(options: Options) -> int:
    """How many bricks fill the first four rows, which makes the next ones dearer (RB-WON-06)."""
    return sum(options.rows[:4])


def to_end(state: State) -> int:
    """How many bricks are missing to the end mark."""
    return max(0, end_space(state) - len(state.bricks))


def to_irrigation(state: State) -> int:
    """How many bricks are missing to the irrigation mark."""
    return max(0, state.options.irrigation_at - len(state.bricks))


def to_dearer(state: State) -> int:
    """How many bricks may be laid before the next ones are dearer (RB-WON-06)."""
    return max(0, dearer_after(state.options) - len(state.bricks))


def price_base(state: State, filled: int) -> int:
    """What is added to every price: 1 once the first four rows are full (RB-WON-06)."""
    return 1 if filled >= dearer_after(state.options) else 0


def bought_this_turn(state: State) -> int:
    """How many bricks all players together have bought this turn."""
    return sum(seat.bought for seat in state.seats)


def price_base_of_phase(state: State) -> int:
    """The price base as it was when this wonder phase began (AMB-08)."""
    return price_base(state, len(state.bricks) - bought_this_turn(state))


def turn_by_bricks(state: State) -> int:
    """The turn that the neutral bricks tell (RB-TURN-07)."""
    return state.bricks.count(None) + 1


def recheck_complete(state: State) -> State:
    """The state with the wonder complete no longer where the end mark is not covered any more, or the phase,
    which is not over yet, is not to be finished after all (AMB-09).
    """
    finished = state.ended or (state.options.amb_09 and state.phase == "wonder")
    return replace(
        state, complete=state.complete and bool(finished) and len(state.bricks) >= end_space(state)
    )


def price(state: State, bought: int, filled: int) -> int:
    """What a brick costs, in goods (RB-WON-08, F-04): all that is shown or paid comes from here.

    bought: how many that player has bought before it in this turn. filled: how many lay there before it.
    Rules: RB-WON-05, RB-WON-07.
    """
    return bought + 1 + (price_base(state, filled) if state.base is None else state.base)


def prices(state: State, colour: Colour, count: int) -> tuple[int, ...]:
    """What that player's next bricks cost one by one, in goods. Raises `Refused`."""
    bought, filled = seat_of(state, colour).bought, len(state.bricks)
    return tuple([price(state, bought + nth, filled + nth) for nth in range(count)])


def next_prices(state: State) -> dict[Colour, int]:
    """What the next brick costs each player, in goods."""
    return {seat.colour: price(state, seat.bought, len(state.bricks)) for seat in present_seats(state)}


def buy(state: State, command: BuyBrick, _dice: Dice) -> Events:
    """A purchase of one or more bricks (RB-WON-01), and what they set off. Raises `Refused`."""
    present_seat_of(state, command.colour)
    require_phase(state, "wonder", "RB-WON-01")
    if command.count > remaining_spaces(state):
        raise Refused("too-many-bricks", "RB-WON-12", count=remaining_spaces(state))
    costs = prices(state, command.colour, command.count)
    if command.price is not None and sum(costs) > command.price:
        raise Refused("price-rose", "RB-WON-08", colour=command.colour, price=sum(costs), seen=command.price)
    require_go(state, command.colour, out_of_order=command.out_of_order)
    events: list[Event] = []
    for space, cost in enumerate(costs, start=len(state.bricks) + 1):
        events += (BrickBought(command.colour, space, cost), *_brick_effects(state, space))
    return tuple(events)


def apply_brick_bought(state: State, event: BrickBought) -> State:
    """The state after a purchase (RB-WON-03, RB-WON-05, RB-WON-07)."""
    already = seat_of(state, event.colour).bought
    bricks = (*state.bricks, event.colour)
    return with_seat(replace(state, bricks=bricks, touched=True), event.colour, bought=already + 1)


def lay_neutral(state: State) -> Events:
    """The neutral brick at the end of the turn, and what it sets off (RB-WON-11, RB-END-02).

    Rules: RB-GEN-06, RB-TURN-07.
    """
    space = len(state.bricks) + 1
    events = (NeutralBrickLaid(space), *_brick_effects(state, space, at_once=True))
    if state.neutral_left == 1 and not any(isinstance(event, GameEnded) for event in events):
        events += (GameEnded("last-neutral-brick"),)
    return events


def _brick_effects(state: State, space: int, *, at_once: bool = False) -> Events:
    """What a brick on that space causes: irrigation, the end. at_once: the phase is over anyway.

    Rules: RB-END-01, RB-END-02, RB-WON-12.
    """
    events: Events = ()
    if space == state.options.irrigation_at:
        events += (DesertsIrrigated(space),)
    if space == end_space(state):
        finish = state.options.amb_09 and not at_once
        events += (WonderCompleted() if finish else GameEnded("wonder-complete"),)
    return events
