"""What people type: names that every page and the display can show, and the values of corrections."""

from __future__ import annotations

import unicodedata
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.games import Refused
from companion.language.text import Param, Text, text

LONGEST = 12
_UNPRINTABLE = {"Cc", "Cf", "Cs", "Co", "Zl", "Zp"}


def proper_name(typed: str) -> str:
    """The name without blanks around it; it may be empty. Raises `Refused` for one that cannot be shown.

    Every game calls it for whatever players may name, when the game starts and when a name is corrected.
    """
    name = typed.strip()
    if len(name) > LONGEST:
        raise Refused("name-too-long", most=LONGEST)
    if any(unicodedata.category(letter) in _UNPRINTABLE for letter in name):
        raise Refused("name-unprintable")
    return name


Reason = Annotated[str, Meta(min_length=1, max_length=200, pattern=r"\S")]
"""Why somebody sets something right, as typed."""


def proper_value(value: Any, form: Any, *also: Any) -> Any:
    """The value as its field's type; it must fit each of `also`, too.

    A game's `Correct` calls it when it is made, for no type of its own says which form goes with which field.
    Raises ValueError that says what is wrong at which place of `$.value`.
    """
    try:
        converted = msgspec.convert(value, form)
        for each in also:
            msgspec.convert(converted, each)
    except msgspec.ValidationError as wrong:
        sentence, at, place = str(wrong).partition(" - at ")
        below = place.replace("`$", "`$.value", 1) if at else "`$.value`"
        raise ValueError(f"{sentence} - at {below}") from wrong
    return converted


def fitting(value: Any, form: Any) -> Any:
    """The value as its field's type; None for one that does not fit."""
    try:
        return proper_value(value, form)
    except ValueError:
        return None


def with_before(now: Param, before: Param | None) -> Param:
    """What a correction has set, and behind it what stood there, where that was something else.

    now, before: a text `set.<what>`, or a row of such texts; `was.<what>` says its value alone.
    """
    if isinstance(now, tuple) and isinstance(before, tuple):
        return tuple(with_before(*each) for each in zip(now, before, strict=True))
    if not (isinstance(now, Text) and isinstance(before, Text)) or now == before:
        return now
    return text("set.was", set=now, was=Text(before.code.replace("set.", "was.", 1), before.params))
