"""Games that have ended, as they are given on, and the words for it in English."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path

import msgspec

from companion.games.results import PlayerResult, Result
from companion.table.results import GameResults, ResultTexts, Turn
from companion.table.spreadsheet import GAME, SCORES, TURNS, ColumnTexts
from companion.table.table import Table
from tests.games.record import FOLDER, Recording, table_for

BEGAN = datetime(2026, 11, 21, 18, tzinfo=UTC)
MOST = 6
"""Players at a table."""


@contextmanager
def played(name: str, folder: Path, steps: int | None = None) -> Iterator[Table]:
    """A recorded game on a table, played to its last command; a minute passes with each step.

    steps: play so many commands only.
    """
    recording = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Recording)
    with closing(table_for(folder, bytes.fromhex(recording.secret))) as table:
        for command in recording.commands[:steps]:
            table.perform(table.read(command), source="phone")
        yield table


def id_of(table: Table) -> str:
    """The game on the table."""
    assert table.snapshot.play is not None
    return table.snapshot.play.id


def recorded(name: str, folder: Path) -> GameResults:
    with played(name, folder) as table:
        return table.results(id_of(table))


def ended(names: Mapping[str, str], game: str = "20261121-abcd") -> GameResults:
    """An ended game of these players: the first began and won, by as many points as there are seats."""
    places = tuple(
        PlayerResult(colour, len(names) - seat, seat + 1, won=not seat, details={"gold": seat})
        for seat, colour in enumerate(names)
    )
    until = BEGAN + timedelta(hours=4)
    return GameResults(
        game, "a-game", dict(names), BEGAN, until, until + timedelta(minutes=5), timedelta(minutes=199.6),
        Result(places, 875, next(iter(names))), (Turn(1, BEGAN, timedelta(minutes=90), places),),
    )  # fmt: skip


def words(given: GameResults, title: str = "A Game") -> ResultTexts:
    """The colours' names are their words, with a capital."""
    colours = {each: each.capitalize() for each in given.names}
    return ResultTexts(title, {each: name or colours[each] for each, name in given.names.items()}, colours)


def heads(between: str = ",") -> ColumnTexts:
    """Every head is its own name."""
    names = (*SCORES, *GAME, *TURNS, "gold", "wonder", "coins", "stock", "resources")
    return ColumnTexts({each: each for each in names}, between, "yes", "no")
