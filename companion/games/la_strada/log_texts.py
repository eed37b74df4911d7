"""Entries in words: each command with what came of it, for the log, the undo button and the display."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Any

from companion.games import Command, Events, LogText, tag_of
from companion.games.la_strada.commands import (
    CannotConnect,
    ColonyValue,
    Connect,
    Correct,
    Field,
    Join,
    Leave,
    parse_value,
)
from companion.games.la_strada.events import Connected, Corrected, TurnEnded
from companion.games.la_strada.words import Stock
from companion.games.typed import with_before
from companion.language.text import Param, Text, text


def log_text(command: Command, events: Events) -> LogText:
    """The log text of a command with its events.

    It begins with the end of the turn before, if the command ended it. A correction that gives a colony its
    first name is `name`.
    """
    named = _first_name(events)
    if named is not None:
        return LogText("name", named)
    what, params = tag_of(type(command)), _params(command, events)
    over = events[0] if events else None
    if isinstance(command, Connect | CannotConnect) and isinstance(over, TurnEnded):
        ended = text("did.end-turn", **_ended(over))
        params["colour"] = text("after-turn", ended=ended, colour=command.colour)
    return LogText(what, params)


def _first_name(events: Events) -> dict[str, Param] | None:
    """The one colony, and its name, of an entry that names one that had no name."""
    match events:
        case (Corrected(value={"names": names}, before={"names": before}), *_) if len(names) == 1:
            [(number, name)] = names.items()
            return {"number": number, "name": _named(number, name)} if name and not before[number] else None
    return None


def _named(number: str, name: str) -> Text:
    return text("display.name", name=name, instead=text("colony.numbered", number=number))


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
            return {
                "field": command.field,
                "set": _correction_text(command, events),
                "why": command.reason,
            }
    over = events[0] if events else None
    return _ended(over) if isinstance(over, TurnEnded) else {}


def _one_or_all(texts: Iterable[Text]) -> Param:
    every = tuple(texts)
    return every[0] if len(every) == 1 else every


def _stocks(has: Mapping[Stock, int]) -> Param:
    return tuple(text("set.so-many", stock=stock, count=count) for stock, count in has.items())


def _colony(value: ColonyValue) -> Text:
    numbered = text("colony.numbered", number=value.number)
    kind: Param = numbered if value.kind is None else text("set.kind", colony=numbered, kind=value.kind)
    there = value.linked if value.merchants is None else value.merchants
    return text("set.colony", colony=kind, players=there or "none")


def _option(name: str, value: Param) -> Text:
    if isinstance(value, bool):
        return text("set.switch", option=text(f"ls.option.{name}"), on=value)
    if isinstance(value, dict) and name == "names" and len(value) == 1:
        [(number, called)] = value.items()
        colony = text("colony.numbered", number=number)
        if not called:
            return text("set.nameless", colony=colony)
        return text("set.name", colony=colony, name=_named(number, called))
    return text(f"option.{name}")


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


def _correction_text(command: Correct, events: Events) -> Param:
    says = _FIELD_TEXTS[command.field]
    now = says(parse_value(command.field, command.value))
    before = next((each.before for each in events if isinstance(each, Corrected)), None)
    return now if before is None else with_before(now, says(before))


_FIELD_TEXTS: Mapping[Field, Callable[[Any], Param]] = MappingProxyType(
    {
        "turn": lambda turn: text("set.turn", value=turn),
        "active": lambda turn: text("set.active", colour=turn if isinstance(turn, str) else turn.colour),
        "resources": lambda has: _one_or_all(
            text("set.resources", colour=colour, count=count) for colour, count in has.items()
        ),
        "supplies": lambda has: _one_or_all(
            text("set.supplies", colour=colour, each=_stocks(each)) for colour, each in has.items()
        ),
        "stuck": lambda said: _one_or_all(
            text("set.stuck", colour=colour, stuck=stuck) for colour, stuck in said.items()
        ),
        "colony": _colony,
        "road": lambda road: text("set.road", colour=road.colour, number=road.to or road.colony),
        "players": lambda players: text("set.players", players=tuple(each.colour for each in players)),
        "option": lambda options: tuple(_option(name, value) for name, value in options.items()),
    }
)
"""What stands there now, in words, by the field that was set right."""
