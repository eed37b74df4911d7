"""Parse what a client sent into a command: its form is checked here, its meaning by the rules."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from typing import Any, TypeVar

import msgspec

from companion.games import Command
from companion.language.decoding import invalid_field
from companion.language.invisible import find_invisible
from companion.language.text import CompanionError, Text
from companion.table.codec import Codec, by_type
from companion.table.commands import COMMON, Prepare, Start

T = TypeVar("T")
_COMMON = by_type(COMMON)
_MAX_SHOWN = 60


class InvalidCommand(CompanionError):
    """The form of a command is wrong; its meaning was not looked at.

    field: the path of the field at fault ("players[0].colour"), None for the whole command.
    reason: `unknown-command`, `unknown-field`, `missing-field`, `wrong-value` or `hidden-sign`.
    params: of the sentence: `field` and, where they help, `given` and `wanted`.
    """

    def __init__(self, field: str | None, reason: str, **params: str) -> None:
        self.field = field
        self.reason = reason
        self.params: dict[str, str] = {"field": "type" if field is None else field, **params}
        super().__init__(Text(f"refused.{reason}", self.params))


def parse_command(
    body: Mapping[str, Any], codecs_to_try: Iterable[Codec], codecs: Mapping[str, Codec]
) -> Command:
    """Decode a command. Raises `InvalidCommand`.

    codecs_to_try: of the game on the table, or of every game without one; the first that fits counts.
    codecs: of every game, by system, for the options of `Start` and `Prepare`, and for what only another game
    has: it is refused, not unknown.
    """
    kind = body.get("type")
    if kind is None:
        raise InvalidCommand("type", "missing-field")
    if not isinstance(kind, str):
        raise InvalidCommand("type", "wrong-value", given=_show_value(kind), wanted="`str`")
    common = _COMMON.get(kind)
    wanted = [common] if common else _of_type(kind, codecs_to_try) or _of_type(kind, codecs.values())
    if not wanted:
        raise InvalidCommand("type", "unknown-command", given=_show_value(kind))
    command = _first_of(list(dict.fromkeys(wanted)), body)
    if isinstance(command, Start | Prepare) and command.system in codecs:
        parse_options(command.options, codecs[command.system])
    _require_encodable(body)
    return command


def _of_type(kind: str, codecs: Iterable[Codec]) -> list[type[Command]]:
    """The commands of this type, in the games that have one."""
    return [each.commands[kind] for each in codecs if kind in each.commands]


def _first_of(wanted: list[type[Command]], body: Mapping[str, Any]) -> Command:
    """Convert the body to the first of these types that it fits. Raises the first type's `InvalidCommand`."""
    first, *others = wanted
    try:
        return convert(body, first)
    except InvalidCommand:
        for other in others:
            with suppress(InvalidCommand):
                return convert(body, other)
        raise


def parse_options(given: Mapping[str, Any], codec: Codec) -> Any:
    """Decode a game's options. Raises `InvalidCommand` with the field below `options`."""
    return convert(given, codec.game.options, "options")


def convert(given: Mapping[str, Any], form: type[T], path: str = "") -> T:
    """Convert client data to a type. Raises `InvalidCommand`, also for invisible characters.

    path: of the data within the command.
    """
    try:
        made = msgspec.convert(given, form)
    except msgspec.ValidationError as error:
        wrong = invalid_field(error, given)
        field = ".".join(part for part in (path, wrong.path) if part) or None
        if wrong.reason != "wrong-value":
            raise InvalidCommand(field, wrong.reason) from error
        value = "" if wrong.value is msgspec.UNSET else _show_value(wrong.value)
        raise InvalidCommand(field, wrong.reason, given=value, wanted=wrong.expected) from error
    found = find_invisible(given, path)
    if found is not None:
        raise InvalidCommand(found[0] or None, "hidden-sign", given=found[1])
    return made


def _show_value(value: Any) -> str:
    """A value as it was typed, cut to what a sentence can carry."""
    try:
        text = msgspec.json.encode(value).decode()
    except (ValueError, TypeError, RecursionError):
        return "?"
    return text if len(text) <= _MAX_SHOWN else f"{text[: _MAX_SHOWN - 1]}…"


def _require_encodable(body: Mapping[str, Any]) -> None:
    """Refuse what could not be written down: half a surrogate pair, a nesting without end."""
    for name, value in body.items():
        try:
            msgspec.json.encode(value)
        except (ValueError, TypeError, RecursionError) as error:
            raise InvalidCommand(name, "wrong-value", given="?", wanted="") from error
