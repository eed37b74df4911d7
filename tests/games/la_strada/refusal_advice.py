"""What the refusals of La Strada tell people to do."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import replace

from companion.games import Command, Refused
from companion.games.la_strada.commands import CannotConnect, Connect, Correct, End, EndTurn, Join
from companion.games.la_strada.state import State, active, next_player, seat_of
from companion.games.la_strada.turns import block_reason
from companion.games.la_strada.words import COLOURS, Colour
from tests.games.advice_check import AdviceChecker, Way
from tests.games.la_strada.playing import CODEC

Ways = list[Way[State]]


def next_command(state: State) -> Command:
    """The turn ends; after the end, something is corrected."""
    return Correct("turn", state.turn, "test") if state.ended else EndTurn()


def _set(field: Any, value: Any) -> Command:
    return Correct(field, value, "test")


def _not_your_turn(state: State, command: Any, _: Refused) -> Ways:
    """One tap ends the turn that runs, where it is the next one's; else it is corrected whose turn it is."""
    corrected: Way[State] = [_set("active", command.colour), _unless_built(command)]
    passes = block_reason(state, seat_of(state, command.colour)) is not None
    if next_player(state) != command.colour or command.end_turn or passes:
        return [corrected]
    return [[replace(command, end_turn=True)], [EndTurn(), command], corrected]


def _unless_built(command: Any) -> Any:
    """Who has linked a colony in the turn that it is corrected to cannot say that he could link none."""

    def entered(state: State) -> Command:
        said = isinstance(command, CannotConnect) and state.connected
        return EndTurn() if said else command

    return entered


def _already_linked(state: State, command: Any, refused: Refused) -> Ways:
    number, colour = refused.params["number"], refused.params["colour"]
    colony = next(each for each in state.colonies if each.number == number)
    new = [each for each in state.colonies if colour not in each.linked]
    if not isinstance(command, Connect):
        return []
    linked = [each for each in colony.linked if each != colour]
    merchants = [each for each in colony.merchants if each != colour]
    if linked and not merchants:
        merchants = linked[:1]  # of two players the other is the first then
    undone = _set("colony", {"number": number, "linked": linked, "merchants": merchants})
    other: Ways = [[replace(command, colony=new[0].number)]] if new else []
    return [*other, [undone, command]]


def _no_merchant(_: State, command: Any, refused: Refused) -> Ways:
    there = _set("supplies", {refused.params["colour"]: {"merchants": 1}})
    return [[there, command], *([[EndTurn()]] if isinstance(command, Connect) else [])]


def _road_needs_a_tile(_: State, command: Any, __: Refused) -> Ways:
    if isinstance(command, Connect):
        return [[replace(command, plains=1)]]
    return [[replace(command, value={**command.value, "plains": 1})]]


def _tiles_short(_: State, command: Any, refused: Refused) -> Ways:
    terrain = refused.params["terrain"]
    asked = getattr(command, terrain) if isinstance(command, Connect) else command.value[terrain]
    return [[_set("supplies", {refused.params["colour"]: {terrain: asked}}), command]]


def _more_than_there_are(state: State, command: Any, refused: Refused) -> Ways:
    stock, most = refused.params["stock"], refused.params["most"]
    short = command.value[refused.params["colour"]][stock] - most
    if state.options.supply[stock] + short > 99:
        return []
    return [[_set("option", {"supply": {stock: state.options.supply[stock] + short}}), command]]


def _too_dear(state: State, command: Any, _: Refused) -> Ways:
    if isinstance(command, Connect):
        return [
            [EndTurn()],
            [_set("resources", {command.colour: 10}), replace(command, plains=1, forests=0, hills=0)],
        ]
    return [[replace(command, value={**command.value, "resources": 0})]]


def _has_connected(_: State, command: Any, __: Refused) -> Ways:
    return [[EndTurn()]]


def _turns_pass(state: State, command: Any, refused: Refused) -> Ways:
    """What makes them pass is wrong."""
    colour, why = refused.params["colour"], refused.params["why"]
    seat = next(each for each in state.seats if each.colour == colour)
    if why == "cannot-connect":
        return [[_set("stuck", {colour: False}), command]] if seat.stuck else []
    stock = {"no-merchants": "merchants", "no-tiles": "plains"}[why]
    return [[_set("supplies", {colour: {stock: 1}}), command]]


def _no_such_colony(state: State, command: Any, _: Refused) -> Ways:
    new = [each.number for each in state.colonies if active(state).colour not in each.linked]
    return [[replace(command, colony=new[0])]] if new and isinstance(command, Connect) else []


def _has_left(_: State, command: Any, refused: Refused) -> Ways:
    return [[Join(refused.params["colour"]), command]]


def _free(state: State) -> list[Colour]:
    """The colours of the box that nobody has."""
    known = {seat.colour for seat in state.seats}
    return [colour for colour in COLOURS if colour not in known]


def _two_must_stay(state: State, command: Any, _: Refused) -> Ways:
    return [[End()], *([Join(colour), command] for colour in _free(state)[:1])]


def _already_plays(state: State, command: Any, _: Refused) -> Ways:
    return [[replace(command, colour=colour)] for colour in _free(state)[:1]]


ADVICE: Mapping[str, Callable[[State, Any, Refused], Ways]] = MappingProxyType(
    {
        "has-left": _has_left,
        "two-must-stay": _two_must_stay,
        "two-stay-together": lambda _, __, ___: [[End()]],
        "already-plays": _already_plays,
        "not-your-turn": _not_your_turn,
        "already-linked": _already_linked,
        "no-longer-new": lambda _, command, __: [[replace(command, new=False)]],
        "no-merchant": _no_merchant,
        "road-needs-a-tile": _road_needs_a_tile,
        "tiles-short": _tiles_short,
        "more-than-there-are": _more_than_there_are,
        "too-dear": _too_dear,
        "has-connected": _has_connected,
        "turns-pass": _turns_pass,
        "no-such-colony": _no_such_colony,
    }
)

CHECKER: AdviceChecker[State] = AdviceChecker(CODEC, ADVICE, next_command)
