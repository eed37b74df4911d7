"""Corrections of fields, and their limits.

Each field has a function in `FIELDS`: it returns the state with the value, or raises `Refused`. `correct`
checks a correction with it, and `apply_corrected` applies it. `turns.consequences` adds what follows, such as
the end of the game, as after every other entry.

Merchants move between colonies and their players' supplies. Corrected house rules and limits hold from now
on: supplies change by the difference.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, TypeVar

import msgspec
from msgspec.structs import asdict, replace

from companion.games import Events, Player, Refused, plain
from companion.games.la_strada import colonies, roads, setup, turns
from companion.games.la_strada.colonies import colony_of, with_colony
from companion.games.la_strada.commands import ActiveValue, ColonyValue, Correct, Field, RoadValue
from companion.games.la_strada.events import Corrected
from companion.games.la_strada.options import Options, RecordedOptions
from companion.games.la_strada.state import (
    Colony,
    Road,
    Seat,
    State,
    change_supply,
    present_seat_of,
    remaining,
    replace_seat,
    seat_of,
)
from companion.games.la_strada.words import MAX_RESOURCES, STOCKS, TERRAINS, Colour, Stock, Terrain
from companion.games.recolouring import with_players
from companion.games.typed import options_before

Value = TypeVar("Value", ActiveValue, ColonyValue, RoadValue)


def correct(state: State, command: Correct) -> Events:
    """The correction, and what follows from it by itself. Raises `Refused`."""
    event = Corrected(command.field, command.value)
    after = apply_corrected(state, event)
    if before := BEFORE.get(event.field):
        event = replace(event, before=before(state, event.value))
    return (event, *turns.consequences(after))


def apply_corrected(state: State, event: Corrected) -> State:
    """The state with the value. Raises `Refused` for one that cannot be."""
    return FIELDS[event.field](state, event.value)


def _turn(state: State, number: int) -> State:
    """The turn has another number; who had its income has had it."""
    seats = tuple(replace(seat, paid=seat.paid + number - state.turn) for seat in state.seats)
    return replace(state, turn=number, seats=seats)


def _active(state: State, value: Colour | ActiveValue) -> State:
    """Make this player active, in the present turn or another.

    As if all turns up to it had begun in order, and none after it: each player has the income of a turn once,
    however often it is corrected (LS-TURN-02).
    """
    colour, number = (value.colour, value.turn) if isinstance(value, ActiveValue) else (value, None)
    present_seat_of(state, colour)
    number = number or state.turn
    if colour == state.active:
        return _turn(state, number)
    after = replace(state, active=colour, turn=number)
    after = replace(
        after, seats=tuple(_with_income(seat, turns.last_turn_of(after, seat.colour)) for seat in state.seats)
    )
    seat = seat_of(after, colour)
    why = turns.block_reason(after, seat)
    if why and turns.end_reason(replace(after, connected=False)) is None:
        raise Refused("turns-pass", "LS-2P-06", colour=colour, why=why)
    return replace(after, gained=seat.gained, connected=seat.built)


def _with_income(seat: Seat, last: int) -> Seat:
    """The seat with the income of its turns up to that number, and of none after it.

    An income that came too early stays if the resources have changed since; that turn brings no more then.
    Only the last of several early incomes is known; earlier ones count as unspent.
    """
    if seat.left or seat.paid == last or (seat.paid > last and (seat.built or seat.resources != seat.held)):
        return seat
    gained, resources = 0, seat.resources
    for _ in range(seat.paid, last):
        gained, _lost = turns.next_income(resources)
        resources += gained
    if seat.paid > last:
        resources -= min(seat.gained + _max_savings(seat.paid - 1) - _max_savings(last), resources)
    return replace(seat, resources=resources, paid=last, gained=gained, held=resources, links=(), unlinked=())


def _max_savings(incomes: int) -> int:
    """What so many incomes make for who spends nothing (LS-TURN-02, LS-TURN-03, LS-SETUP-08)."""
    return min(MAX_RESOURCES, incomes * turns.INCOME)


def _resources(state: State, value: dict[Colour, int]) -> State:
    for colour, resources in value.items():
        state = replace_seat(state, replace(seat_of(state, colour), resources=resources))
    return state


def _supplies(state: State, value: dict[Colour, dict[Stock, int]]) -> State:
    for colour, supplies in value.items():
        seat = seat_of(state, colour)
        for stock, number in supplies.items():
            there = colonies.count_merchants(state, colour) if stock == "merchants" else 0
            most = state.options.supply[stock] - there
            if number > most:
                raise Refused(
                    "more-than-there-are", "LS-SETUP-04", colour=colour, stock=stock, most=max(0, most)
                )
        state = replace_seat(state, replace(seat, **supplies))
    return state


def _stuck(state: State, value: dict[Colour, bool]) -> State:
    for colour, stuck in value.items():
        state = replace_seat(state, replace(seat_of(state, colour), stuck=stuck))
    return state


def _colony(state: State, value: ColonyValue) -> State:
    """A colony with its kind and those who stand there; each merchant comes from its player's supply."""
    before = colony_of(state, value.number)
    for colour in (*(value.merchants or ()), *(value.linked or ())):
        seat_of(state, colour)
    merchants, linked = _merchants_and_links(state, before, value)
    for colour in merchants:
        if merchants.count(colour) > 1:
            raise Refused("merchant-twice", "LS-MKT-02", colour=colour, number=before.number)
        if colour not in before.merchants and not seat_of(state, colour).merchants:
            raise Refused("no-merchant", "LS-MKT-05", colour=colour)
    colony = replace(before, kind=value.kind or before.kind, merchants=merchants, linked=linked)
    after = with_colony(state, colony)
    after = replace(after, options=replace(state.options, kinds=colonies.count_kinds(after.colonies)))
    for seat in state.seats:
        back = (seat.colour in before.merchants) - (seat.colour in merchants)
        after = _update_links(after, change_supply(seat, {"merchants": back}), before, colony)
    built = seat_of(after, state.active).built
    return after if built == seat_of(state, state.active).built else replace(after, connected=built)


def _merchants_and_links(
    state: State, colony: Colony, value: ColonyValue
) -> tuple[tuple[Colour, ...], tuple[Colour, ...]]:
    """The merchants and links of the colony, after a correction of either or both.

    With more than two players they are the same (LS-MKT-01). Of two, only the first to link it has a merchant
    there (LS-2P-05).
    """
    if not state.two_players:
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


def _update_links(state: State, seat: Seat, before: Colony, after: Colony) -> State:
    """The state with this seat and what it has linked in its turn: a link that was none does not count
    (LS-END-01), one that was entered for another colony still does, with its paid road (LS-TURN-04).
    """
    had, has = seat.colour in before.linked, seat.colour in after.linked
    if had and not has:
        road = roads.road_of(state, seat.colour, before.number)
        state = replace(state, roads=tuple(each for each in state.roads if each != road))
        if before.number in seat.links:
            links = tuple(each for each in seat.links if each != before.number)
            seat = replace(seat, links=links, unlinked=(*seat.unlinked, road))
    elif has and not had and seat.unlinked:
        road, *others = sorted(seat.unlinked, key=lambda each: each.colony != after.number)
        links = seat.links or (after.number,)
        seat = replace(seat, links=links, unlinked=tuple(others))
        if any(roads.tiles_of(road).values()):
            road = replace(road, colour=seat.colour, colony=after.number)
            state = replace(state, roads=(*state.roads, road))
    return replace_seat(state, seat)


def _road(state: State, value: RoadValue) -> State:
    """A road as a whole: its tiles, the colony that it reaches, and what its player has left."""
    seat = seat_of(state, value.colour)
    colony = colony_of(state, value.colony)
    if value.colour not in colony.linked:
        raise Refused("no-such-road", "LS-BUILD-06", colour=value.colour, number=colony.number)
    before = roads.road_of(state, value.colour, colony.number)
    was, laid = roads.tiles_of(before), _corrected_tiles(seat, before, value)
    to = value.to or colony.number
    moved = state if to == colony.number else _move_link(state, seat, colony, colony_of(state, to))
    resources = _resources_after(seat, before, laid, value.resources)
    back: dict[Stock, int] = {terrain: was[terrain] - laid[terrain] for terrain in TERRAINS}
    after = replace_seat(
        moved, change_supply(replace(seat_of(moved, seat.colour), resources=resources), back)
    )
    road = Road(seat.colour, to, **laid)
    known = [road if each == before else each for each in state.roads]
    return replace(after, roads=tuple(known if road in known else [*known, road]))


def _corrected_tiles(seat: Seat, before: Road, value: RoadValue) -> dict[Terrain, int]:
    """The road's tiles. Raises `Refused` where it has none, or more than there are (LS-BUILD-11)."""
    typed: dict[Terrain, int | None] = {
        "plains": value.plains,
        "forests": value.forests,
        "hills": value.hills,
    }
    was = roads.tiles_of(before)
    laid = {terrain: was[terrain] if (new := typed[terrain]) is None else new for terrain in TERRAINS}
    if not any(laid.values()) and any(each is not None for each in typed.values()):
        raise Refused("road-needs-a-tile", "LS-BUILD-06")
    for terrain in TERRAINS:
        there = remaining(seat, terrain) + was[terrain]
        if laid[terrain] > there:
            raise Refused("tiles-short", "LS-BUILD-11", colour=seat.colour, terrain=terrain, left=there)
    return laid


def _resources_after(seat: Seat, before: Road, laid: dict[Terrain, int], typed: int | None) -> int:
    """The player's resources after the corrected road: at least 0 (LS-TURN-04), at most 10 (LS-TURN-03)."""
    if typed is not None:
        return typed
    had = seat.resources + roads.cost(**roads.tiles_of(before))
    price = roads.cost(**laid)
    if price > had:
        raise Refused("road-unpaid", "LS-TURN-04", colour=seat.colour, cost=price, resources=had)
    return min(MAX_RESOURCES, had - price)


def _move_link(state: State, seat: Seat, old: Colony, new: Colony) -> State:
    """The state with the link, and the merchant with it, at the other colony. Raises `Refused`.

    Of two players the other one's merchant takes the place of the first one's, if both had linked that colony
    (LS-2P-05).
    """
    colour = seat.colour
    if colour in new.linked:
        raise roads.already_linked(state, colour, new)
    back, there = colour in old.merchants, roads.places_merchant(state, new)
    if there and not seat.merchants + back:
        raise Refused("no-merchant", "LS-MKT-05", colour=colour)
    heirs = tuple(each for each in old.linked if back and each not in old.merchants)
    for heir in heirs:
        if not seat_of(state, heir).merchants:
            raise Refused("no-merchant", "LS-MKT-05", colour=heir)
        state = replace_seat(state, change_supply(seat_of(state, heir), {"merchants": -1}))
    links = tuple(new.number if each == old.number else each for each in seat.links)
    state = replace_seat(state, change_supply(replace(seat, links=links), {"merchants": back - there}))
    stay = heirs or tuple(each for each in old.merchants if each != colour)
    linked = tuple(each for each in old.linked if each != colour)
    state = with_colony(state, replace(old, merchants=stay, linked=linked))
    merchants = (*new.merchants, colour) if there else new.merchants
    return with_colony(state, replace(new, merchants=merchants, linked=(*new.linked, colour)))


def _players(state: State, value: tuple[Player, ...]) -> State:
    if len(value) != len(state.seats):
        raise Refused("players-number-fixed", "LS-COMP-01", number=len(state.seats))
    after: State = with_players(state, setup.seated_players(value), {})
    return after


def _option(state: State, value: dict[str, Any]) -> State:
    """Supplies change by the difference; the map is laid out again if its kinds change."""
    before = plain(state.options)
    values = {name: _merge_option(before[name], new) for name, new in value.items()}
    options = setup.complete_options(msgspec.convert(before | values, Options))
    setup.require_consistent(options)
    laid: tuple[Colony, ...] | None = state.colonies
    if options.kinds != state.options.kinds:
        laid = colonies.with_kinds(state.colonies, options.kinds)
    if laid is None:
        raise Refused("colonies-linked", "LS-COMP-03")
    numbers = {str(each.number) for each in laid}
    if not set(value.get("names", ())) <= numbers:
        raise Refused("options-inconsistent", "LS-SETUP-02", option="names")
    more = {stock: options.supply[stock] - state.options.supply[stock] for stock in STOCKS}
    if any(remaining(seat, stock) + more[stock] < 0 for seat in state.seats for stock in STOCKS):
        raise Refused("options-inconsistent", "LS-SETUP-04", option="supply")
    names = {number: name for number, name in options.names.items() if number in numbers}
    recorded = msgspec.convert(replace(options, names=names), RecordedOptions, from_attributes=True)
    return replace(
        state,
        options=recorded,
        seats=tuple(change_supply(seat, more) for seat in state.seats),
        colonies=colonies.with_names(laid, recorded),
    )


def _merge_option(old: Any, new: Any) -> Any:
    """A table with the rows that are named changed; what is no table is changed whole."""
    return {**old, **new} if isinstance(old, dict) else new


def _active_before(state: State, value: Colour | ActiveValue) -> Colour | ActiveValue:
    there = ActiveValue(state.active, state.turn)
    return _named(value, there) if isinstance(value, ActiveValue) else there.colour


def _road_before(state: State, value: RoadValue) -> RoadValue:
    road = roads.road_of(state, value.colour, value.colony)
    resources = seat_of(state, value.colour).resources
    return _named(value, RoadValue(**asdict(road), to=road.colony, resources=resources))


def _named(value: Value, there: Any) -> Value:
    """What stands there, in the fields that the value names."""
    named = (name for name in value.__struct_fields__ if getattr(value, name) is not None)
    return replace(value, **{name: getattr(there, name) for name in named})


FIELDS: Mapping[Field, Callable[[State, Any], State]] = MappingProxyType(
    {
        "turn": _turn,
        "active": _active,
        "resources": _resources,
        "supplies": _supplies,
        "stuck": _stuck,
        "colony": _colony,
        "road": _road,
        "players": _players,
        "option": _option,
    }
)
"""The state with a field's value, of the form that `commands.VALUES` gives it. Raises `Refused`."""

BEFORE: Mapping[Field, Callable[[State, Any], Any]] = MappingProxyType(
    {
        "turn": lambda state, _: state.turn,
        "active": _active_before,
        "resources": lambda state, value: {each: seat_of(state, each).resources for each in value},
        "supplies": lambda state, value: {
            colour: {stock: remaining(seat_of(state, colour), stock) for stock in stocks}
            for colour, stocks in value.items()
        },
        "stuck": lambda state, value: {each: seat_of(state, each).stuck for each in value},
        "colony": lambda state, value: _named(value, colony_of(state, value.number)),
        "road": _road_before,
        "option": lambda state, value: options_before(state.options, value),
    }
)
"""What stands in a field, in the form of the value that replaces it; the log needs none of those left out."""
