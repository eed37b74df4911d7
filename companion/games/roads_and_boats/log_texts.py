"""Entries in words: each command with what came of it, for the log, the undo button and the display.

And what of it bears on chance.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec.structs import asdict

from companion.games import Command, Event, Events, LogText, Luck, tag_of
from companion.games.roads_and_boats.commands import (
    Advance,
    Build,
    BuyBrick,
    CallForOrder,
    ChangeFleet,
    Correct,
    Draw,
    DrawAll,
    Field,
    Join,
    Leave,
    VoidDraw,
    parse_value,
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
from companion.games.roads_and_boats.words import Colour, Transporter
from companion.games.screen import token
from companion.games.typed import correction_text
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


def log_text(command: Command, events: Events) -> LogText:
    """The command's tag, and its fields plus the outcome.

    That it was entered late, or in another player's go, is noted (RB-MINE-10, RB-CONF-07).
    """
    params: dict[str, Param] = asdict(command)
    note = _lateness_note(command, events)
    params.pop("late", None)
    params.pop("out_of_order", None)
    match command:
        case Advance():
            params, note = _advance(events), _drawn_note(events)
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
            note = _mark_note(command)
        case Join():
            params = {"colour": command.colour}
            note = _mark_note(command)
        case Correct(field=field, value=value):
            before = next((each.before for each in events if isinstance(each, Corrected)), None)
            changed = correction_text(_FIELD_TEXTS[field], parse_value(field, value), before)
            params = {"field": field, "set": changed, "why": command.reason}
    return LogText(tag_of(type(command)), params, note)


def _per_player(subjects: Mapping[Colour, Param]) -> Param:
    return tuple(
        text("set.of", colour=colour, token=token(colour), subject=subject)
        for colour, subject in subjects.items()
    )


def _fleet(fleet: Mapping[Transporter, int]) -> Param:
    has = tuple(text("set.so-many", transporter=kind, count=count) for kind, count in fleet.items() if count)
    return has or "none"


def _option(name: str, value: Any) -> Param:
    """An option in words; fleet and temple row by their names alone."""
    if isinstance(value, bool):
        return text("switched", option=text(f"rb.option.{name}"), on=value)
    if name in {"fleet", "temple"}:
        return text(f"option.{name}", value=str(value))
    if name == "marks":
        each = (text("set.mark", number=players, mark=mark) for players, mark in value.items())
        return text("set.marks", each=tuple(each))
    spaces = " ".join(map(str, value)) if name == "rows" else value
    return text("set.number", option=text(f"option.{name}"), value=spaces)


def _lateness_note(command: Command, events: Events) -> Text | None:
    if isinstance(command, CallForOrder) and command.late:
        return text("note.called-before")
    if getattr(command, "late", False) and any(getattr(event, "late", False) for event in events):
        return text("note.late")
    return text("note.out-of-order") if getattr(command, "out_of_order", False) else None


def _mark_note(command: Join | Leave) -> Text | None:
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


def _drawn_note(events: Events) -> Text | None:
    drawn = _drawn(events)
    return text("note.drawn", each=drawn) if drawn else None


def _ores(events: Events) -> list[str]:
    return [event.ore for event in events if isinstance(event, OreDrawn | DrawVoided)]


_FIELD_TEXTS: Mapping[Field, Callable[[Any], Param]] = MappingProxyType(
    {
        "turn": lambda turn: text("set.turn", value=turn),
        "phase": lambda phase: text("set.phase", phase=phase),
        "temple": lambda row: text("set.row", field="temple", players=row),
        "sequence": lambda row: text("set.row", field="sequence", players=row),
        "bricks": lambda bricks: text("set.bricks", count=len(bricks)),
        "bag": lambda bag: text("set.bag", number=bag.number, gold=bag.gold, iron=bag.iron),
        "mine": lambda mine: text(
            "set.mine" if mine.to else "set.no-mine", number=mine.number, to=mine.to or 0
        ),
        "fleet": lambda fleets: _per_player({colour: _fleet(fleet) for colour, fleet in fleets.items()}),
        "research": lambda known: _per_player({colour: each or "none" for colour, each in known.items()}),
        "players": lambda players: text(
            "set.row", field="players", players=tuple(each.colour for each in players)
        ),
        "option": lambda options: tuple(_option(name, value) for name, value in options.items()),
    }
)
"""What stands there now, in words, by the field that was set right."""
