"""The reports of recorded games, as English says them."""

from __future__ import annotations

from pathlib import Path

import msgspec

from companion.games.registry import folders, registered
from companion.games.report import Cell, PlayerList, Report, Section
from companion.language.messages import Messages, catalogues
from companion.language.text import Text
from companion.table.report import GameReport, build_report
from tests.games.record import FOLDER, Recording, table_for

MESSAGES = Messages(catalogues(folders(registered())))


def evening_of(name: str, folder: Path, *, wealth: bool = True) -> GameReport:
    """The evening of a recorded game, of which each entry was made a minute after the one before.

    wealth: whether what everybody has left at the end is counted.
    """
    played = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Recording)
    table = table_for(folder, bytes.fromhex(played.secret))
    try:
        for command in played.commands:
            if not wealth and command["type"] == "count-wealth":
                continue
            table.perform(table.read(command), source="phone")
        assert table.snapshot.play
        return build_report(table.history(table.snapshot.play.id))
    finally:
        table.close()


def report_of(evening: GameReport) -> Report:
    """What its game tells."""
    assert evening.report is not None
    return evening.report


def section(evening: GameReport, name: str) -> Section:
    """A section of its report."""
    return next(each for each in report_of(evening).parts if each.name == name)


def rows(evening: GameReport, name: str) -> list[str]:
    """The rows of a section, each cell as it is read, players by their colours."""
    return [
        " | ".join(cell_text(each, evening.system) for each in row) for row in section(evening, name).rows
    ]


def cell_text(cell: Cell, system: str) -> str:
    """A cell, or a sentence."""
    match cell:
        case Text():
            return MESSAGES.language("en", system).say(cell)
        case PlayerList(colours=colours):
            return " ".join(colours)
        case _:
            return str(cell)


def moments(evening: GameReport) -> list[str]:
    """The moments, with the turn of each."""
    return [f"{each.turn}: {cell_text(each.said, evening.system)}" for each in report_of(evening).moments]
