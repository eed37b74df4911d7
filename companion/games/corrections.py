"""Corrections as every game has them: each names a field, a value of that field's own form, and why."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

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
