"""An ended game as tables for a spreadsheet: its scores, and how they grew turn by turn.

The files begin with the mark of UTF-8, without which Excel takes them for the alphabet of its country;
LibreOffice knows it too. Between the columns stands what the reader's spreadsheet expects there: where
numbers are written with a comma, that is a semicolon. A text that a spreadsheet would take for something to
work out begins with an apostrophe.
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
"""With what begins what a spreadsheet works out, in signs of full width too."""
SCORES = ("rank", "player", "colour", "points", "won", "first", "left")
GAME = ("title", "ended", "minutes", "turns", "id")
TURNS = ("turn", "began", "minutes", "player", "colour", "points")
"""The columns, by what their heads are called."""


class ColumnTexts(msgspec.Struct, frozen=True):
    """What is said in a reader's language. columns: the heads, those of a game's details among them. between:
    what stands between two columns. yes, no: as they stand in a column.
    """

    columns: dict[str, str]
    between: str
    yes: str
    no: str


def scores(given: GameResults, words: ResultTexts, heads: ColumnTexts) -> bytes:
    """A line for each player, the first first, with the game behind it: so evenings can stand together."""
    details = _details(given.result.places)

    def lines() -> Iterator[Sequence[str | int]]:
        yield [heads.columns[each] for each in (*SCORES, *details, *GAME)]
        for each in given.result.places:
            said = (heads.yes if true else heads.no for true in _flags(given, each))
            yield [
                each.rank or "",
                words.names[each.colour],
                words.colours[each.colour],
                each.points,
                *said,
                *(each.details.get(name, "") for name in details),
                words.title,
                utc_text(given.ended_at),
                whole_minutes(given.spent),
                len(given.turns),
                given.id,
            ]

    return csv_file(lines(), heads)


def turns(given: GameResults, words: ResultTexts, heads: ColumnTexts) -> bytes:
    """For each turn a line for each player, in the order of their seats."""
    details = _details(given.result.places)
    seats = list(given.names)

    def lines() -> Iterator[Sequence[str | int]]:
        yield [heads.columns[each] for each in (*TURNS, *details)]
        for turn in given.turns:
            for each in sorted(turn.places, key=lambda each: seats.index(each.colour)):
                yield [
                    turn.number,
                    utc_text(turn.began_at),
                    whole_minutes(turn.spent),
                    words.names[each.colour],
                    words.colours[each.colour],
                    each.points,
                    *(each.details.get(name, "") for name in details),
                ]

    return csv_file(lines(), heads)


def _flags(given: GameResults, place: PlayerResult) -> tuple[bool, ...]:
    return place.won, place.colour == given.result.first, place.left


def _details(places: Iterable[PlayerResult]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for each in places for name in each.details))


def csv_file(lines: Iterable[Sequence[str | int]], heads: ColumnTexts) -> bytes:
    """These lines as a file."""
    written = io.StringIO(newline="")
    sheet = csv.writer(written, delimiter=heads.between, lineterminator="\r\n")
    for line in lines:
        sheet.writerow([_escape_formula(each) if isinstance(each, str) else each for each in line])
    return BOM + written.getvalue().encode("utf-8", "replace")


def _escape_formula(said: str) -> str:
    return f"'{said}" if said.startswith(_FORMULA_STARTS) else said
