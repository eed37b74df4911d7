"""Pictures as a game says them: the display's vocabulary with texts for words, and marks that games share."""

from __future__ import annotations

from typing import TypeAlias

from companion.language import picture as shown
from companion.language.text import Text, text

Picture: TypeAlias = shown.Picture[Text]
Mark: TypeAlias = shown.Mark[Text]


def words(*said: Text, small: bool = False) -> shown.Words[Text]:
    """The same in ever fewer words, the first that fits is shown; at least one."""
    return shown.Words(said, small)


def called(colour: str, name: str) -> shown.Words[Text]:
    """A player's name as typed, or his colour, where neither fits his letter; his shape stands beside it."""
    whole = text("display.name", name=name) if name else text("display.colour", colour=colour)
    return words(whole, Text(f"letter.{colour}"))
