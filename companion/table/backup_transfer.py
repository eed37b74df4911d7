"""All games as a file that a phone takes along, and one that it brings.

What is taken leaves the house: it says no secret of a game that goes on, as a backup on a stick does not.
What is brought lies in a folder of its own, checked whole, until somebody has said that it is to be put back.
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
    """A folder of backups. there: whether it can be looked into. count: of the backups. newest: when the last
    was made, by the clock here. free: MB.
    """

    there: bool
    count: int = 0
    newest: datetime | None = None
    free: int = 0


class BackupTransfer:
    """Safe to use from any thread. folder: the data folder. snapshot: the latest picture of the table. told:
    the games whose secret may leave the house. clock: now, in UTC. opens: opens the games of a data folder
    as a start does, only to look; raises what would keep it.
    """

    def __init__(
        self,
        folder: Path,
        snapshot: Callable[[], Snapshot],
        *,
        told: Callable[[], Collection[str]],
        clock: Callable[[], datetime],
        opens: Callable[[Path], object],
    ) -> None:
        self._folder = folder
        self._received = folder / RECEIVED_FOLDER
        self._snapshot = snapshot
        self._told = told
        self._clock = clock
        self._opens = opens
        self._busy = threading.Lock()
        self._brought: BackupInfo | None = None

    @property
    def most(self) -> int:
        """Bytes that a backup from a phone may have."""
        return MAX_SIZE

    @property
    def brought(self) -> BackupInfo | None:
        """The whole backup that a phone has brought, and that has not been put back yet."""
        return self._brought

    def take(self) -> tuple[str, BinaryIO]:
        """A name for a backup of all games, and the backup, which is gone once it is closed.

        Raises `BackupFailed`, also while another is made or comes in.
        """
        with self._alone():
            made = self._received / _DOWNLOAD
            with self._translating("companion"):
                self._received.mkdir(0o700, exist_ok=True)
                made.unlink(missing_ok=True)
            try:
                told = self._told()
            except StorageFailed as failed:
                why = str(failed.__cause__ or failed)
                raise BackupFailed("copy.failed", "companion", why) from failed
            try:
                write_backup(self._folder, made, ended=told)
                with self._translating("companion"):
                    return _backup_name(self._clock(), self._snapshot().version), made.open("rb")
            finally:
                with suppress(OSError):
                    made.unlink(missing_ok=True)

    @contextmanager
    def receiving(self) -> Iterator[Incoming]:
        """Where a backup that comes in is written; left without an error, `brought` is what came.

        Raises `BackupFailed` where it is no whole backup of a format known here, and while another comes in.
        What was brought before is gone then.
        """
        with self._alone():
            self.forget()
            place = self._received / NAMED
            incoming = Incoming(self._folder, place, MAX_SIZE)
            try:
                yield incoming
                incoming.settle()
                self._brought = self._judged(place, incoming.name)
            finally:
                incoming.close()
                with suppress(OSError):
                    place.unlink(missing_ok=True)

    def forget(self) -> None:
        """Throw away what was brought."""
        self._brought = None
        clear_received(self._folder)

    def look(self, place: Path) -> BackupFolder:
        """What lies in a folder of backups, such as a stick's. The box's own is made by the first backup."""
        try:
            if place == self._folder / BACKUPS and not place.exists():
                return BackupFolder(True, free=shutil.disk_usage(self._folder).free >> 20)
            found = backups_in(place)
            newest = backup_time(found[-1].name) if found else None
            return BackupFolder(True, len(found), newest, shutil.disk_usage(place).free >> 20)
        except (BackupFailed, OSError):
            return BackupFolder(False)

    def _judged(self, place: Path, name: str) -> BackupInfo:
        """What was brought holds. Raises `BackupFailed`, also where a start would make nothing of it."""
        tried = self._received / TRIAL_FOLDER
        shutil.rmtree(tried, ignore_errors=True)
        try:
            info = unpack(place, tried / GAMES, name, self._snapshot().version)
            self._opens(tried)
        except BackupFailed as failure:
            if failure.message.code == "copy.damaged":
                raise BackupFailed("incoming.no-copy", name) from failure
            raise
        except (*FAULTS, msgspec.MsgspecError, CompanionError) as damage:
            raise BackupFailed("incoming.no-copy", name) from damage
        finally:
            shutil.rmtree(tried, ignore_errors=True)
        named = _backup_name(info.at, info.last)
        with self._translating(name):
            place.rename(place.with_name(named))
        return msgspec.structs.replace(info, name=named)

    @contextmanager
    def _alone(self) -> Iterator[None]:
        if not self._busy.acquire(blocking=False):
            raise BackupFailed("incoming.busy", "")
        try:
            yield
        finally:
            self._busy.release()

    @contextmanager
    def _translating(self, name: str) -> Iterator[None]:
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
    """Throw away what phones have brought to a data folder. For a start, too: nobody waits for it any
    more.
    """
    place = folder / RECEIVED_FOLDER
    with suppress(OSError):
        shutil.rmtree(place / TRIAL_FOLDER, ignore_errors=True)
        for each in place.iterdir():
            with suppress(OSError):
                each.unlink()
