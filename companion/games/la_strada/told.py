"""Entries in words: each command with what came of it, for the log, the undo button and the display."""

from __future__ import annotations

from typing import assert_never

from companion.games import Told, kebab
from companion.games.la_strada.commands import CannotConnect, Connect, Correct, End, EndTurn, GameCommand
from companion.games.la_strada.events import Connected, GameEvent, TurnEnded
from companion.language.text import Param, Text, text

Params = dict[str, Param]


def told(command: GameCommand, events: tuple[GameEvent, ...]) -> Told:
    """The command's tag, and its fields plus the outcome."""
    params: Params
    match command:
        case Connect():
            params = _connect(command, events)
        case EndTurn():
            params = _end_turn(events)
        case CannotConnect():
            params = {"colour": command.colour}
        case End():
            params = {}
        case Correct():
            params = {"field": command.field, "why": command.reason}
        case _:
            assert_never(command)
    return Told(kebab(type(command).__name__), params)


def _connect(command: Connect, events: tuple[GameEvent, ...]) -> Params:
    """colony: by its name, where it had one. placed: whether a merchant was put there."""
    for event in events:
        if isinstance(event, Connected):
            return {
                "colour": event.colour,
                "colony": _called(event.colony, event.name),
                "number": event.colony,
                "cost": event.cost,
                "placed": event.merchant,
            }
    return {"colour": command.colour, "colony": _called(command.colony), "number": command.colony}


def _called(number: int, name: str = "") -> Text:
    return text("colony.named", name=name) if name else text("colony.numbered", number=number)


def _end_turn(events: tuple[GameEvent, ...]) -> Params:
    return next(
        ({"colour": event.colour, "kept": event.kept} for event in events if isinstance(event, TurnEnded)),
        {},
    )
