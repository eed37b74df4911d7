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


def with_names(sentence: Text, names: Mapping[str, Param]) -> Text:
    """A sentence with players' names in place of their colours. names: by colour."""
    return Text(sentence.code, params_with_names(sentence.params, names), sentence.system)


def params_with_names(params: Mapping[str, Param], names: Mapping[str, Param]) -> dict[str, Param]:
    """The same of a sentence's parameters: `colour`, `players`, and those of the sentences among them."""
    named = {key: _within(value, names) for key, value in params.items()}
    colour, players = named.get("colour"), named.get("players")
    if isinstance(colour, str):
        named["colour"] = names.get(colour, colour)
    if isinstance(players, list | tuple):
        named["players"] = tuple(names.get(each, each) if isinstance(each, str) else each for each in players)
    return named


def _within(value: Param, names: Mapping[str, Param]) -> Param:
    if isinstance(value, list | tuple):
        return tuple(_within(each, names) for each in value)
    return with_names(value, names) if isinstance(value, Text) else value


class CompanionError(Exception):
    """The base of all errors that are shown to people.

    message: what happened, why, and what to do next. permanent: retrying is useless before that is done.
    """

    def __init__(self, message: Text, *, permanent: bool = False) -> None:
        super().__init__(message)
        self.message = message
        self.permanent = permanent
