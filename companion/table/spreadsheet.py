"""Results as CSV files: scores, and points turn by turn.

Files begin with the UTF-8 byte-order mark, or Excel takes them for its country's encoding. Texts that a
spreadsheet would take for a formula begin with an apostrophe.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Sequence

import msgspec

from companion.games.results import PlayerResult
from companion.table.results import GameResults, ResultTexts, utc_text, whole_minutes

BOM = b"\xef\xbb\xbf"
_FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20")
"""First characters of a formula, full-width ones included."""
SCORES = ("rank", "player", "colour", "points", "won", "first", "left")
GAME = ("title", "ended", "minutes", "turns", "id")
TURNS = ("turn", "began", "minutes", "player", "colour", "points")
"""Columns, by the codes of their headings."""


class ColumnTexts(msgspec.Struct, frozen=True):
    """Headings and words in the reader's language."""

    columns: dict[str, str]
    """Headings by code, those of a game's details included."""
    delimiter: str
    """Between columns: a semicolon where numbers have a decimal comma."""
    yes: str
    no: str


def scores(results: GameResults, texts: ResultTexts, columns: ColumnTexts) -> bytes:
    """Return the scores: a line for each player, best first, with the game's columns behind."""
    details = _details(results.result.places)

    def lines() -> Iterator[Sequence[str | int]]:
        yield [columns.columns[each] for each in (*SCORES, *details, *GAME)]
        for each in results.result.places:
            flags = (columns.yes if true else columns.no for true in _flags(results, each))
            yield [
                each.rank or "",
                texts.names[each.colour],
                texts.colours[each.colour],
                each.points,
                *flags,
                *(each.details.get(name, "") for name in details),
                texts.title,
                utc_text(results.ended_at),
                whole_minutes(results.play_time),
                len(results.turns),
                results.id,
            ]

    return csv_file(lines(), columns)


def turns(results: GameResults, texts: ResultTexts, columns: ColumnTexts) -> bytes:
    """Return the turns: a line for each turn and player, in seat order."""
    details = _details(results.result.places)
    seats = list(results.names)

    def lines() -> Iterator[Sequence[str | int]]:
        yield [columns.columns[each] for each in (*TURNS, *details)]
        for turn in results.turns:
            for each in sorted(turn.places, key=lambda each: seats.index(each.colour)):
                yield [
                    turn.number,
                    utc_text(turn.began_at),
                    whole_minutes(turn.play_time),
                    texts.names[each.colour],
                    texts.colours[each.colour],
                    each.points,
                    *(each.details.get(name, "") for name in details),
                ]

    return csv_file(lines(), columns)


def _flags(given: GameResults, place: PlayerResult) -> tuple[bool, ...]:
    return place.won, place.colour == given.result.first, place.left


def _details(places: Iterable[PlayerResult]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in places for name in each.details))


def csv_file(lines: Iterable[Sequence[str | int]], columns: ColumnTexts) -> bytes:
    """Encode lines as a CSV file."""
    written = io.StringIO(newline="")
    sheet = csv.writer(written, delimiter=columns.delimiter, lineterminator="\r\n")
    for line in lines:
        sheet.writerow([_escape_formula(each) if isinstance(each, str) else each for each in line])
    return BOM + written.getvalue().encode("utf-8", "replace")


def _escape_formula(text: str) -> str:
    return f"'{text}" if text.startswith(_FORMULA_STARTS) else text
