"""What the 128x64 display says, as data: codes to be put into words at the edge, never pixels.

The display has `ROWS` rows of `COLUMNS` letters, all of one width. A screen is a title, lines and a
hint that says what the buttons do; `companion.panel.layout` puts it into a language and into rows.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TypeAlias

import msgspec

COLUMNS = 21
ROWS = 4

Param: TypeAlias = "int | str | Text | tuple[Param, ...]"


class Text(msgspec.Struct, frozen=True):
    """A sentence to be said in the reader's language.

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


class Screen(msgspec.Struct, frozen=True):
    """One picture of the display.

    large: draw the title in letters twice as high (it takes two rows).
    qr: what a QR code on the left half holds; the lines then stand to its right.
    """

    title: Text
    lines: tuple[Text, ...] = ()
    hint: Text | None = None
    large: bool = False
    qr: str | None = None
