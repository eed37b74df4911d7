"""Validates typed names and the values of corrections."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.games import Refused
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


def with_before(now: Param, before: Param | None) -> Param:
    """A corrected value, followed by the earlier one if that was different.

    now, before: a text `set.<what>`, or a tuple of them; `was.<what>` is the value alone.
    """
    if isinstance(now, tuple) and isinstance(before, tuple):
        return tuple(with_before(*each) for each in zip(now, before, strict=True))
    if not (isinstance(now, Text) and isinstance(before, Text)) or now == before:
        return now
    return text("set.was", set=now, was=Text(before.code.replace("set.", "was.", 1), before.params))
