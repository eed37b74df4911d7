"""Entries in words: each command with what came of it, for the log, the undo button and the display."""

from __future__ import annotations

from companion.games import Command, Events, Told, tag_of
from companion.games.la_strada.commands import CannotConnect, Connect, Correct, Join, Leave
from companion.games.la_strada.events import Connected, TurnEnded
from companion.language.text import Param, text


def told(command: Command, events: Events) -> Told:
    """The command's tag, and what its sentence needs of its fields and of the outcome.

    Of one that ended the turn before, that is said first.
    """
    what, params = tag_of(type(command)), _params(command, events)
    over = events[0] if events else None
    if isinstance(command, Connect | CannotConnect) and isinstance(over, TurnEnded):
        ended = text("did.end-turn", **_ended(over))
        params["colour"] = text("after-turn", ended=ended, colour=command.colour)
    return Told(what, params)


def _params(command: Command, events: Events) -> dict[str, Param]:
    match command:
        case Connect():
            road = next((each for each in events if isinstance(each, Connected)), None)
            return {} if road is None else _road(road)
        case CannotConnect():
            return {"colour": command.colour}
        case Leave():
            return {"colour": command.colour, "board": command.board}
        case Join():
            return {"colour": command.colour}
        case Correct():
            return {"field": command.field, "why": command.reason}
    over = events[0] if events else None
    return _ended(over) if isinstance(over, TurnEnded) else {}


def _ended(over: TurnEnded) -> dict[str, Param]:
    return {"colour": over.colour, "kept": over.kept}


def _road(road: Connected) -> dict[str, Param]:
    colony = text("colony.numbered", number=road.colony)
    return {
        "colour": road.colour,
        "colony": text("display.name", name=road.name, instead=colony) if road.name else colony,
        "number": road.colony,
        "cost": road.cost,
        "placed": road.merchant,
    }
