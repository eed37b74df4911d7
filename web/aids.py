"""A game's table aids, asked by anybody, with or without a game on the table; nothing changes by it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from companion.games import Refused
from companion.table.reading import converted
from web.site import Site


def ask(site: Site, system: str, name: str, asked: Mapping[str, Any]) -> msgspec.Struct:
    """The answer of a game's aid, from the state of the game if it is the one on the table.

    asked: the question as plain data. Raises `NotACommand` for what is none, and `Refused`, said as that game
    says it.
    """
    aid, snapshot = site.games[system].aids[name], site.table.snapshot
    running = snapshot.game is not None and snapshot.game.system == system
    question = converted(asked, aid.asks)
    try:
        return aid.answer(snapshot.state if running else None, question)
    except Refused as refused:
        raise refused.of(system) from None
