"""What the refusals of Roads & Boats tell people to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from companion.games import Command, Refused
from companion.games.roads_and_boats import mines
from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    ChangeFleet,
    Correct,
    CountWealth,
    Done,
    Draw,
    End,
    Join,
    Leave,
    RecordDraw,
    Research,
    SinkShaft,
    TakePosition,
    VoidDraw,
)
from companion.games.roads_and_boats.fleets import on_water
from companion.games.roads_and_boats.state import State
from companion.games.roads_and_boats.words import PHASES, STANDARD_COLOURS, TRANSPORTERS, Colour
from tests.games.advice_check import AdviceChecker, Way
from tests.games.roads_and_boats.playing import CODEC
from tests.games.roads_and_boats.strategies import expected_command

Ways = list[Way[State]]


def next_command(state: State) -> Command:
    """What the table waits for; after the end, what everybody carries."""
    return CountWealth(state.temple[0], 1, 2, 3) if state.ended else expected_command(state)


def _order_too_late(state: State, command: Any, _: Refused) -> Ways:
    before = [] if state.called else [[replace(command, late=True)]]
    return [[_leave, command], *before]


def _leave(state: State) -> Command:
    return Advance(draw_rest=not mines.draws_by_hand(state))


def _mines_undrawn(_: State, command: Any, refused: Refused) -> Ways:
    return [[*(Draw(number) for number in refused.params["mines"]), command]]


def _mines_to_record(state: State, command: Any, refused: Refused) -> Ways:
    return [[*(_by_hand(state, number) for number in refused.params["mines"]), command]]


def _by_hand(state: State, number: int) -> Command:
    late = state.phase != "production"
    return RecordDraw(number, "gold" if mines.mine_of(state, number).gold else "iron", late=late)


def _drawn_by_hand(state: State, command: Any, refused: Refused) -> Ways:
    by_hand = [_by_hand(state, number) for number in refused.params["mines"]]
    return [by_hand, [Correct("option", {"amb_23": False}, "test"), command]]


def _out_of_order(state: State, command: Any, _: Refused) -> Ways:
    assert state.acting is not None
    to_come = [each for each in state.sequence if each != state.acting and each not in state.acted]
    if command.colour in to_come:
        to_come = to_come[: to_come.index(command.colour)]
    waiting = [Done(each) for each in (state.acting, *to_come)]
    return [[replace(command, out_of_order=True)], [*waiting, command]]


def _no_such_mine(state: State, command: Any, _: Refused) -> Ways:
    if isinstance(command, VoidDraw | Correct):
        return []
    return [[BuildMine(command.number, state.temple[0], "standard", late=True), command]]


def _mine_built(state: State, command: Any, _: Refused) -> Ways:
    if not isinstance(command, BuildMine):
        return []
    free = mines.free_bags(state)
    shaft = SinkShaft(command.number, command.colour, command.mixture, late=True)
    full = mines.mine_of(state, command.number).gold > 80 or mines.mine_of(state, command.number).iron > 80
    return [*([[replace(command, number=free[0])]] if free else []), *([] if full else [[shaft]])]


def _already_drawn(state: State, command: Any, refused: Refused) -> Ways:
    number = refused.params["number"]
    bag = mines.mine_of(state, number)
    if max(bag.gold, bag.iron) > 90:
        return []
    held = {"gold": bag.gold, "iron": bag.iron}
    held[refused.params["ore"]] += 1
    fits = not isinstance(command, RecordDraw) or (held[command.ore] and not state.solo)
    return [[VoidDraw(number, "test"), replace(command, late=True)]] if fits else []


def _mine_empty(state: State, command: Any, refused: Refused) -> Ways:
    shaft = SinkShaft(refused.params["number"], state.temple[0], "standard", late=True)
    again = replace(command, ore="gold") if isinstance(command, RecordDraw) else command
    return [[shaft, again]]


def _ore_not_in_bag(state: State, command: Any, refused: Refused) -> Ways:
    other = {"gold": "iron", "iron": "gold"}[command.ore]
    bag = {"number": command.number, "gold": 0, "iron": 0, command.ore: 1}
    return [[replace(command, ore=other)], [Correct("bag", bag, "test"), command]]


def _too_many_bricks(_: State, command: Any, refused: Refused) -> Ways:
    left = refused.params["count"]
    return [[replace(command, count=left, price=None)]] if left else []


def _fleet_over_limit(state: State, command: Any, refused: Refused) -> Ways:
    """First those of the medium that is named, of the kind that has most too many, then of either."""
    params = refused.params
    mediums = [False] * params["from_land"] + [True] * params["from_water"] + [None] * params["from_either"]
    assert len(mediums) == params["remove"]

    def one_goes(medium: bool | None) -> Callable[[State], Command]:
        def goes(now: State) -> Command:
            seat = next(each for each in now.seats if each.colour == params["colour"])
            limits = now.options.fleet.each or {}
            owned = dict(seat.fleet)
            kinds = [kind for kind in TRANSPORTERS if owned.get(kind) and medium in (None, on_water(kind))]
            most = {kind: limits.get(kind) for kind in kinds}
            kinds.sort(key=lambda kind: -(owned[kind] - (99 if (top := most[kind]) is None else top)))
            return ChangeFleet(seat.colour, kinds[0], -1, out_of_order=True)

        return goes

    return [[*(one_goes(medium) for medium in mediums), command]]


def _fleet_below_zero(_: State, command: Any, refused: Refused) -> Ways:
    fleet = {command.colour: {command.transporter: -command.by}}
    return [[Correct("fleet", fleet, "test"), command]]


def _no_donkey(_: State, command: Any, __: Refused) -> Ways:
    donkey = ChangeFleet(command.colour, "donkey", 1, out_of_order=command.out_of_order)
    return [[donkey, command], [Correct("fleet", {command.colour: {"donkey": 1}}, "test"), command]]


def _solo_ore(_: State, command: Any, refused: Refused) -> Ways:
    bag = {"number": command.number, "gold": 0, "iron": 0, command.ore: 1}
    return [[replace(command, ore=refused.params["ore"])], [Correct("bag", bag, "test"), command]]


def _not_in_phase(state: State, command: Any, refused: Refused) -> Ways:
    """When that phase is there, or late, where something can be entered late that is no draw."""
    distance = (PHASES.index(refused.params["phase"]) - PHASES.index(state.phase)) % len(PHASES)
    late = isinstance(command, BuildMine | SinkShaft | Research)
    return [[*[_leave] * distance, command], *([[replace(command, late=True)]] if late else [])]


def _not_everybody_once(state: State, command: Any, refused: Refused) -> Ways:
    return [[Correct(command.field, list(state.temple), "test")]] if command.field != "option" else []


def _more_neutral_than_bricks(_: State, command: Any, refused: Refused) -> Ways:
    kept: list[Any] = []
    for brick in command.value:
        if brick is not None or kept.count(None) < refused.params["neutral"]:
            kept.append(brick)
    return [[replace(command, value=kept)]]


def _free(state: State) -> list[Colour]:
    """Who may join in the place of nobody: colours that nobody plays or has played."""
    known = {seat.colour for seat in state.seats}
    return [colour for colour in STANDARD_COLOURS if colour not in known]


def _last_player(state: State, command: Any, _: Refused) -> Ways:
    return [[End()], *([Join(colour), command] for colour in _free(state)[:1])]


def _alone(state: State, command: Any, _: Refused) -> Ways:
    return [[_leave], *([Join(colour), command] for colour in _free(state)[:1])]


def _already_plays(state: State, command: Any, _: Refused) -> Ways:
    return [[replace(command, colour=colour)] for colour in _free(state)[:1]]


def _too_many_players(state: State, command: Any, _: Refused) -> Ways:
    return [[Leave(state.temple[0]), command]] if isinstance(command, Join) else []


ADVICE: Mapping[str, Callable[[State, Any, Refused], Ways]] = MappingProxyType(
    {
        "has-left": lambda _, command, refused: [[Join(refused.params["colour"]), command]],
        "last-player": _last_player,
        "solo-no-leave": lambda _, __, ___: [[End()]],
        "alone-no-order": _alone,
        "already-plays": _already_plays,
        "players-too-many": _too_many_players,
        "colour-needs-option": lambda _, command, ___: [
            [Correct("option", {"more_players": True}, "test"), command]
        ],
        "no-mark": lambda _, command, ___: [[replace(command, mark="stays")]],
        "mark-covered": lambda _, command, ___: [[replace(command, mark="stays")]],
        "order-standing": lambda _, command, ___: [[expected_command, command]],
        "order-too-late": _order_too_late,
        "mines-undrawn": _mines_undrawn,
        "mines-to-record": _mines_to_record,
        "drawn-by-hand": _drawn_by_hand,
        "not-asked": lambda _, __, ___: [[expected_command]],
        "position-not-free": lambda _, command, refused: [
            [TakePosition(command.colour, each)] for each in refused.params["free"]
        ],
        "nobody-acts": lambda _, __, ___: [[_leave]],
        "not-your-go": lambda _, command, refused: [[Done(refused.params["colour"]), command]],
        "ready-in-a-go": lambda _, command, refused: [[Done(refused.params["colour"]), command]],
        "out-of-order": _out_of_order,
        "no-such-mine": _no_such_mine,
        "mine-built": _mine_built,
        "needs-research": lambda _, command, refused: [
            [Research(command.colour, refused.params["subject"], late=True), command]
        ],
        "already-drawn": _already_drawn,
        "mine-empty": _mine_empty,
        "nothing-to-draw": lambda _, __, ___: [[_leave]],
        "ore-not-in-bag": _ore_not_in_bag,
        "production-left": lambda _, command, ___: [[Correct("phase", "production", "test"), command]],
        "too-many-bricks": _too_many_bricks,
        "price-rose": lambda _, command, refused: [[replace(command, price=refused.params["price"])]],
        "fleet-over-limit": _fleet_over_limit,
        "fleet-below-zero": _fleet_below_zero,
        "no-donkey": _no_donkey,
        "solo-ore": _solo_ore,
        "not-in-phase": _not_in_phase,
        "not-everybody-once": _not_everybody_once,
        "more-bricks-than-spaces": lambda _, command, refused: [
            [replace(command, value=command.value[: refused.params["spaces"]])]
        ],
        "more-neutral-than-bricks": _more_neutral_than_bricks,
    }
)

CHECKER: AdviceChecker[State] = AdviceChecker(CODEC, ADVICE, next_command)
