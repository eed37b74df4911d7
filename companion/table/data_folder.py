"""Open the games of the configured data folder, beside a running companion or alone."""

from __future__ import annotations

import secrets
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import msgspec

from companion.config import Config
from companion.games import Game
from companion.games.registry import registered
from companion.notifier import Notifier
from companion.storage.backup import BACKUPS
from companion.storage.files import ReadFailed
from companion.storage.replacing import restore as restore_backup
from companion.storage.storage import Storage, StorageFailed
from companion.table.table import Table

EXAMPLE_FILE = "example.json"
"""A game's example: a JSON list of commands, as phones would send them."""


def folder_of(config: Config) -> Path:
    """Return the data folder."""
    return Path(config.data.folder).expanduser()


def stick_of(config: Config) -> Path | None:
    """Return the second backup folder, or None; it may come and go."""
    return None if config.copies.stick is None else Path(config.copies.stick).expanduser()


def backup_folders(config: Config) -> tuple[Path, ...]:
    """Return the folders of backups: in the data folder, and on the stick if configured."""
    stick = stick_of(config)
    return (folder_of(config) / BACKUPS, *(() if stick is None else (stick,)))


def now() -> datetime:
    """Return the present time, UTC."""
    return datetime.now(UTC)


def build_table(
    storage: Storage,
    games: Mapping[str, Game],
    notifier: Notifier,
    *,
    clock: Callable[[], datetime] = now,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> Table:
    """Build the table on an opened storage, and close the storage if that fails.

    Raises `ReadFailed` where the disk no longer returns what it did during the check.
    """
    try:
        return Table(storage, games, notifier, clock=clock, entropy=entropy)
    except StorageFailed as failure:
        storage.close()
        raise ReadFailed(storage.folder, str(failure.__cause__ or failure.code)) from failure
    except BaseException:
        storage.close()
        raise


@contextmanager
def open_to_read(config: Config) -> Iterator[Table]:
    """Open the table read-only. Raises `DataFolderUnusable`."""
    with closing(_table(folder_of(config), writing=False)) as table:
        yield table


@contextmanager
def open_to_write(config: Config) -> Iterator[Table]:
    """Open the table for this process alone. Raises `DataFolderUnusable`."""
    with closing(_table(folder_of(config), writing=True)) as table:
        yield table


def restore(config: Config, backup: Path, name: str) -> str | None:
    """Replace the games by a backup; return the name of the folder that now holds the old ones.

    name: the backup's name in messages.

    Raises `BackupFailed`, and `DataFolderUnusable`, also while a companion runs.
    """
    aside = restore_backup(folder_of(config), backup, name, at=now(), entropy=secrets.token_bytes)
    with open_to_write(config):  # games get new secrets where the backup has left theirs out
        return aside


def try_open(folder: Path) -> None:
    """Open the games of a data folder read-only and close them. Raises what would keep a start from it."""
    _table(folder, writing=False).close()


def _table(folder: Path, *, writing: bool) -> Table:
    storage = Storage(folder, at=now(), entropy=secrets.token_bytes, writing=writing)
    return build_table(storage, registered(), Notifier())


def games_with_example(games: Mapping[str, Game]) -> tuple[str, ...]:
    """Return the systems that have an example."""
    return tuple(each.system for each in games.values() if each.folder.joinpath(EXAMPLE_FILE).is_file())


def play_example(table: Table, game: Game) -> None:
    """Start the game and play its example."""
    example = game.folder.joinpath(EXAMPLE_FILE).read_bytes()
    for command in msgspec.json.decode(example, type=list[dict[str, Any]]):
        table.perform(table.read(command), source="phone")
