"""Entries in words: each command with what came of it, for the log, the undo button and the display."""

from __future__ import annotations

from typing import assert_never

from companion.games import Told, kebab
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuildMine,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Correct,
    CountWealth,
    Done,
    Draw,
    DrawAll,
    End,
    GameCommand,
    Pray,
    RecordDraw,
    Research,
    SinkShaft,
    TakePosition,
    VoidDraw,
)
from companion.games.roads_and_boats.events import BrickBought, DrawVoided, GameEvent, OreDrawn, PhaseBegun
from companion.language.text import Param

Params = dict[str, Param]


def told(command: GameCommand, events: tuple[GameEvent, ...]) -> Told:
    """The command's tag, and its fields plus the outcome."""
    params: Params
    match command:
        case Advance():
            params = _advance(events)
        case CallForOrder() | Pray() | TakePosition() | Done():
            params = _order(command)
        case BuildMine() | SinkShaft() | Draw() | DrawAll() | RecordDraw() | VoidDraw():
            params = _mines(command, events)
        case BuyBrick():
            price = sum(event.price for event in events if isinstance(event, BrickBought))
            params = {"colour": command.colour, "count": command.count, "price": price}
        case Research() | ChangeFleet() | Build() | CountWealth():
            params = _board(command)
        case End():
            params = {}
        case Correct():
            params = {"field": command.field, "why": command.reason}
        case _:
            assert_never(command)
    return Told(kebab(type(command).__name__), params)


def _advance(events: tuple[GameEvent, ...]) -> Params:
    for event in events:
        if isinstance(event, PhaseBegun):
            return {"phase": event.phase, "turn": event.turn}
    return {"phase": "ended"}


def _order(command: CallForOrder | Pray | TakePosition | Done) -> Params:
    match command:
        case Pray():
            return {"colour": command.colour, "keep": command.keep}
        case TakePosition():
            return {"colour": command.colour, "position": command.position}
        case CallForOrder() | Done():
            return {"colour": command.colour}
        case _:
            assert_never(command)


def _mines(
    command: BuildMine | SinkShaft | Draw | DrawAll | RecordDraw | VoidDraw, events: tuple[GameEvent, ...]
) -> Params:
    drawn = tuple(event for event in events if isinstance(event, OreDrawn | DrawVoided))
    match command:
        case BuildMine() | SinkShaft():
            return {"number": command.number, "colour": command.colour, "mixture": command.mixture}
        case Draw():
            return {"number": command.number, "ore": drawn[0].ore}
        case DrawAll():
            gold = sum(each.ore == "gold" for each in drawn)
            numbers = tuple(each.number for each in drawn)
            return {"mines": numbers, "gold": gold, "iron": len(drawn) - gold}
        case RecordDraw():
            return {"number": command.number, "ore": command.ore}
        case VoidDraw():
            return {"number": command.number, "ore": drawn[0].ore, "why": command.reason}
        case _:
            assert_never(command)


def _board(command: Research | ChangeFleet | Build | CountWealth) -> Params:
    match command:
        case Research():
            return {"colour": command.colour, "subject": command.subject}
        case ChangeFleet():
            return {
                "colour": command.colour,
                "transporter": command.transporter,
                "by": command.by,
                "change": f"{command.by:+d}",
            }
        case Build():
            return {"building": command.building, "by": command.by, "change": f"{command.by:+d}"}
        case CountWealth():
            return {
                "colour": command.colour,
                "gold": command.gold,
                "coins": command.coins,
                "stock": command.stock,
            }
        case _:
            assert_never(command)
