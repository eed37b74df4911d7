"""The state after a correction."""

from __future__ import annotations

from typing import assert_never

import msgspec
from msgspec.structs import replace

from companion.games.la_strada import colonies
from companion.games.la_strada.corrected_events import (
    ActiveCorrected,
    ColonyCorrected,
    CorrectedEvent,
    OptionsCorrected,
    PlayersCorrected,
    ResourcesCorrected,
    StuckCorrected,
    SuppliesCorrected,
    TurnCorrected,
)
from companion.games.la_strada.options import RecordedOptions, plain
from companion.games.la_strada.seats import colours, seat_of, supplied, with_seat
from companion.games.la_strada.state import State
from companion.games.la_strada.words import STOCKS, Colour


def apply(state: State, event: CorrectedEvent) -> State:
    """The state with the correction made. What follows from it is said by events of its own."""
    match event:
        case TurnCorrected():
            return replace(state, turn=event.turn)
        case ActiveCorrected():
            return _active(state, event.colour)
        case ResourcesCorrected() | SuppliesCorrected() | StuckCorrected():
            return _seat(state, event)
        case _:
            return _table(state, event)


def _seat(state: State, event: ResourcesCorrected | SuppliesCorrected | StuckCorrected) -> State:
    match event:
        case ResourcesCorrected():
            return with_seat(state, event.colour, resources=event.resources)
        case SuppliesCorrected():
            return with_seat(state, event.colour, **event.supplies)
        case StuckCorrected():
            return with_seat(state, event.colour, stuck=event.stuck)
        case _:
            assert_never(event)


def _table(state: State, event: ColonyCorrected | PlayersCorrected | OptionsCorrected) -> State:
    match event:
        case ColonyCorrected():
            return _colony(state, event)
        case PlayersCorrected():
            return _players(state, event)
        case OptionsCorrected():
            return _options(state, event)
        case _:
            assert_never(event)


def _active(state: State, colour: Colour) -> State:
    """His income counts as paid, for nobody's resources change."""
    if colour == state.active:
        return state
    return replace(state, active=colour, gained=0, connected=False)


def _colony(state: State, event: ColonyCorrected) -> State:
    before = colonies.colony_of(state, event.number)
    after = replace(before, kind=event.kind, merchants=event.merchants, linked=event.linked)
    state = colonies.with_colony(state, after)
    seats = tuple(
        supplied(seat, {"merchants": (seat.colour in before.merchants) - (seat.colour in after.merchants)})
        for seat in state.seats
    )
    options = replace(state.options, kinds=colonies.counts(state.colonies))
    return replace(state, seats=seats, options=options)


def _players(state: State, event: PlayersCorrected) -> State:
    """The same colours in another order keep what is theirs; other colours take over, seat by seat."""
    row = tuple(each.colour for each in event.players)
    if set(row) == set(colours(state)):
        seats = tuple(replace(seat_of(state, each.colour), name=each.name) for each in event.players)
        return replace(state, seats=seats)
    new = dict(zip(colours(state), row, strict=True))
    return replace(
        state,
        seats=tuple(
            replace(seat, colour=each.colour, name=each.name)
            for seat, each in zip(state.seats, event.players, strict=True)
        ),
        active=new[state.active],
        colonies=tuple(
            replace(
                each,
                merchants=tuple(new[colour] for colour in each.merchants),
                linked=tuple(new[colour] for colour in each.linked),
            )
            for each in state.colonies
        ),
    )


def _options(state: State, event: OptionsCorrected) -> State:
    """What everybody gets changes by the difference; the map is laid out again when its kinds change."""
    before = state.options
    options = msgspec.convert(plain(before) | event.changes, RecordedOptions)
    more = {stock: options.supply[stock] - before.supply[stock] for stock in STOCKS}
    laid = state.colonies
    if options.kinds != before.kinds:
        laid = colonies.relaid(laid, options.kinds) or laid
    return replace(
        state,
        options=options,
        seats=tuple(supplied(seat, more) for seat in state.seats),
        colonies=colonies.named(laid, options),
    )
