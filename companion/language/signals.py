"""Signals of the box: the lamp of each colour, and short sounds."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

LampState: TypeAlias = Literal["may", "asked", "next", "done"]
"""What a player's lamp shows.

- may: they may act now, as others may; steady.
- asked: it is their go, or they are asked; brightest, breathing.
- next: their go comes next; half the light.
- done: dark.
"""
Sound: TypeAlias = Literal["common", "rare", "go", "refused", "end"]
"""common, rare: a draw of the game. go: another player's go begins. refused: a press or tag was refused.
end: the game is over.
"""


class Lamp(msgspec.Struct, frozen=True):
    """The lamp of a colour, and its state."""

    colour: str
    state: LampState
