"""Entries in words: each command with what came of it, for the log, the undo button and the display."""

from __future__ import annotations

from msgspec.structs import asdict

from companion.games import Command, Events, Told, kebab
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuyBrick,
    ChangeFleet,
    Correct,
    Draw,
    DrawAll,
    VoidDraw,
)
from companion.games.roads_and_boats.events import BrickBought, DrawVoided, OreDrawn, PhaseBegun
from companion.language.text import Param


def told(command: Command, events: Events) -> Told:
    """The command's tag, and its fields plus the outcome; that it was entered late is not told."""
    params: dict[str, Param] = asdict(command)
    params.pop("late", None)
    match command:
        case Advance():
            params = _advance(events)
        case Draw():
            params["ore"] = _ores(events)[0]
        case DrawAll():
            ores = _ores(events)
            params["mines"] = tuple(event.number for event in events if isinstance(event, OreDrawn))
            params |= {"gold": ores.count("gold"), "iron": ores.count("iron")}
        case VoidDraw():
            params = {"number": command.number, "ore": _ores(events)[0], "why": command.reason}
        case BuyBrick():
            params["price"] = sum(event.price for event in events if isinstance(event, BrickBought))
        case ChangeFleet() | Build():
            params["change"] = f"{command.by:+d}"
        case Correct():
            params = {"field": command.field, "why": command.reason}
    return Told(kebab(type(command).__name__), params)


def _advance(events: Events) -> dict[str, Param]:
    for event in events:
        if isinstance(event, PhaseBegun):
            return {"phase": event.phase, "turn": event.turn}
    return {"phase": "ended"}


def _ores(events: Events) -> list[str]:
    return [event.ore for event in events if isinstance(event, OreDrawn | DrawVoided)]
