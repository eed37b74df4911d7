"""The log: what was done, the newest first, a page at a time, below the turns and phases in which it was.

What was taken back, and the taking back, is folded where several entries of it stand together.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from companion.language.text import with_names
from companion.table.archive import LogEntry
from companion.table.steps import Steps
from web.pages.games import player_names
from web.pages.pages import MOVES, Pages
from web.words import capital, seconds

SHOWN = 40
"""How many entries a page holds."""
TOLD = 4
"""Most steps to list where going back is asked for."""


class Line(msgspec.Struct, frozen=True):
    """An entry as the page shows it. said, who, at: as they are drawn. reached: whether undo can come back
    here. replay: the page that shows the table after it, empty for none."""

    n: int
    said: str
    by: str | None
    who: str
    source: str
    undone: bool
    moves: bool
    at: int
    reached: bool
    replay: str


class Group(msgspec.Struct, frozen=True):
    """Entries of one moment, folded where several in a row were taken back or take back.

    rows: lists of lines, one line alone where nothing is folded.
    """

    heading: str
    rows: tuple[tuple[Line, ...], ...]


def routes(pages: Pages) -> None:
    """Show the log."""
    pages.add("/log", lambda _part, query: _contents(pages, query), cached=True)


def _contents(pages: Pages, query: Mapping[str, str]) -> dict[str, Any]:
    """earlier: the number before which the next page begins, None on the last one. back: the entry to which
    somebody asks to go back, None for none; `takes` is how many steps undo would take back then, and `going`
    what would go."""
    before = _number(query.get("before", ""))
    tales = pages.site.table.log_entries(SHOWN + 1, before)
    shown = tales[:SHOWN]
    snapshot = pages.site.table.snapshot
    now = pages.names(snapshot)
    names = [player_names(pages, each.players) if each.game else now for each in shown]
    steps = snapshot.play.steps if snapshot.play else None
    after = steps.steps_after(shown[-1].n, shown[0].n) if steps and shown else {}
    lines = [
        Line(
            each.n, pages.did(each.text, then, each.system), each.by,
            each.name or then.get(each.by or "", ""), each.source, each.undone,
            each.text.what in MOVES, seconds(each.at), after.get(each.n, 0) > 0,
            f"/games/{each.game}/at/{each.n}" if each.system in pages.site.games else "",
        )
        for each, then in zip(shown, names, strict=True)
    ]  # fmt: skip
    headed = zip(_headings(pages, shown, steps, now), lines, strict=True)
    grouped = itertools.groupby(headed, lambda each: each[0])
    back = next((each for each in lines if each.reached and each.n == _number(query.get("back", ""))), None)
    going = [each.said for each in reversed(lines) if back and each.n > back.n and each.n in after][:TOLD]
    return {
        "groups": [Group(heading, _rows(line for _, line in some)) for heading, some in grouped],
        "earlier": tales[SHOWN - 1].n if len(tales) > SHOWN else None,
        "before": before,
        "back": back,
        "takes": after[back.n] if back else 0,
        "going": going,
    }


def _number(said: str) -> int | None:
    return int(said) if said.isdecimal() and len(said) < 10 else None


def _headings(
    pages: Pages, shown: list[LogEntry], steps: Steps | None, names: Mapping[str, str]
) -> Iterator[str]:
    """Below what each entry stands: where the game on the table stood after it, or the name of the game whose
    it is. What belongs to no game stands with its neighbours.
    """
    language = pages.language()
    moments = list(steps.moments(shown[-1].n, shown[0].n)) if steps and shown else []
    place, heading = 0, ""
    for each in shown:
        while place < len(moments) and moments[place][0] > each.n:
            place += 1
        if place < len(moments) and steps is not None and each.game in {steps.id, None}:
            heading = capital(language.say(with_names(moments[place][1], names)))
        elif each.system is not None:
            heading = pages.title(each.system)
        yield heading


def _rows(lines: Iterator[Line]) -> tuple[tuple[Line, ...], ...]:
    """What was taken back together with the taking back where several stand together, all else alone."""
    rows: list[tuple[Line, ...]] = []
    for folds, some in itertools.groupby(lines, lambda each: each.undone or each.moves):
        together = tuple(some)
        rows.extend([together] if folds else [(each,) for each in together])
    return tuple(rows)
