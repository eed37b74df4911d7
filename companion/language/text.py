"""A sentence as a code with parameters; `companion.language.messages` translates it at the edge."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

import msgspec

Param: TypeAlias = "int | str | Text | tuple[Param, ...]"


class Text(msgspec.Struct, frozen=True):
    """A sentence, not yet in any language."""

    code: str
    """The catalogue's key, for example `refused.stale`."""
    params: Mapping[str, Param] = MappingProxyType({})
    """Values for the names in the sentence's braces.

    A word (`colour="red"`) is translated as `colour.red`, or shown as it is; a tuple is joined by the
    language's "and"; an integer `count` chooses the plural form.
    """
    system: str | None = None
    """The game that has the sentence; None for the game on the table."""


def text(code: str, /, **params: Param) -> Text:
    """Build a `Text` with its parameters by name."""
    return Text(code, MappingProxyType(params))


class CompanionError(Exception):
    """The base of all errors that are shown to people.

    message: what happened, why, and what to do next. permanent: retrying is useless before that is done.
    """

    def __init__(self, message: Text, *, permanent: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.permanent = permanent
