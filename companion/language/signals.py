"""Signals of the box: the lamp of each colour, and short sounds."""

from __future__ import annotations

from collections.abc import Collection, Iterable
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


def lamps_of(
    colours: Iterable[str], acting: str | None, upcoming: str | None = None, may_act: Collection[str] = ()
) -> tuple[Lamp, ...]:
    """A lamp for each colour, in this order.

    acting: asked. upcoming: next, unless they may act already. may_act: may. All others are done.
    """

    def state(colour: str) -> LampState:
        if colour == acting:
            return "asked"
        if colour in may_act:
            return "may"
        return "next" if colour == upcoming else "done"

    return tuple(Lamp(colour, state(colour)) for colour in colours)
