"""The results of an event as a spreadsheet: a line for each player, table after table."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from companion.hall.needs import HallTable
from companion.hall.words import colour_word, game_title
from companion.language.invisible import replace_invisible
from companion.language.messages import Language
from companion.mqtt.payloads import Outcome
from companion.storage.entry import stamped_elsewhere
from companion.table.results import utc_text, whole_minutes
from companion.table.spreadsheet import ColumnTexts, csv_file

COLUMNS = (
    "table", "box", "title", "id", "began", "ended", "minutes", "rank", "player", "colour", "points", "won",
    "proof",
)  # fmt: skip
_OWN = frozenset({"table", "box", "proof"})
"""Columns of this spreadsheet alone."""


def results(tables: Iterable[HallTable], language: Language) -> bytes:
    """All published results, and whether the game file proves them."""
    columns = {
        each: language.phrase(f"{'hall.csv' if each in _OWN else 'result'}.{each}") for each in COLUMNS
    }
    yes, no, between = (language.phrase(f"result.{each}") for each in ("yes", "no", "between"))
    ended = [(each, each.outcome) for each in tables if each.outcome is not None]
    ended.sort(key=lambda each: (each[0].number or 10_000, each[0].box))

    def lines() -> Iterator[Sequence[str | int]]:
        yield list(columns.values())
        for seen, outcome in ended:
            own = language.for_game(outcome.system)
            about = (
                outcome.table or "",
                seen.box,
                replace_invisible(game_title(own, outcome.system)),
                replace_invisible(outcome.game),
            )
            proof = language.phrase(f"hall.proof.{seen.proof}")
            for each in outcome.standings:
                colour = colour_word(own, each.colour)
                who = (
                    replace_invisible(each.name or colour),
                    replace_invisible(colour),
                    each.points,
                    yes if each.won else no,
                )
                yield [*about, *_times(outcome), each.rank or "", *who, proof]

    return csv_file(lines(), ColumnTexts(columns, between, yes, no))


def _times(outcome: Outcome) -> tuple[str, str, str | int]:
    """Begin, end and minutes; empty for invalid times."""
    began, ended = stamped_elsewhere(outcome.started_at), stamped_elsewhere(outcome.ended_at)
    lasted = whole_minutes(ended - began) if began and ended else ""
    return utc_text(began) if began else "", utc_text(ended) if ended else "", lasted
