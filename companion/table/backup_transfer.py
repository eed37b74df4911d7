"""Download all games as a backup, or receive one from a phone.

A download never holds the secret of a running game, like a backup on a stick. A received backup is checked
whole and waits in a folder of its own until the owner restores it.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Callable, Collection, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime
from pathlib import Path
from typing import BinaryIO

import msgspec

from companion.language.text import CompanionError
from companion.storage.backup import (
    BACKUPS,
    BackupFailed,
    BackupInfo,
    backup_time,
    backups_in,
    unpack,
    write_backup,
)
from companion.storage.files import STAMP
from companion.storage.incoming import NAMED, Incoming
from companion.storage.recovery import GAMES
from companion.storage.storage import StorageFailed
from companion.table.codec import FAULTS
from companion.table.snapshot import Snapshot

MAX_SIZE = 64 << 20
"""Bytes that a backup from a phone may have: some thousands of evenings."""
_DOWNLOAD = "taken.new"


class BackupFolder(msgspec.Struct, frozen=True):
    """A folder of backups."""

    available: bool
    """Whether the folder can be read."""
    count: int = 0
    newest: datetime | None = None
    """When the newest backup was made, by this box's clock."""
    free: int = 0
    """Free space, MB."""


class BackupTransfer:
    """Sends and receives backups. Safe to use from any thread.

    folder: the data folder.
    ended_games: the games whose secret may leave the box.
    clock: now, UTC.
    try_open: opens the games of a data folder as a start does, read-only; raises what would keep a start from
    it.
    """

    def __init__(
        self,
        folder: Path,
        snapshot: Callable[[], Snapshot],
        *,
        ended_games: Callable[[], Collection[str]],
        clock: Callable[[], datetime],
        try_open: Callable[[Path], object],
    ) -> None:
        self._folder = folder
        self._received = folder / RECEIVED_FOLDER
        self._snapshot = snapshot
        self._ended_games = ended_games
        self._clock = clock
        self._try_open = try_open
        self._busy = threading.Lock()
        self._received_backup: BackupInfo | None = None

    @property
    def max_size(self) -> int:
        """Largest backup to receive, bytes."""
        return MAX_SIZE

    @property
    def received(self) -> BackupInfo | None:
        """The checked backup that was received and not restored yet."""
        return self._received_backup

    def download(self) -> tuple[str, BinaryIO]:
        """Return a file name and an open backup of all games, deleted once it is closed.

        Raises `BackupFailed`, also while another transfer runs.
        """
        with self._exclusive():
            backup = self._received / _DOWNLOAD
            with self._translate_errors("companion"):
                self._received.mkdir(0o700, exist_ok=True)
                backup.unlink(missing_ok=True)
            try:
                ended = self._ended_games()
            except StorageFailed as failed:
                why = str(failed.__cause__ or failed)
                raise BackupFailed("copy.failed", "companion", why) from failed
            try:
                write_backup(self._folder, backup, ended=ended)
                with self._translate_errors("companion"):
                    return _backup_name(self._clock(), self._snapshot().version), backup.open("rb")
            finally:
                with suppress(OSError):
                    backup.unlink(missing_ok=True)

    @contextmanager
    def receive(self) -> Iterator[Incoming]:
        """Yield the file to write an incoming backup to, and check it afterwards.

        Deletes the one received before. Raises `BackupFailed` for what is no backup of a known format, and
        while another transfer runs.
        """
        with self._exclusive():
            self.discard()
            path = self._received / NAMED
            incoming = Incoming(self._folder, path, MAX_SIZE)
            try:
                yield incoming
                incoming.settle()
                self._received_backup = self._check(path, incoming.name)
            finally:
                incoming.close()
                with suppress(OSError):
                    path.unlink(missing_ok=True)

    def discard(self) -> None:
        """Delete the received backup."""
        self._received_backup = None
        clear_received(self._folder)

    def inspect(self, path: Path) -> BackupFolder:
        """Describe a folder of backups, such as a stick's. The first backup makes the box's own folder."""
        try:
            if path == self._folder / BACKUPS and not path.exists():
                return BackupFolder(True, free=shutil.disk_usage(self._folder).free >> 20)
            found = backups_in(path)
            newest = backup_time(found[-1].name) if found else None
            return BackupFolder(True, len(found), newest, shutil.disk_usage(path).free >> 20)
        except (BackupFailed, OSError):
            return BackupFolder(False)

    def _check(self, path: Path, name: str) -> BackupInfo:
        """Unpack and open the received backup. Raises `BackupFailed`, also where a start would fail."""
        trial = self._received / TRIAL_FOLDER
        shutil.rmtree(trial, ignore_errors=True)
        try:
            info = unpack(path, trial / GAMES, name, self._snapshot().version)
            self._try_open(trial)
        except BackupFailed as failure:
            if failure.message.code == "copy.damaged":
                raise BackupFailed("incoming.no-copy", name) from failure
            raise
        except (*FAULTS, msgspec.MsgspecError, CompanionError) as damage:
            raise BackupFailed("incoming.no-copy", name) from damage
        finally:
            shutil.rmtree(trial, ignore_errors=True)
        named = _backup_name(info.at, info.last)
        with self._translate_errors(name):
            path.rename(path.with_name(named))
        return msgspec.structs.replace(info, name=named)

    @contextmanager
    def _exclusive(self) -> Iterator[None]:
        if not self._busy.acquire(blocking=False):
            raise BackupFailed("incoming.busy", "")
        try:
            yield
        finally:
            self._busy.release()

    @contextmanager
    def _translate_errors(self, name: str) -> Iterator[None]:
        try:
            yield
        except OSError as failure:
            raise BackupFailed("copy.failed", name, failure.strerror or str(failure)) from failure


def _backup_name(at: datetime, last: int) -> str:
    return f"companion-{at:{STAMP}}-{last}.zip"


RECEIVED_FOLDER = "received"
"""The folder, in a data folder."""
TRIAL_FOLDER = "tried"
"""The folder in it in which it is seen whether games begin with what was brought."""


def clear_received(folder: Path) -> None:
    """Delete what phones have sent to a data folder: at a start no page waits for it any more."""
    path = folder / RECEIVED_FOLDER
    with suppress(OSError):
        shutil.rmtree(path / TRIAL_FOLDER, ignore_errors=True)
        for each in path.iterdir():
            with suppress(OSError):
                each.unlink()
