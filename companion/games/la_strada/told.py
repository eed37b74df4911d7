"""Entries in words: each command with what came of it, for the log, the undo button and the display."""

from __future__ import annotations

from companion.games import Command, Events, Luck, Told, kebab
from companion.games.la_strada.commands import CannotConnect, Connect, Correct, Join, Leave
from companion.games.la_strada.events import Connected, TurnEnded
from companion.games.la_strada.state import State
from companion.language.text import Param, text


def told(command: Command, events: Events) -> Told:
    """The command's tag, and what its sentence needs of its fields and of the outcome."""
    params: dict[str, Param] = {}
    match command, events:
        case Connect(), (Connected() as road, *_):
            params = {
                "colour": road.colour,
                "colony": text("colony.named", name=road.name)
                if road.name
                else text("colony.numbered", number=road.colony),
                "number": road.colony,
                "cost": road.cost,
                "placed": road.merchant,
            }
        case _, (TurnEnded() as over, *_):
            params = {"colour": over.colour, "kept": over.kept}
        case CannotConnect(), _:
            params = {"colour": command.colour}
        case Leave(), _:
            params = {"colour": command.colour, "board": command.board}
        case Join(), _:
            params = {"colour": command.colour}
        case Correct(), _:
            params = {"field": command.field, "why": command.reason}
    return Told(kebab(type(command).__name__), params)


def luck(_state: State, _events: Events) -> tuple[Luck, ...]:
    """Nothing: this game has no chance."""
    return ()
