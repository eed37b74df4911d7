"""Presses at the box: commands, questions step by step, and the screens after them."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import msgspec

from companion.games import Answer, Choice, Command, Question, Refused, confirmation
from companion.games.la_strada import leaving, pictures, roads, scoring, turns
from companion.games.la_strada.commands import CannotConnect, Connect, End, EndTurn, Join, Leave
from companion.games.la_strada.display import (
    colony_full_label,
    colony_label,
    gold_from_link,
    market_screen,
    player_screen,
    rounds_left_screen,
    supplies_legend,
    unlinked_colonies,
)
from companion.games.la_strada.state import Colony, Seat, State, active, next_player, remaining, seat_of
from companion.games.la_strada.turns import INCOME
from companion.games.la_strada.view import View
from companion.games.la_strada.words import KINDS, MAX_RESOURCES, TERRAINS, Colour, Kind
from companion.games.questions import Then, leave_or_join, no_list, play_on, stays_or_cleared, what_now
from companion.games.screen import Screen, named, row, token
from companion.language.text import Text, text

Laid = tuple[int, ...]
"""Tiles by terrain, in the order of `TERRAINS`; as many numbers as have been answered."""


def press(view: View, page: str, button: str, held: bool) -> Answer:
    """What a button means on a page: Advance, Select when held, or a player's colour, held or not."""
    state = view.state
    if button == "advance":
        return _confirm_loss(state) if view.lost and not view.over else EndTurn()
    if button == "select":
        return _list(view, page) if held else None
    seat = next((each for each in state.seats if each.colour == button), None)
    if seat is None:
        return Screen(text("display.coloured", token=token(button), colour=button), (text("display.nobody"),))
    ahead = _connect_ahead(state, seat) if held else None
    return player_screen(state, seat) if ahead is None else ahead


def result_screen(before_view: View, after_view: View) -> Screen | None:
    """What a new road came to, and that the other of two players has passed by himself."""
    before, after = before_view.state, after_view.state
    if after.ended:
        return None
    if after.connected:
        had = {each.number for each in before.colonies if after.active in each.linked}
        new = [each for each in after.colonies if each.number not in had and after.active in each.linked]
        return _link_result(after, new[0]) if new else None
    if before.active == after.active and before.turn != after.turn:
        return _pass_result(after)
    return None


def _list(view: View, page: str) -> Answer:
    state = view.state
    match page:
        case "table" if not state.ended:
            return _what_now(state)
        case "supplies":
            return supplies_legend(state)
        case "colonies" if not state.ended:
            return market_screen(state)
        case "standings" if (yet := view.rounds_left) is not None:
            return rounds_left_screen(yet)
        case _:
            return no_list()


def _link_result(state: State, colony: Colony) -> Screen:
    """What each player there gets now, and the player's remaining supply."""
    there = row(token(each) for each in colony.merchants)
    lines = [text("display.get", tokens=there, gold=scoring.colony_gold(state, colony))]
    if state.active not in colony.merchants:
        lines.append(text("display.no-merchant.put"))
    lines.append(text("display.left", left=active(state).resources))
    whole, title = (
        text("display.linked", what=what) for what in (colony_full_label(colony), colony_label(colony))
    )
    return Screen(title, tuple(lines), picture=pictures.new_link(state, colony, whole, title))


def _pass_result(state: State) -> Screen | None:
    """The player who passed at once, and why (LS-AMB-04)."""
    other = seat_of(state, next_player(state))
    why = turns.block_reason(state, other)
    if why is None:
        return None
    return Screen(text("display.passed", token=token(other.colour)), (text(f"display.passed.{why}"),))


def _what_now(state: State) -> Question:
    """The table page's own list: everything that this moment allows without a phone."""
    choices: list[Choice] = []
    road = _ask_road(state)
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
        return _single_choice("cannot-connect", title, (text("display.passes.means"),), said)
    lines: tuple[Text, ...] = (text("display.end-game.means"),)
    if state.gained and not state.options.amb_03:
        lines = (text("display.taken-back", token=token(seat.colour), taken=state.gained), *lines)
    return confirmation("cannot-connect", play_on(), Screen(text("display.end-game"), lines), said)


def _confirm_loss(state: State) -> Question:
    """Ending the turn with more resources than the next income leaves room for (LS-TURN-03)."""
    keeps = active(state).resources
    after = seat_of(state, turns.next_to_act(state) or next_player(state))
    title = text("display.lose", token=token(state.active), lost=turns.income_lost(state))
    lines = (
        text("display.lose.sum", resources=keeps, income=INCOME, most=MAX_RESOURCES),
        text("display.then", named=named(after.colour, after.name)),
    )
    return _single_choice("lose", title, lines, EndTurn())


def _connect_ahead(state: State, seat: Seat) -> Question | None:
    """The next player builds before the active one's turn was ended: one yes ends it, after a warning about
    lost resources, and goes on with the road. None if it would be another player's turn.
    """
    if state.ended or seat.colour == state.active or seat.colour != next_player(state):
        return None
    try:
        _, after = turns.hand_over_turn(state, seat.colour)
    except Refused:
        return None
    road = _ask_road(after, ends=True)
    if road is None:
        return None
    ends = text("display.ahead.ends", token=token(state.active))
    lost = turns.income_lost(state)
    lines = (ends, text("display.ahead.loses", token=token(state.active), lost=lost)) if lost else (ends,)
    return Question("ahead", (Choice(Screen(text("display.ahead", token=token(seat.colour)), lines), road),))


def _single_choice(name: str, title: Text, lines: tuple[Text, ...], command: Command) -> Question:
    return Question(name, (Choice(Screen(title, lines), command),))


class _Target(msgspec.Struct, frozen=True):
    """A colony that may be linked.

    there: its name, and who has linked it. pays: the gold for a merchant, None without one.
    """

    number: int
    kind: Kind
    title: Text
    there: Text
    pays: int | None


class _RoadQuestion(msgspec.Struct, frozen=True):
    """The data of all steps. roads: tiles that can be paid. goals: the colonies by kind.

    ends: it ends the turn of the player before.
    """

    colour: Colour
    ends: bool
    resources: int
    roads: tuple[Laid, ...]
    goals: dict[Kind, tuple[_Target, ...]]


def _ask_road(state: State, *, ends: bool = False) -> Question | None:
    """How many tiles of each terrain, and to which colony; None when there is no road or no colony.

    ends: the turn before has not been ended yet, and this is the state after it.
    """
    seat = active(state)
    goals = tuple(_targets(state, seat))
    payable = tuple(_payable_roads(seat))
    if not goals or not payable:
        return None
    by_kind = {kind: tuple(each for each in goals if each.kind == kind) for kind in KINDS}
    held = {kind: there for kind, there in by_kind.items() if there}
    return _ask_tiles(_RoadQuestion(seat.colour, ends, seat.resources, payable, held), ())


def _payable_roads(seat: Seat) -> Iterator[Laid]:
    """Every road that the player can pay and has the tiles for."""
    most = [min(remaining(seat, terrain), seat.resources // roads.COSTS[terrain]) for terrain in TERRAINS]
    for laid in product(*(range(each + 1) for each in most)):
        if any(laid) and roads.cost(*laid) <= seat.resources:
            yield laid


def _targets(state: State, seat: Seat) -> Iterator[_Target]:
    for colony in unlinked_colonies(state):
        places = roads.places_merchant(state, colony)
        if seat.merchants or not places:
            pays = gold_from_link(state, colony) if places else None
            yield _Target(
                colony.number,
                colony.kind,
                text("display.asked", what=colony_label(colony)),
                _links_text(colony),
                pays,
            )


def _links_text(colony: Colony) -> Text:
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


def _ask_tiles(sight: _RoadQuestion, laid: Laid) -> Question:
    """How many tiles of the next terrain. None at all comes first once something is laid, else last."""
    at = len(laid)
    if at == len(TERRAINS):
        return _ask_colony(sight, laid)
    counts = sorted({road[at] for road in sight.roads if road[:at] == laid})
    if len(counts) == 1:
        return _ask_tiles(sight, (*laid, counts[0]))
    if not any(laid):
        counts.sort(key=lambda count: count == 0)
    return Question(_question_name(laid), tuple(_tiles_choice(sight, (*laid, count)) for count in counts))


def _tiles_choice(sight: _RoadQuestion, laid: Laid) -> Choice:
    cost = _cost(laid)
    title = text(f"display.tiles.{TERRAINS[len(laid) - 1]}", tiles=laid[-1])
    lines = (text("display.costs", cost=cost), text("display.left", left=sight.resources - cost))
    return Choice(Screen(title, lines), _ask_tiles(sight, laid))


def _ask_colony(sight: _RoadQuestion, laid: Laid) -> Question:
    """Which kind of colony; one that is alone of its kind, or all of the only kind, stand here themselves."""
    cost = _cost(laid)
    lines = (text("display.road", cost=cost, left=sight.resources - cost),)
    choices: list[Choice] = []
    for kind, goals in sight.goals.items():
        reached = [_colony_choice(sight, laid, cost, goal) for goal in goals]
        if len(reached) == 1 or len(sight.goals) == 1:
            choices += reached
            continue
        offer = text("display.offer", most=max(goal.pays or 0 for goal in goals))
        screen = Screen(text(f"display.{kind}.asked"), (offer, *lines))
        choices.append(Choice(screen, Question(f"{_question_name(laid)}-{kind}", tuple(reached))))
    return Question(_question_name(laid), tuple(choices))


def _colony_choice(sight: _RoadQuestion, laid: Laid, cost: int, goal: _Target) -> Choice:
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


def _question_name(laid: Laid) -> str:
    return "-".join(("connect", *map(str, laid)))
