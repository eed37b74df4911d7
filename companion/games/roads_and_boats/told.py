"""Entries in words: each command with what came of it, for the log, the undo button and the display.

And what of it bears on chance.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from msgspec.structs import asdict

from companion.games import Command, Event, Events, Luck, Told, tag_of
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Correct,
    Draw,
    DrawAll,
    Join,
    Leave,
    VoidDraw,
)
from companion.games.roads_and_boats.events import (
    BrickBought,
    Corrected,
    DrawVoided,
    GameBegun,
    OreDrawn,
    OreRecorded,
    PhaseBegun,
)
from companion.games.roads_and_boats.state import State
from companion.language.text import Param, Text, text

_LUCK: Mapping[type[Event], Luck] = MappingProxyType(
    {
        OreDrawn: "rolled",
        OreRecorded: "by-hand",
        DrawVoided: "voided",
    }
)


def luck(state: State, events: Events) -> tuple[Luck, ...]:
    """What bears on chance: draws, and the row at the temple, which is drawn unless it was typed.

    Alone only that row is left to chance (RB-SOLO-04).
    """
    return tuple(found for event in events for found in _luck(state, event))


def _luck(state: State, event: Event) -> tuple[Luck, ...]:
    if isinstance(event, GameBegun):
        return ("rolled" if event.options.temple is None else "by-hand",)
    if isinstance(event, Corrected) and event.chance and not state.solo:
        return ("corrected",)
    return (_LUCK[type(event)],) if type(event) in _LUCK and not state.solo else ()


def told(command: Command, events: Events) -> Told:
    """The command's tag, and its fields plus the outcome.

    That it was entered late, or in another player's go, is noted (RB-MINE-10, RB-CONF-07).
    """
    params: dict[str, Param] = asdict(command)
    note = _against_the_course(command, events)
    params.pop("late", None)
    params.pop("out_of_order", None)
    match command:
        case Advance():
            params, note = _advance(events), _gave(events)
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
        case Leave():
            params = {"colour": command.colour, "board": command.board}
            note = _follows(command)
        case Join():
            params = {"colour": command.colour}
            note = _follows(command)
        case Correct():
            params = {"field": command.field, "why": command.reason}
    return Told(tag_of(type(command)), params, note)


def _against_the_course(command: Command, events: Events) -> Text | None:
    if isinstance(command, CallForOrder) and command.late:
        return text("note.called-before")
    if getattr(command, "late", False) and any(getattr(event, "late", False) for event in events):
        return text("note.late")
    return text("note.out-of-order") if getattr(command, "out_of_order", False) else None


def _follows(command: Join | Leave) -> Text | None:
    return text("note.mark-follows") if command.mark == "follows" else None


def _advance(events: Events) -> dict[str, Param]:
    """drawn: what mines gave on leaving the phase, each with its `number` and `ore`."""
    drawn = _drawn(events)
    more: dict[str, Param] = {"drawn": drawn} if drawn else {}
    for event in events:
        if isinstance(event, PhaseBegun):
            return {"phase": event.phase, "turn": event.turn, **more}
    return {"phase": "ended"}


def _drawn(events: Events) -> tuple[Text, ...]:
    return tuple(
        text("note.gave", number=each.number, ore=each.ore) for each in events if isinstance(each, OreDrawn)
    )


def _gave(events: Events) -> Text | None:
    drawn = _drawn(events)
    return text("note.drawn", each=drawn) if drawn else None


def _ores(events: Events) -> list[str]:
    return [event.ore for event in events if isinstance(event, OreDrawn | DrawVoided)]
