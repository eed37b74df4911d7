"""Validates typed names and the values of corrections."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.games import Refused, plain
from companion.language.text import Param, Text, text

MAX_NAME = 12
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def validate_name(typed: str) -> str:
    """The name without surrounding blanks; may be empty. Raises `Refused` for one that cannot be shown."""
    name = typed.strip()
    if len(name) > MAX_NAME:
        raise Refused("name-too-long", most=MAX_NAME)
    if any(unicodedata.category(letter) in _UNPRINTABLE for letter in name):
        raise Refused("name-unprintable")
    return name


Reason = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"\S")]
"""The typed reason of a correction."""


def validate_value(value: Any, type_: Any, *also: Any) -> Any:
    """Convert a correction's value to a type, and check it against `also`.

    Called by a game's `Correct`: its `value` has another type for each field. Raises ValueError with a path
    below `$.value`.
    """
    try:
        converted = msgspec.convert(value, type_)
        for each in also:
            msgspec.convert(converted, each)
    except msgspec.ValidationError as error:
        sentence, at, path = str(error).partition(" - at ")
        below = path.replace("`$", "`$.value", 1) if at else "`$.value`"
        raise ValueError(f"{sentence} - at {below}") from error
    return converted


def value_or_none(value: Any, type_: Any) -> Any:
    """Convert a value to a type; None if it does not fit."""
    try:
        return validate_value(value, type_)
    except ValueError:
        return None


def options_before(options: Any, value: Mapping[str, Any]) -> dict[str, Any]:
    """What stands in the options that a correction names; of a table, in the rows that it names."""
    old = plain(options)
    return {
        name: {row: old[name].get(row, "") for row in new} if isinstance(new, dict) else old[name]
        for name, new in value.items()
    }


def correction_text(says: Callable[[Any], Param], now: Any, before: Any) -> Param:
    """What a correction has changed, each part followed by what stood there before.

    says: the value in words, a text or a tuple of them; a text's own parts are its `each`. Of `set.<what>`
    the earlier value is `was.<what>`; others speak for themselves. before: None where that is not kept.
    """
    return says(now) if before is None else _changes(says(now), says(before))


def _changes(now: Param, before: Param) -> Param:
    """The parts that differ; all of them where none does."""
    if isinstance(now, tuple) and isinstance(before, tuple):
        pairs = list(zip(now, before, strict=True))
        return tuple(_changes(*pair) for pair in [pair for pair in pairs if pair[0] != pair[1]] or pairs)
    if not (isinstance(now, Text) and isinstance(before, Text)) or now == before:
        return now
    if "each" in now.params:
        return Text(now.code, {**now.params, "each": _changes(now.params["each"], before.params["each"])})
    if not now.code.startswith("set."):
        return now
    return text("set.was", set=now, was=Text(before.code.replace("set.", "was.", 1), before.params))
