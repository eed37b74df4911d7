"""The log: what was done, the newest first, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.pages.drawing import Pages
from web.pages.games import called
from web.pages.words import seconds

SHOWN = 40
"""How many entries a page holds."""


def routes(pages: Pages) -> None:
    """Show the log to everybody."""
    pages.add("/log", lambda _part, query: _contents(pages, query))


def _contents(pages: Pages, query: Mapping[str, str]) -> dict[str, Any]:
    """`earlier` is the number before which the next page begins, None on the last one."""
    wanted = query.get("before", "")
    before = int(wanted) if wanted.isdecimal() and len(wanted) < 10 else None
    tales = pages.site.table.tale(SHOWN + 1, before)
    now = pages.names(pages.site.table.snapshot)
    play = pages.site.table.snapshot.play
    here = play.id if play else None
    names = {each.game: _names(pages, each.game, now, here) for each in tales}
    return {
        "entries": [
            {
                "n": each.n,
                "said": pages.did(each.told, names[each.game], each.system),
                "by": each.by,
                "who": each.name or names[each.game].get(each.by or "", ""),
                "source": each.source,
                "undone": each.undone,
                "at": seconds(each.at),
            }
            for each in tales[:SHOWN]
        ],
        "earlier": tales[SHOWN - 1].n if len(tales) > SHOWN else None,
    }


def _names(pages: Pages, game: str | None, now: Mapping[str, str], on_table: str | None) -> Mapping[str, str]:
    """What the players of a game are called: who plays another one now is not among them."""
    if game in (None, on_table):
        return now
    return called(pages, pages.site.table.players_of(game))
