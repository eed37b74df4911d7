"""A data folder's games from the command line: looked at beside a running companion, or written to alone."""

from __future__ import annotations

import secrets
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.bell import Bell
from companion.config import Config
from companion.games import Game, Refused
from companion.games.registry import registered
from companion.journal.file import DamagedError, FormatError
from companion.journal.folder import lock, replace
from companion.journal.journal import DataFolderUnusable, Journal
from companion.journal.repair import UpdateFailed
from companion.language.text import CompanionError, Text, text
from companion.table.table import Table


class NotACopy(CompanionError):
    """A file cannot be put in the journal's place; nothing has changed. said: why."""

    def __init__(self, code: str, name: str, why: str = "") -> None:
        super().__init__(text(code, file=name, why=why))


def folder_of(config: Config) -> Path:
    """Where the games are kept."""
    return Path(config.data.folder).expanduser()


def stick_of(config: Config) -> Path | None:
    """Where copies go beside those in the data folder; it may come and go."""
    return None if config.copies.stick is None else Path(config.copies.stick).expanduser()


def now() -> datetime:
    """The present time, UTC."""
    return datetime.now(UTC)


@contextmanager
def reading(config: Config) -> Iterator[Table]:
    """The table for looking only. Raises `DataFolderUnusable`."""
    yield from _opened(Journal(folder_of(config), at=now(), entropy=secrets.token_bytes, writing=False))


@contextmanager
def writing(config: Config) -> Iterator[Table]:
    """The table for this process alone. Raises `DataFolderInUse` and `DataFolderUnusable`."""
    yield from _opened(Journal(folder_of(config), at=now(), entropy=secrets.token_bytes))


def restore(config: Config, copied: Path, name: str) -> str | None:
    """Put a copy in the place of the games that are there; return the name of the file they are in now.

    name: of the copy, as the person knows it. Raises `DataFolderInUse` while a companion runs,
    `DataFolderUnusable`, and `NotACopy`.
    """
    folder = folder_of(config)
    held = lock(folder)
    try:
        return replace(folder, copied, now(), secrets.token_bytes)
    except DamagedError as damage:
        raise NotACopy("copy.damaged", name) from damage
    except FormatError as newer:
        raise NotACopy("copy.newer", name) from newer
    except UpdateFailed as failure:
        raise NotACopy("copy.not-updated", name, failure.why) from failure
    except sqlite3.Error as failure:
        raise NotACopy("copy.unreadable", name, str(failure)) from failure
    except OSError as failure:
        raise NotACopy("copy.unreadable", name, failure.strerror or str(failure)) from failure
    finally:
        held.release()


@contextmanager
def refusing(wrong: Callable[[Text], Exception]) -> Iterator[None]:
    """Turn what the folder or the rules refuse into the caller's own exception, made from a sentence."""
    try:
        yield
    except (DataFolderUnusable, NotACopy, Refused) as error:
        raise wrong(error.said) from error


def _opened(journal: Journal) -> Iterator[Table]:
    table = Table(journal, registered(), Bell(), clock=now, entropy=secrets.token_bytes)
    try:
        yield table
    finally:
        table.close()


EXAMPLE = "example.json"
"""The file's name: a list of commands, as phones would send them."""


def with_example(games: Mapping[str, Game]) -> tuple[str, ...]:
    """The games that have an example."""
    return tuple(system for system, game in games.items() if game.folder.joinpath(EXAMPLE).is_file())


def play_example(table: Table, game: Game) -> None:
    """Begin the game, and play it as far as the file of its example goes."""
    example = game.folder.joinpath(EXAMPLE).read_bytes()
    for command in msgspec.json.decode(example, type=list[dict[str, Any]]):
        table.perform(table.read(command), source="phone")
