"""Entries in words: each command with what came of it, for the log, the undo button and the display."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

from companion.games import Command, Events, LogText, tag_of
from companion.games.la_strada.commands import (
    ActiveValue,
    CannotConnect,
    ColonyValue,
    Connect,
    Correct,
    Field,
    Join,
    Leave,
    RoadValue,
    parse_value,
)
from companion.games.la_strada.events import Connected, Corrected, TurnEnded
from companion.games.la_strada.words import TERRAINS, Colour
from companion.games.screen import row, token
from companion.games.typed import correction_text
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
        for name, who in _player(command.colour).items():
            params[name] = text("after-turn", ended=ended, colour=who)
    return LogText(what, params)


def _first_name(events: Events) -> dict[str, Param] | None:
    """The one colony, and its name, of an entry that names one that had no name."""
    match events:
        case (Corrected(value={"names": names, **others}, before={"names": before}), *_) if not others:
            [(number, name), *more] = names.items()
            if name and not more and not before[number]:
                return {"number": number, "name": _named(number, name)}
    return None


def _named(number: str, name: str) -> Text:
    return text("display.name", name=name, instead=text("colony.numbered", number=number))


def _params(command: Command, events: Events) -> dict[str, Param]:
    match command:
        case Connect():
            road = next((each for each in events if isinstance(each, Connected)), None)
            return {} if road is None else _road(road)
        case CannotConnect():
            return _player(command.colour)
        case Leave():
            return {"colour": command.colour, "board": command.board}
        case Join():
            return {"colour": command.colour}
        case Correct(field=field, value=value):
            before = next((each.before for each in events if isinstance(each, Corrected)), None)
            changed = correction_text(_FIELD_TEXTS[field], parse_value(field, value), before)
            return {"field": field, "set": changed, "why": command.reason}
    over = events[0] if events else None
    return _ended(over) if isinstance(over, TurnEnded) else {}


def _active(value: Colour | ActiveValue) -> Param:
    if not isinstance(value, ActiveValue):
        return text("set.active", **_player(value))
    turn = () if value.turn is None else (text("set.turn", value=value.turn),)
    return (_active(value.colour), *turn)


def _colony(value: ColonyValue) -> Text:
    there = {"merchants": value.merchants, "linked": value.linked}
    each = (
        *(() if value.kind is None else (text("set.kind", kind=value.kind),)),
        *(_standing(what, players) for what, players in there.items() if players is not None),
    )
    return text("set.colony", number=value.number, each=each)


def _standing(what: str, players: tuple[Colour, ...]) -> Text:
    tokens = row(token(each) for each in players) if players else text("players.none")
    return text(f"set.{what}", players=players or "none", tokens=tokens)


def _corrected_road(value: RoadValue) -> Text:
    tiles = {terrain: getattr(value, terrain) for terrain in TERRAINS}
    each = (
        *(text("set.tiles", terrain=terrain, count=n) for terrain, n in tiles.items() if n is not None),
        text("set.to", number=value.to or value.colony),
        *(() if value.resources is None else (_resources(value.colour, value.resources),)),
    )
    return text("set.road", **_player(value.colour), number=value.colony, each=each)


def _resources(colour: Colour, count: int) -> Text:
    return text("set.resources", **_player(colour), count=count)


def _player(colour: Colour) -> dict[str, Param]:
    """A player: on the display by the token, for a name leaves no room."""
    return {"colour": colour, "token": token(colour)}


def _option(option: str, value: Any) -> Param:
    if isinstance(value, bool):
        return text("switched", option=text(f"ls.option.{option}"), on=value)
    if option == "names":
        return tuple(_name(number, called) for number, called in value.items())
    word = "stock" if option == "supply" else "kind"
    each = (
        text(
            "set.row", row=text(f"{word}.{name}"), value=" ".join(map(str, has)) if option == "worth" else has
        )
        for name, has in value.items()
    )
    return text("set.table", option=text(f"option.{option}"), each=tuple(each))


def _name(number: str, called: str) -> Text:
    colony = text("colony.numbered", number=number)
    if not called:
        return text("set.nameless", colony=colony)
    return text("set.name", colony=colony, name=_named(number, called))


def _ended(over: TurnEnded) -> dict[str, Param]:
    return {"colour": over.colour, "kept": over.kept}


def _road(road: Connected) -> dict[str, Param]:
    colony = text("colony.numbered", number=road.colony)
    return {
        **_player(road.colour),
        "colony": text("display.name", name=road.name, instead=colony) if road.name else colony,
        "number": road.colony,
        "cost": road.cost,
        "placed": road.merchant,
    }


_FIELD_TEXTS: Mapping[Field, Callable[[Any], Param]] = MappingProxyType(
    {
        "turn": lambda turn: text("set.turn", value=turn),
        "active": _active,
        "resources": lambda has: tuple(_resources(colour, count) for colour, count in has.items()),
        "supplies": lambda has: tuple(
            text(
                "set.supplies",
                **_player(colour),
                each=tuple(text("set.so-many", stock=stock, count=count) for stock, count in each.items()),
            )
            for colour, each in has.items()
        ),
        "stuck": lambda has: tuple(
            text("stuck-now", **_player(colour), stuck=stuck) for colour, stuck in has.items()
        ),
        "colony": _colony,
        "road": _corrected_road,
        "players": lambda players: text("set.players", players=tuple(each.colour for each in players)),
        "option": lambda options: tuple(_option(name, value) for name, value in options.items()),
    }
)
"""What stands there now, in words, by the field that was set right."""
