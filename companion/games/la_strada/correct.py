"""Corrections, field by field: what is recorded, what the rules say to it, and what it changes.

The forms of their values stand with the command, `Correct`.

Whose turn it is, and its number, is the matter of `correct_turn`, a whole road that of `correct_road`.
Merchants that a correction takes from a colony go back to their players' supplies, and those that it puts
there come from them. House rules and limits hold from the moment they are corrected: what everybody gets
grows or shrinks by the difference. Whatever is corrected, the end of the game is worked out again afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games import Event, Events, Player, Refused, on, plain
from companion.games.la_strada import colonies, correct_road, correct_turn, setup, turns
from companion.games.la_strada.commands import ColonyValue, Correct, Field
from companion.games.la_strada.correct_road import RoadCorrected
from companion.games.la_strada.correct_turn import ActiveCorrected, TurnCorrected
from companion.games.la_strada.options import Options, RecordedOptions
from companion.games.la_strada.state import (
    Colony,
    Seat,
    Sitting,
    State,
    colours,
    left,
    seat_of,
    supplied,
    with_seat,
)
from companion.games.la_strada.words import STOCKS, Colour, Kind, Stock


def correct(state: State, command: Correct) -> Events:
    """The correction, and what follows from it by itself. Raises `Refused`."""
    events = FIELDS[command.field](state, command.read())
    after = state
    for event in events:
        after = EFFECTS[type(event)](after, event)
    return (*events, *turns.settled(after))


class ResourcesCorrected(Event, frozen=True):
    """resources: all that he has."""

    colour: Colour
    resources: int


def _resources(state: State, value: dict[Colour, int]) -> Events:
    return tuple(
        ResourcesCorrected(seat_of(state, colour).colour, number) for colour, number in value.items()
    )


class SuppliesCorrected(Event, frozen=True):
    """supplies: what is left of the stocks that are named."""

    colour: Colour
    supplies: dict[Stock, int]


def _supplies(state: State, value: dict[Colour, dict[Stock, int]]) -> Events:
    for colour, supplies in value.items():
        seat_of(state, colour)
        for stock, number in supplies.items():
            there = colonies.on_board(state, colour) if stock == "merchants" else 0
            most = state.options.supply[stock] - there
            if number > most:
                raise Refused(
                    "more-than-there-are", "LS-SETUP-04", colour=colour, stock=stock, most=max(0, most)
                )
    return tuple(SuppliesCorrected(colour, supplies) for colour, supplies in value.items())


class StuckCorrected(Event, frozen=True):
    """stuck: he can link no colony any more."""

    colour: Colour
    stuck: bool


def _stuck(state: State, value: dict[Colour, bool]) -> Events:
    return tuple(StuckCorrected(seat_of(state, colour).colour, stuck) for colour, stuck in value.items())


class ColonyCorrected(Event, frozen=True):
    """All that is known of a colony; merchants come from and go back to their players' supplies."""

    number: int
    kind: Kind
    merchants: tuple[Colour, ...]
    linked: tuple[Colour, ...]


def _colony(state: State, value: ColonyValue) -> Events:
    colony = colonies.colony_of(state, value.number)
    for colour in (*(value.merchants or ()), *(value.linked or ())):
        seat_of(state, colour)
    merchants, linked = _standing(state, colony, value)
    for colour in merchants:
        if merchants.count(colour) > 1:
            raise Refused("merchant-twice", "LS-MKT-02", colour=colour, number=colony.number)
        if colour not in colony.merchants and not seat_of(state, colour).merchants:
            raise Refused("no-merchant", "LS-MKT-05", colour=colour)
    return (ColonyCorrected(colony.number, value.kind or colony.kind, merchants, linked),)


def _standing(
    state: State, colony: Colony, value: ColonyValue
) -> tuple[tuple[Colour, ...], tuple[Colour, ...]]:
    """Who stands on the colony and who has linked it, after a correction of either or both.

    With more than two players those are the same (LS-MKT-01). Of two, only the first to link it has his
    merchant there (LS-2P-05).
    """
    if not state.two:
        both = {each for each in (value.merchants, value.linked) if each is not None}
        if len({frozenset(each) for each in both}) > 1:
            raise Refused("linked-needs-merchant", "LS-MKT-01", number=colony.number)
        standing = value.merchants if value.merchants is not None else value.linked
        return (colony.merchants, colony.linked) if standing is None else (standing, standing)
    merchants = colony.merchants if value.merchants is None else value.merchants
    if len(merchants) > 1:
        raise Refused("one-merchant-only", "LS-2P-05", number=colony.number)
    linked = value.linked
    if linked is None:
        linked = tuple(each for each in colony.linked if each not in colony.merchants)
    linked = tuple(dict.fromkeys((*merchants, *linked)))
    if linked and not merchants:
        raise Refused("linked-needs-merchant", "LS-2P-05", number=colony.number)
    return merchants, linked


def _stood(state: State, event: ColonyCorrected) -> State:
    before = colonies.colony_of(state, event.number)
    after = replace(before, kind=event.kind, merchants=event.merchants, linked=event.linked)
    state = colonies.with_colony(state, after)
    seats = tuple(
        supplied(
            _relinked(seat, before, after),
            {"merchants": (seat.colour in before.merchants) - (seat.colour in after.merchants)},
        )
        for seat in state.seats
    )
    was = seat_of(state, state.active).built
    options = replace(state.options, kinds=colonies.counts(state.colonies))
    roads = tuple(each for each in state.roads if each.colony != event.number or each.colour in event.linked)
    state = replace(state, seats=seats, options=options, roads=roads)
    built = seat_of(state, state.active).built
    return state if built == was else replace(state, connected=built)


def _relinked(seat: Seat, before: Colony, after: Colony) -> Seat:
    """The seat with what it has linked in its turn: a link that was none does not count (LS-END-01), one that
    was entered for another colony still does.
    """
    had, has = seat.colour in before.linked, seat.colour in after.linked
    if had and not has and before.number in seat.links:
        links = tuple(each for each in seat.links if each != before.number)
        return replace(seat, links=links, built=bool(links), unlinked=not links)
    if has and not had and seat.unlinked:
        return replace(seat, links=(after.number,), built=True, unlinked=False)
    return seat


class PlayersCorrected(Event, frozen=True):
    """players: clockwise from the first player.

    With the same colours as before, each keeps what is his in his new seat; with others, each takes over
    all that his predecessor in the seat had.
    """

    players: tuple[Sitting, ...]


def _players(state: State, value: tuple[Player, ...]) -> Events:
    if len(value) != len(state.seats):
        raise Refused("players-number-fixed", "LS-COMP-01", number=len(state.seats))
    return (PlayersCorrected(setup.seated(value)),)


def _reseated(state: State, event: PlayersCorrected) -> State:
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
        roads=tuple(replace(each, colour=new[each.colour]) for each in state.roads),
    )


class OptionsCorrected(Event, frozen=True):
    """changes: the new values by option, complete, as plain data."""

    changes: dict[str, Any]


def _option(state: State, value: dict[str, Any]) -> Events:
    before = plain(state.options)
    values = {name: _merged(before[name], new) for name, new in value.items()}
    options = setup.completed(msgspec.convert(before | values, Options))
    setup.require_consistent(options)
    laid = state.colonies
    if options.kinds != state.options.kinds:
        laid_anew = colonies.relaid(laid, options.kinds)
        if laid_anew is None:
            raise Refused("colonies-linked", "LS-COMP-03")
        laid = laid_anew
    numbers = {str(each.number) for each in laid}
    if not set(value.get("names", ())) <= numbers:
        raise Refused("options-inconsistent", "LS-SETUP-02", option="names")
    for stock in STOCKS:
        fewer = state.options.supply[stock] - options.supply[stock]
        if any(left(seat, stock) < fewer for seat in state.seats):
            raise Refused("options-inconsistent", "LS-SETUP-04", option="supply")
    names = {number: name for number, name in options.names.items() if number in numbers}
    changed = plain(msgspec.structs.replace(options, names=names))
    return (OptionsCorrected({name: new for name, new in changed.items() if new != before[name]}),)


def _merged(old: Any, new: Any) -> Any:
    """A table with the rows that are named changed; what is no table is changed whole."""
    return {**old, **new} if isinstance(old, dict) else new


def _chosen(state: State, event: OptionsCorrected) -> State:
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
        colonies=colonies.with_names(laid, options),
    )


FIELDS: Mapping[Field, Callable[[State, Any], Events]] = MappingProxyType(
    {
        "turn": correct_turn.turn,
        "active": correct_turn.active,
        "resources": _resources,
        "supplies": _supplies,
        "stuck": _stuck,
        "colony": _colony,
        "road": correct_road.road,
        "players": _players,
        "option": _option,
    }
)
"""What setting a field to a value comes to. Raises `Refused`."""

EFFECTS: Mapping[type[Event], Callable[[State, Any], State]] = MappingProxyType(
    dict(
        (
            on(TurnCorrected, correct_turn.renumbered),
            on(ActiveCorrected, correct_turn.activated),
            on(
                ResourcesCorrected,
                lambda state, event: with_seat(state, event.colour, resources=event.resources),
            ),
            on(SuppliesCorrected, lambda state, event: with_seat(state, event.colour, **event.supplies)),
            on(StuckCorrected, lambda state, event: with_seat(state, event.colour, stuck=event.stuck)),
            on(ColonyCorrected, _stood),
            on(RoadCorrected, correct_road.mended),
            on(PlayersCorrected, _reseated),
            on(OptionsCorrected, _chosen),
        )
    )
)
"""What each correction changes. What follows from it is said by events of its own."""
