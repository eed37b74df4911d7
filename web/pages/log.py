"""The log: what was done, the newest first, a page at a time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from web.pages.drawing import Pages
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
    names = pages.names(pages.site.table.snapshot)
    return {
        "entries": [
            {
                "n": each.n,
                "said": pages.did(each.told, names, each.system),
                "by": each.by,
                "who": each.name or names.get(each.by or "", ""),
                "source": each.source,
                "undone": each.undone,
                "at": seconds(each.at),
            }
            for each in tales[:SHOWN]
        ],
        "earlier": tales[SHOWN - 1].n if len(tales) > SHOWN else None,
    }
