"""What the box says without words: the lamp of each colour, and short sounds. Shapes only.

A game says both through its contract, `companion.games.lamps` helps it; the box's parts are handed the same
words.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

Shows: TypeAlias = Literal["may", "asked", "next", "done"]
"""may: the player may do something now, as others may: steady. asked: it is their go, or they are asked: the
brightest, and breathing. next: their go comes when the present one is over: half the light. done: dark."""
Sound: TypeAlias = Literal["common", "rare", "go", "refused", "end"]
"""common, rare: what a game drew, as it has such things. go: it is somebody's go now. refused: a press or a
tag at the box was not done. end: the game is over."""


class Lamp(msgspec.Struct, frozen=True):
    """The lamp of one colour, and what it shows."""

    colour: str
    shows: Shows
