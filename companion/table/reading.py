"""From what a client sent to a command: the form is judged here, the meaning by the rules."""

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
_SHOWN = 60


class NotACommand(CompanionError):
    """What was sent is no command: nothing was looked at but its form.

    field: the field at fault, with its place ("players[0].colour"), or None where it is all of it.
    reason: `unknown-command`, `unknown-field`, `missing-field`, `wrong-value` or `hidden-sign`. params: the
    sentence's, `field` and, where they help, `given` and `wanted`.
    """

    def __init__(self, field: str | None, reason: str, **params: str) -> None:
        self.field = field
        self.reason = reason
        self.params: dict[str, str] = {"field": "type" if field is None else field, **params}
        super().__init__(Text(f"refused.{reason}", self.params))


def read(body: Mapping[str, Any], readers: Iterable[Codec], codecs: Mapping[str, Codec]) -> Command:
    """Decode a command.

    readers: the game on the table; without one every game, so that any command is read by the first whose
    command it is, and can be told that there is no game. codecs: every game, by its system, for what a
    `Start` says of its options. Raises `NotACommand`.
    """
    kind = body.get("type")
    if kind is None:
        raise NotACommand("type", "missing-field")
    if not isinstance(kind, str):
        raise NotACommand("type", "wrong-value", given=_shown(kind), wanted="`str`")
    common = _COMMON.get(kind)
    wanted = [common] if common else [each.commands[kind] for each in readers if kind in each.commands]
    if not wanted:
        raise NotACommand("type", "unknown-command", given=_shown(kind))
    command = _first_of(list(dict.fromkeys(wanted)), body)
    if isinstance(command, Start | Prepare) and command.system in codecs:
        read_options(command.options, codecs[command.system])
    _writable(body)
    return command


def _first_of(wanted: list[type[Command]], body: Mapping[str, Any]) -> Command:
    """The body as the first of these types that it fits. Raises `NotACommand`, as the first one says it."""
    first, *others = wanted
    try:
        return converted(body, first)
    except NotACommand:
        for other in others:
            with suppress(NotACommand):
                return converted(body, other)
        raise


def read_options(given: Mapping[str, Any], codec: Codec) -> Any:
    """A game's options. Raises `NotACommand` naming the field below `options`."""
    return converted(given, codec.game.options, "options")


def converted(given: Mapping[str, Any], wanted: type[T], place: str = "") -> T:
    """What a client sent as the wanted type; `place` is where it was found. Raises `NotACommand`, also for
    signs in it that nobody sees."""
    try:
        made = msgspec.convert(given, wanted)
    except msgspec.ValidationError as error:
        wrong = invalid_field(error, given)
        field = ".".join(part for part in (place, wrong.path) if part) or None
        if wrong.reason != "wrong-value":
            raise NotACommand(field, wrong.reason) from error
        value = "" if wrong.value is msgspec.UNSET else _shown(wrong.value)
        raise NotACommand(field, wrong.reason, given=value, wanted=wrong.expected) from error
    found = find_invisible(given, place)
    if found is not None:
        raise NotACommand(found[0] or None, "hidden-sign", given=found[1])
    return made


def _shown(value: Any) -> str:
    """A value as it was typed, cut to what a sentence can carry."""
    try:
        text = msgspec.json.encode(value).decode()
    except (ValueError, TypeError, RecursionError):
        return "?"
    return text if len(text) <= _SHOWN else f"{text[: _SHOWN - 1]}…"


def _writable(body: Mapping[str, Any]) -> None:
    """Refuse what could not be written down: half a surrogate pair, a nesting without end."""
    for name, value in body.items():
        try:
            msgspec.json.encode(value)
        except (ValueError, TypeError, RecursionError) as error:
            raise NotACommand(name, "wrong-value", given="?", wanted="") from error
