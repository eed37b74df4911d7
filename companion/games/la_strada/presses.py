"""Presses at the box: commands, questions step by step, and the screens after them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from companion.games import Answer, Choice, Command, Question, Refused, confirmation
from companion.games.la_strada import leaving, pictures, roads, scoring, turns
from companion.games.la_strada.commands import CannotConnect, Connect, End, EndTurn, Join, Leave
from companion.games.la_strada.display import (
    called,
    called_in_full,
    coming,
    earns,
    market,
    player,
    rounds,
    supplies_in_words,
    unlinked,
)
from companion.games.la_strada.state import Colony, Seat, State, active, following, left, seat_of
from companion.games.la_strada.turns import INCOME
from companion.games.la_strada.view import View
from companion.games.la_strada.words import KINDS, MOST_RESOURCES, TERRAINS, Colour, Kind
from companion.games.questions import Then, leave_or_join, no_list, play_on, stays_or_cleared, what_now
from companion.games.screen import Screen, named, row, token
from companion.language.text import Text, text

Laid = tuple[int, ...]
"""Tiles by terrain, in the order of `TERRAINS`; as many numbers as have been answered."""


def press(view: View, page: str, button: str, held: bool) -> Answer:
    """What a button means on a page: Advance, Select when held, or a player's colour, held or not."""
    state = view.state
    if button == "advance":
        return _lose(state) if view.lost and not view.over else EndTurn()
    if button == "select":
        return _list(view, page) if held else None
    seat = next((each for each in state.seats if each.colour == button), None)
    if seat is None:
        return Screen(text("display.coloured", token=token(button), colour=button), (text("display.nobody"),))
    ahead = _ahead(state, seat) if held else None
    return player(state, seat) if ahead is None else ahead


def result_screen(before_view: View, after_view: View) -> Screen | None:
    """What a new road came to, and that the other of two players has passed by himself."""
    before, after = before_view.state, after_view.state
    if after.ended:
        return None
    if after.connected:
        had = {each.number for each in before.colonies if after.active in each.linked}
        new = [each for each in after.colonies if each.number not in had and after.active in each.linked]
        return _linked(after, new[0]) if new else None
    if before.active == after.active and before.turn != after.turn:
        return _passed(after)
    return None


def _list(view: View, page: str) -> Answer:
    state = view.state
    match page:
        case "table" if not state.ended:
            return _what_now(state)
        case "supplies":
            return supplies_in_words(state)
        case "colonies" if not state.ended:
            return market(state)
        case "standings" if (yet := view.rounds_left) is not None:
            return rounds(yet)
        case _:
            return no_list()


def _linked(state: State, colony: Colony) -> Screen:
    """What each player there gets now, and the player's remaining supply."""
    there = row(token(each) for each in colony.merchants)
    lines = [text("display.get", tokens=there, gold=scoring.pays_on(state, colony))]
    if state.active not in colony.merchants:
        lines.append(text("display.no-merchant.put"))
    lines.append(text("display.left", left=active(state).resources))
    whole, title = (text("display.linked", what=what) for what in (called_in_full(colony), called(colony)))
    return Screen(title, tuple(lines), picture=pictures.linked(state, colony, whole, title))


def _passed(state: State) -> Screen | None:
    """The player who passed at once, and why (LS-AMB-04)."""
    other = seat_of(state, following(state))
    why = turns.blocked(state, other)
    if why is None:
        return None
    return Screen(text("display.passed", token=token(other.colour)), (text(f"display.passed.{why}"),))


def _what_now(state: State) -> Question:
    """The table page's own list: everything that this moment allows without a phone."""
    choices: list[Choice] = []
    road = _connecting(state)
    if road is not None:
        has = text("display.left", left=active(state).resources)
        choices.append(Choice(Screen(text("display.connect"), (has,)), road))
    leave: dict[str, Then] = {
        each: stays_or_cleared(each, Leave(each), Leave(each, "cleared")) for each in leaving.may_leave(state)
    }
    join: dict[str, Then] = {each: Join(each) for each in leaving.may_join(state)}
    choices.extend(leave_or_join(leave, join, [seat.colour for seat in state.seats if seat.left]))
    if not state.connected:
        none = text("display.cannot-connect.means", token=token(state.active))
        choices.append(Choice(Screen(text("display.cannot-connect"), (none,)), _cannot_connect(state)))
    return what_now(choices, End(), text("display.end-game.means"))


def _cannot_connect(state: State) -> Question:
    """The result if the active player can link no more colonies (LS-END-01, LS-AMB-04)."""
    seat = active(state)
    said = CannotConnect(seat.colour)
    if not turns.ends_if_stuck(state):
        title = text("display.passes.asked", token=token(seat.colour))
        return _one("cannot-connect", title, (text("display.passes.means"),), said)
    lines: tuple[Text, ...] = (text("display.end-game.means"),)
    if state.gained and not state.options.amb_03:
        lines = (text("display.taken-back", token=token(seat.colour), taken=state.gained), *lines)
    return confirmation("cannot-connect", play_on(), Screen(text("display.end-game"), lines), said)


def _lose(state: State) -> Question:
    """Ending the turn with more resources than the next income leaves room for (LS-TURN-03)."""
    keeps = active(state).resources
    after = coming(state)
    title = text("display.lose", token=token(state.active), lost=turns.lost(state))
    lines = (
        text("display.lose.sum", resources=keeps, income=INCOME, most=MOST_RESOURCES),
        text("display.then", named=named(after.colour, after.name)),
    )
    return _one("lose", title, lines, EndTurn())


def _ahead(state: State, seat: Seat) -> Question | None:
    """The next player builds before the active one's turn was ended: one yes ends it, after a warning about
    lost resources, and goes on with the road. None if it would be another player's turn.
    """
    if state.ended or seat.colour == state.active or seat.colour != following(state):
        return None
    try:
        _, after = turns.handed_on(state, seat.colour)
    except Refused:
        return None
    road = _connecting(after, ends=True)
    if road is None:
        return None
    ends = text("display.ahead.ends", token=token(state.active))
    lost = turns.lost(state)
    lines = (ends, text("display.ahead.loses", token=token(state.active), lost=lost)) if lost else (ends,)
    return Question("ahead", (Choice(Screen(text("display.ahead", token=token(seat.colour)), lines), road),))


def _one(name: str, title: Text, lines: tuple[Text, ...], command: Command) -> Question:
    return Question(name, (Choice(Screen(title, lines), command),))


class _Goal(msgspec.Struct, frozen=True):
    """A colony that may be linked.

    there: its name, and who has linked it. pays: the gold for a merchant, None without one.
    """

    number: int
    kind: Kind
    title: Text
    there: Text
    pays: int | None


class _Sight(msgspec.Struct, frozen=True):
    """The data of all steps. roads: tiles that can be paid. goals: the colonies by kind.

    ends: it ends the turn of the player before.
    """

    colour: Colour
    ends: bool
    resources: int
    roads: tuple[Laid, ...]
    goals: dict[Kind, tuple[_Goal, ...]]


def _connecting(state: State, *, ends: bool = False) -> Question | None:
    """How many tiles of each terrain, and to which colony; None when there is no road or no colony.

    ends: the turn before has not been ended yet, and this is the state after it.
    """
    seat = active(state)
    goals = tuple(_goals(state, seat))
    payable = tuple(_roads(seat))
    if not goals or not payable:
        return None
    by_kind = {kind: tuple(each for each in goals if each.kind == kind) for kind in KINDS}
    held = {kind: there for kind, there in by_kind.items() if there}
    return _tiles(_Sight(seat.colour, ends, seat.resources, payable, held), ())


def _roads(seat: Seat) -> Iterator[Laid]:
    """Every road that the player can pay and has the tiles for."""
    most = [min(left(seat, terrain), seat.resources // roads.COSTS[terrain]) for terrain in TERRAINS]
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
        return text("display.free", name=name) if colony.name else text("display.new")
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
        reached = [_reached(sight, laid, cost, goal) for goal in goals]
        if len(reached) == 1 or len(sight.goals) == 1:
            choices += reached
            continue
        offer = text("display.offer", most=max(goal.pays or 0 for goal in goals))
        screen = Screen(text(f"display.{kind}.asked"), (offer, *lines))
        choices.append(Choice(screen, Question(f"{_name(laid)}-{kind}", tuple(reached))))
    return Question(_name(laid), tuple(choices))


def _reached(sight: _Sight, laid: Laid, cost: int, goal: _Goal) -> Choice:
    pays = (
        text("display.no-merchant", cost=cost)
        if goal.pays is None
        else text("display.pays", gold=goal.pays, cost=cost)
    )
    plains, forests, hills = laid
    link = Connect(sight.colour, goal.number, plains, forests, hills, end_turn=sight.ends)
    return Choice(Screen(goal.title, (goal.there, pays)), link)


def _cost(laid: Laid) -> int:
    """What the tiles cost that have been answered for."""
    return roads.cost(*laid, *(0,) * (len(TERRAINS) - len(laid)))


def _name(laid: Laid) -> str:
    return "-".join(("connect", *map(str, laid)))
