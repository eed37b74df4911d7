"""How far the set-up of a game is: for whom it is laid out, and what of its list is ticked."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games import Player
from companion.table.commands import Prepared, Ticked


class Preparation(msgspec.Struct, frozen=True):
    """game: of which it is the set-up, None for one that has not begun. players, options: as somebody has
    said them before the start, empty until then. ticked: the names of what is done.
    """

    game: str | None = None
    players: tuple[Player, ...] = ()
    options: Mapping[str, Any] = MappingProxyType({})
    ticked: frozenset[str] = frozenset()

    def prepared(self, event: Prepared) -> Preparation:
        """For other players, or with other options: what was done already stays done."""
        return replace(self, players=event.players, options=event.options)

    def ticked_by(self, event: Ticked) -> Preparation:
        """With more of it done, or less."""
        steps = frozenset(event.steps)
        return replace(self, ticked=self.ticked | steps if event.done else self.ticked - steps)


UNTOUCHED = Preparation()
