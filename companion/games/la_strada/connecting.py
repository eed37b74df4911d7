"""Linking a colony by three buttons: the road's tiles terrain by terrain, then the colony.

Only what can be paid, is in the supply and leads on to a colony is offered; a step that leaves no choice
is not asked.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from companion.games import Choice, Question
from companion.games.la_strada import roads, seats
from companion.games.la_strada.commands import Connect
from companion.games.la_strada.page_colonies import called, earns, unlinked
from companion.games.la_strada.state import Colony, Seat, State
from companion.games.la_strada.words import KINDS, TERRAINS, Colour, Kind
from companion.games.screen import Screen, Text, text
from companion.games.tokens import row, token

Laid = tuple[int, ...]
"""Tiles by terrain, in the order of `TERRAINS`; as many numbers as have been answered."""


class _Goal(msgspec.Struct, frozen=True):
    """A colony that may be linked.

    there: its name, and who has linked it. pays: what his merchant gets, None where he puts none.
    """

    number: int
    kind: Kind
    title: Text
    there: Text
    pays: int | None


class _Sight(msgspec.Struct, frozen=True):
    """What all steps are made of. roads: all tiles that can be paid. goals: the colonies by kind."""

    colour: Colour
    resources: int
    roads: tuple[Laid, ...]
    goals: dict[Kind, tuple[_Goal, ...]]


def connecting(state: State) -> Question | None:
    """How many tiles of each terrain, and to which colony; None when there is no road or no colony."""
    seat = seats.active(state)
    goals = tuple(_goals(state, seat))
    payable = tuple(_roads(seat))
    if not goals or not payable:
        return None
    by_kind = {kind: tuple(each for each in goals if each.kind == kind) for kind in KINDS}
    held = {kind: there for kind, there in by_kind.items() if there}
    return _tiles(_Sight(seat.colour, seat.resources, payable, held), ())


def _roads(seat: Seat) -> Iterator[Laid]:
    """Every road that the player can pay and has the tiles for."""
    most = [min(seats.left(seat, terrain), seat.resources // roads.COSTS[terrain]) for terrain in TERRAINS]
    for laid in product(*(range(each + 1) for each in most)):
        if any(laid) and roads.cost(*laid) <= seat.resources:
            yield laid


def _goals(state: State, seat: Seat) -> Iterator[_Goal]:
    for colony in unlinked(state):
        places = roads.places_merchant(state, colony)
        if seat.merchants or not places:
            pays = earns(state, colony) if places else None
            yield _Goal(
                colony.number,
                colony.kind,
                text("display.asked", what=called(colony)),
                _there(colony),
                pays,
            )


def _there(colony: Colony) -> Text:
    """Who has linked it, with the colony's name where it has one."""
    name = text("display.name", name=colony.name)
    if not colony.linked:
        return text("display.free", name=name) if colony.name else text("display.nobody-there")
    tokens = row(token(each) for each in colony.linked)
    return (
        text("display.beside", first=name, second=tokens)
        if colony.name
        else text("display.with", tokens=tokens)
    )


def _tiles(sight: _Sight, laid: Laid) -> Question:
    """How many tiles of the next terrain. None at all comes first once something is laid, else last."""
    at = len(laid)
    if at == len(TERRAINS):
        return _kinds(sight, laid)
    counts = sorted({road[at] for road in sight.roads if road[:at] == laid})
    if len(counts) == 1:
        return _tiles(sight, (*laid, counts[0]))
    if not any(laid):
        counts.sort(key=lambda count: count == 0)
    return Question(_name(laid), tuple(_some_tiles(sight, (*laid, count)) for count in counts))


def _some_tiles(sight: _Sight, laid: Laid) -> Choice:
    cost = _cost(laid)
    title = text(f"display.tiles.{TERRAINS[len(laid) - 1]}", tiles=laid[-1])
    lines = (text("display.costs", cost=cost), text("display.left", left=sight.resources - cost))
    return Choice(Screen(title, lines), _tiles(sight, laid))


def _kinds(sight: _Sight, laid: Laid) -> Question:
    """Which kind of colony; one that is alone of its kind, or all of the only kind, stand here themselves."""
    cost = _cost(laid)
    lines = (text("display.road", cost=cost, left=sight.resources - cost),)
    choices: list[Choice] = []
    for kind, goals in sight.goals.items():
        reached = [_reached(sight.colour, laid, cost, goal) for goal in goals]
        if len(reached) == 1 or len(sight.goals) == 1:
            choices += reached
            continue
        most = max(goal.pays or 0 for goal in goals)
        offer = text("display.offer", count=len(goals), most=most)
        screen = Screen(text(f"display.{kind}.asked"), (offer, *lines))
        choices.append(Choice(screen, Question(f"{_name(laid)}-{kind}", tuple(reached))))
    return Question(_name(laid), tuple(choices))


def _reached(colour: Colour, laid: Laid, cost: int, goal: _Goal) -> Choice:
    pays = (
        text("display.no-merchant", cost=cost)
        if goal.pays is None
        else text("display.pays", gold=goal.pays, cost=cost)
    )
    return Choice(Screen(goal.title, (goal.there, pays)), Connect(colour, goal.number, *laid))


def _cost(laid: Laid) -> int:
    """What the tiles cost that have been answered for."""
    return roads.cost(*laid, *(0,) * (len(TERRAINS) - len(laid)))


def _name(laid: Laid) -> str:
    return "-".join(("connect", *map(str, laid)))
