"""The commands that every game shares: starting, resuming, taking back, and the bags' tags."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from companion.games import Command, Player

Tag = Annotated[str, Meta(pattern=r"^([0-9A-Fa-f]{2}){4,10}$")]
"""A tag's identity: 8 to 20 hex digits, even in number; upper case once it is stored."""
Bag = Annotated[int, Meta(ge=1, le=21)]
"""The number on a bag."""


class Start(Command, frozen=True):
    """Put a new game on the table. `options` are the game's own; `replace` sets a running game aside."""

    system: str
    players: Annotated[tuple[Player, ...], Meta(min_length=1, max_length=6)]
    options: dict[str, Any] = msgspec.field(default_factory=dict)
    replace: bool = False


class Resume(Command, frozen=True):
    """Put an earlier game back on the table, by its id."""

    game: str


class Undo(Command, frozen=True):
    """Take the last step back."""


class Redo(Command, frozen=True):
    """Do the step again that was taken back last."""


class PairTag(Command, frozen=True):
    """Say which bag a tag sticks on; a paired tag moves."""

    tag: Tag
    number: Bag


class ForgetTag(Command, frozen=True):
    """Take a tag off its bag."""

    tag: Tag


COMMON: tuple[type[Command], ...] = (Start, Resume, Undo, Redo, PairTag, ForgetTag)
