"""The wonder's bricks set right: which of them were bought this turn, and what the next ones cost.

Every turn lays a neutral brick as its last (RB-WON-11), so the bricks of this turn lie behind the last one.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec.structs import replace

from companion.games import Event, Events, Refused
from companion.games.roads_and_boats import wonder
from companion.games.roads_and_boats.agreement import Bricks, LaterTurnBegun, disagree, later_turn
from companion.games.roads_and_boats.state import State, colours
from companion.games.roads_and_boats.words import Colour


class BricksCorrected(Event, frozen=True):
    """bricks: all of the wonder's, bottom left first, None is neutral.

    bought: how many of them everybody has bought this turn, once the wonder phase has come.
    """

    bricks: tuple[Colour | None, ...]
    bought: dict[Colour, int] | None = None


class PurchasesCounted(Event, frozen=True):
    """bought: how many bricks everybody has bought this turn, as the bricks tell."""

    bought: dict[Colour, int]


def correct(state: State, value: Bricks) -> Events:
    """All bricks as they lie there. Raises `Refused`."""
    for colour in value:
        if colour not in (None, state.filler, *colours(state)):
            raise Refused("not-playing", "RB-SETUP-01", colour=colour)
    spaces = wonder.spaces(state.options)
    if len(value) > spaces:
        raise Refused("more-bricks-than-spaces", "RB-WON-04", spaces=spaces)
    if value.count(None) > state.options.neutral:
        raise Refused("more-neutral-than-bricks", "RB-GEN-06", neutral=state.options.neutral)
    event = with_purchases(state, value)
    return (LaterTurnBegun(), event) if later_turn(state, bricks=value) else (event,)


def with_purchases(state: State, bricks: Bricks) -> BricksCorrected:
    """The correction to these bricks, with what everybody has bought of them."""
    bought = _bought_of(state, bricks)
    return BricksCorrected(bricks, None if bought is None else dict(bought))


def relaid(state: State, event: BricksCorrected) -> State:
    """The state with these bricks.

    An event that says nothing of purchases changes them only after one in this phase: then all behind the
    last neutral brick are this turn's.
    """
    bricks, bought = event.bricks, event.bought
    after = still_complete(replace(state, bricks=bricks))
    if bought is not None:
        return recounted(after, PurchasesCounted(bought))
    if state.phase != "wonder" or not any(seat.bought for seat in state.seats):
        return after
    return _with_bought(after, {seat.colour: _laid_this_turn(bricks, seat.colour) for seat in state.seats})


def counted_anew(before: State, after: State) -> Events:
    """What the bricks tell of this turn's purchases once a correction makes turn, phase and bricks agree.

    So whoever goes back over a turn's end, in whichever order he corrects the three, pays what he would have
    paid.
    """
    if not _in_agreement(after) or _in_agreement(before):
        return ()
    told = {seat.colour: _laid_this_turn(after.bricks, seat.colour) for seat in after.seats}
    same = all(told[seat.colour] == seat.bought for seat in after.seats)
    return () if same else (PurchasesCounted(told),)


def recounted(state: State, event: PurchasesCounted) -> State:
    """The state with these purchases."""
    after = _with_bought(state, event.bought)
    return after if after.base is None else replace(after, base=base_of_phase(after))


def _in_agreement(state: State) -> bool:
    return state.phase == "wonder" and not state.ended and not disagree(state)


def still_complete(state: State) -> State:
    """The state with the wonder no longer complete when the end mark is not covered any more (AMB-09)."""
    return replace(state, complete=state.complete and len(state.bricks) >= wonder.ends_at(state))


def bought(state: State) -> int:
    """How many bricks all players together have bought this turn."""
    return sum(seat.bought for seat in state.seats)


def base_of_phase(state: State) -> int:
    """The price base as it was when this wonder phase began (AMB-08)."""
    return wonder.base(state, len(state.bricks) - bought(state))


def refilled_first_rows(state: State, spaces: int) -> Bricks:
    """A solo wonder whose first four rows have so many spaces: full of the filler (RB-SOLO-02)."""
    rest = tuple(brick for brick in state.bricks if brick != state.filler)
    return (state.filler,) * spaces + rest


def _bought_of(state: State, bricks: Bricks) -> Mapping[Colour, int] | None:
    """How many of the bricks everybody has bought this turn; None where nobody can have bought any yet.

    What is added behind the last neutral brick was bought this turn, and what is taken away there was not.
    """
    in_wonder = state.phase == "wonder"
    if not in_wonder and not bought(state):
        return None
    later = later_turn(state, bricks=bricks)
    after: dict[Colour, int] = {}
    for seat in state.seats:
        now = _laid_this_turn(bricks, seat.colour)
        if later:
            after[seat.colour] = now if in_wonder else 0
            continue
        added = now - _laid_this_turn(state.bricks, seat.colour)
        after[seat.colour] = max(0, min(now, seat.bought + added))
    return after


def _laid_this_turn(bricks: Bricks, colour: Colour) -> int:
    """How many of that colour lie behind the last neutral brick."""
    latest = bricks[::-1].index(None) if None in bricks else len(bricks)
    return bricks[len(bricks) - latest :].count(colour)


def _with_bought(state: State, bought: Mapping[Colour, int]) -> State:
    seats = tuple(replace(seat, bought=bought.get(seat.colour, 0)) for seat in state.seats)
    return replace(state, seats=seats)
