"""Games that have ended, as they are given on, and the words for it in English."""

from __future__ import annotations

import json
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.games.results import PlayerResult, Result
from companion.table.results import GameResults, ResultTexts, Turn
from companion.table.spreadsheet import GAME, SCORES, TURNS, ColumnTexts
from tests.games.record import FOLDER, table_for

BEGAN = datetime(2026, 11, 21, 18, tzinfo=UTC)
MOST = 6
"""Players at a table."""


def recorded(name: str, folder: Path) -> GameResults:
    """A recorded game, played again; a minute passes with each step."""
    recording = json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    table = table_for(folder, bytes.fromhex(recording["secret"]))
    try:
        for command in recording["commands"]:
            table.perform(table.read(command), source="phone")
        return table.results(table.snapshot.body["game"]["id"])
    finally:
        table.close()


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
