"""A sentence to be said, as a code with its parameters, and the error that carries one.

`companion.language.messages` puts it into words, at the edge.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

import msgspec

Param: TypeAlias = "int | str | Text | tuple[Param, ...]"


class Text(msgspec.Struct, frozen=True):
    """A sentence, not yet in any language.

    code: the catalogue's key, for instance `refused.stale`.
    params: what stands in the sentence's braces. A word (`colour="red"`) is itself looked up as
      `colour.red`; a number, a nested text or a tuple (joined by the language's "and") may stand too.
      A whole number named `count` chooses the plural form. What no catalogue knows is said as it is.
    system: the game in whose words it is said; None for the one on the table.
    """

    code: str
    params: Mapping[str, Param] = MappingProxyType({})
    system: str | None = None


def text(code: str, /, **params: Param) -> Text:
    """Build a `Text` with its parameters by name."""
    return Text(code, MappingProxyType(params))


class CompanionError(Exception):
    """The root of everything that goes wrong and of which a person is told.

    said: what happened, why, and what to do next. lasting: trying again is of no use before somebody has done
    that.
    """

    def __init__(self, said: Text, *, lasting: bool = False) -> None:
        super().__init__(said)
        self.said = said
        self.lasting = lasting
