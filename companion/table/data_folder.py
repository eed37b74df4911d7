"""The games of the data folder that a configuration names: where it is, how commands open it, beside a
running companion or alone, and the example with which a demo begins.
"""

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
"""The file's name: a list of commands, as phones would send them."""


def folder_of(config: Config) -> Path:
    """Where the games are kept."""
    return Path(config.data.folder).expanduser()


def stick_of(config: Config) -> Path | None:
    """Where backups go beside those in the data folder; it may come and go."""
    return None if config.copies.stick is None else Path(config.copies.stick).expanduser()


def backup_folders(config: Config) -> tuple[Path, ...]:
    """Where backups of the games are: in the data folder, and on the stick if there is to be one."""
    stick = stick_of(config)
    return (folder_of(config) / BACKUPS, *(() if stick is None else (stick,)))


def now() -> datetime:
    """The present time, UTC."""
    return datetime.now(UTC)


def build_table(
    storage: Storage,
    games: Mapping[str, Game],
    notifier: Notifier,
    *,
    clock: Callable[[], datetime] = now,
    entropy: Callable[[int], bytes] = secrets.token_bytes,
) -> Table:
    """The table on a storage that was just opened, which is closed again when that fails.

    Raises `ReadFailed` when the disk does not give any more what it gave while it was checked.
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
    """The table for looking only. Raises `DataFolderUnusable`."""
    with closing(_table(folder_of(config), writing=False)) as table:
        yield table


@contextmanager
def open_to_write(config: Config) -> Iterator[Table]:
    """The table for this process alone. Raises `DataFolderUnusable`."""
    with closing(_table(folder_of(config), writing=True)) as table:
        yield table


def restore(config: Config, backup: Path, name: str) -> str | None:
    """Put a backup in the place of the games that are there; return the name of the folder they are in now.

    name: of the backup, as the person knows it. Raises `BackupFailed`, and `DataFolderUnusable`, also while a
    companion runs.
    """
    aside = restore_backup(folder_of(config), backup, name, at=now(), entropy=secrets.token_bytes)
    with open_to_write(config):  # games get new secrets where the backup has left theirs out
        return aside


def try_open(folder: Path) -> None:
    """Open the games of a data folder, only to look. Raises what would keep a start from it: whatever a file
    made by hand brings about.
    """
    _table(folder, writing=False).close()


def _table(folder: Path, *, writing: bool) -> Table:
    storage = Storage(folder, at=now(), entropy=secrets.token_bytes, writing=writing)
    return build_table(storage, registered(), Notifier())


def games_with_example(games: Mapping[str, Game]) -> tuple[str, ...]:
    """The games that have an example."""
    return tuple(each.system for each in games.values() if each.folder.joinpath(EXAMPLE_FILE).is_file())


def play_example(table: Table, game: Game) -> None:
    """Begin the game, and play it as far as the file of its example goes."""
    example = game.folder.joinpath(EXAMPLE_FILE).read_bytes()
    for command in msgspec.json.decode(example, type=list[dict[str, Any]]):
        table.perform(table.read(command), source="phone")
