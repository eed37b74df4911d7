"""One road set right as a whole: its tiles, the colony that it reaches, and what its player has left."""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Event, Events, Refused
from companion.games.la_strada import roads
from companion.games.la_strada.colonies import colony_of, with_colony
from companion.games.la_strada.commands import RoadValue
from companion.games.la_strada.state import Colony, Road, Seat, State, left, seat_of, supplied
from companion.games.la_strada.words import MOST_RESOURCES, TERRAINS, Colour, Terrain


class RoadCorrected(Event, frozen=True):
    """What the road is like on the table.

    colony: where it was entered to lead, and to: where it does. resources: all that the player has then.
    merchant: whether his stands at `to`. heir: of two players the other, who puts his merchant where the
    first one's was, for he had linked that colony too (LS-2P-05).
    """

    colour: Colour
    colony: int
    to: int
    plains: int
    forests: int
    hills: int
    resources: int
    merchant: bool
    heir: Colour | None = None


def road(state: State, value: RoadValue) -> Events:
    """The road as it is. Raises `Refused` for one that is none, or for which something is short."""
    seat = seat_of(state, value.colour)
    colony = colony_of(state, value.colony)
    if value.colour not in colony.linked:
        raise Refused("no-such-road", "LS-BUILD-06", colour=value.colour, number=colony.number)
    before = roads.road_of(state, value.colour, colony.number)
    laid = _laid(seat, before, value)
    there = value.colour in colony.merchants
    heir = None
    if value.to is not None and value.to != colony.number:
        there, heir = _moved(state, seat, colony, colony_of(state, value.to))
    return (
        RoadCorrected(
            value.colour,
            colony.number,
            value.to or colony.number,
            laid["plains"],
            laid["forests"],
            laid["hills"],
            resources=_resources(seat, before, laid, value.resources),
            merchant=there,
            heir=heir,
        ),
    )


def mended(state: State, event: RoadCorrected) -> State:
    """The state with the road, its tiles, its merchants and the resources as they are on the table."""
    before = roads.road_of(state, event.colour, event.colony)
    after = Road(event.colour, event.to, event.plains, event.forests, event.hills)
    seat = seat_of(state, event.colour)
    used = {
        "plains": before.plains - after.plains,
        "forests": before.forests - after.forests,
        "hills": before.hills - after.hills,
    }
    seat = replace(seat, resources=event.resources)
    for terrain in TERRAINS:
        seat = supplied(seat, {terrain: used[terrain]})
    state = _seated(state, seat)
    known = [after if each == before else each for each in state.roads]
    state = replace(state, roads=tuple(known if after in known else [*known, after]))
    return state if event.to == event.colony else _led_elsewhere(state, event)


def _led_elsewhere(state: State, event: RoadCorrected) -> State:
    """The state with the link, and the merchant with it, at the other colony."""
    seat = seat_of(state, event.colour)
    old, new = colony_of(state, event.colony), colony_of(state, event.to)
    back = event.colour in old.merchants
    stay = tuple(each for each in old.merchants if each != event.colour)
    if event.heir is not None:
        stay = (event.heir,)
        state = _seated(state, supplied(seat_of(state, event.heir), {"merchants": -1}))
    placed = (event.colour,) if event.merchant else ()
    links = tuple(event.to if each == event.colony else each for each in seat.links)
    state = _seated(state, supplied(replace(seat, links=links), {"merchants": back - event.merchant}))
    linked = tuple(each for each in old.linked if each != event.colour)
    state = with_colony(state, replace(old, merchants=stay, linked=linked))
    return with_colony(
        state, replace(new, merchants=(*new.merchants, *placed), linked=(*new.linked, event.colour))
    )


def _seated(state: State, seat: Seat) -> State:
    seats = tuple(seat if each.colour == seat.colour else each for each in state.seats)
    return replace(state, seats=seats)


def _laid(seat: Seat, before: Road, value: RoadValue) -> dict[Terrain, int]:
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
        there = left(seat, terrain) + was[terrain]
        if laid[terrain] > there:
            raise Refused("tiles-short", "LS-BUILD-11", colour=seat.colour, terrain=terrain, left=there)
    return laid


def _resources(seat: Seat, before: Road, laid: dict[Terrain, int], typed: int | None) -> int:
    """All that he has with the road as it is; there is no credit (LS-TURN-04), and no room for more than
    ten (LS-TURN-03)."""
    if typed is not None:
        return typed
    had = seat.resources + roads.cost(**roads.tiles_of(before))
    price = roads.cost(**laid)
    if price > had:
        raise Refused("road-unpaid", "LS-TURN-04", colour=seat.colour, cost=price, resources=had)
    return min(MOST_RESOURCES, had - price)


def _moved(state: State, seat: Seat, old: Colony, new: Colony) -> tuple[bool, Colour | None]:
    """Whether he has his merchant at the other colony, and who puts one where his was. Raises `Refused`."""
    if seat.colour in new.linked:
        raise roads.already_linked(state, seat.colour, new)
    back = seat.colour in old.merchants
    there = roads.places_merchant(state, new)
    if there and not seat.merchants + back:
        raise Refused("no-merchant", "LS-MKT-05", colour=seat.colour)
    heirs = [each for each in old.linked if each not in old.merchants] if back else []
    for heir in heirs:
        if not seat_of(state, heir).merchants:
            raise Refused("no-merchant", "LS-MKT-05", colour=heir)
    return there, heirs[0] if heirs else None
