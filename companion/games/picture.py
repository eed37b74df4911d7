"""Pictures with texts for words, and marks that games share."""

from __future__ import annotations

from typing import TypeAlias

from companion.language import picture as shown
from companion.language.text import Text, text

Picture: TypeAlias = shown.Picture[Text]
Mark: TypeAlias = shown.Mark[Text]


def words(*variants: Text, small: bool = False) -> shown.Words[Text]:
    """Words in ever shorter variants; the first that fits is shown."""
    return shown.Words(variants, small)


def player_name(colour: str, name: str) -> shown.Words[Text]:
    """A player's name, or colour without one, or the colour's letter if neither fits."""
    full = text("display.name", name=name) if name else text("display.colour", colour=colour)
    return words(full, Text(f"letter.{colour}"))
