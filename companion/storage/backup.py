"""Backups: zip files of the folder of games, made while games are played, restored whole or not at all.

Beside the games' files is `backup.json`, a `BackupInfo`. A redacted backup, for other places, has no secrets
of running games. Settings are in none, so no backup lets anyone in.
"""

from __future__ import annotations

import errno
import os
import re
import shutil
import zipfile
import zlib
from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager, suppress
from datetime import UTC, datetime, timedelta
from io import UnsupportedOperation
from pathlib import Path

import msgspec

from companion.language.text import CompanionError, Text, text
from companion.storage.entry import BEYOND, ELSEWHERE, Entry, readable_time
from companion.storage.files import NEW, NO_ROOM, STAMP, fsync_path, require_file, restrict
from companion.storage.game_file import NewerError, read, valid_part
from companion.storage.recovery import DICE, GAMES, SUFFIX, ends_in, is_named_for
from companion.storage.settings import Settings

BACKUPS = "backups"
"""The folder of backups in a data folder."""
NAMED = re.compile(r"companion-(\d{8}T\d{6}Z)-(\d{1,10})\.zip")
"""The name of a backup: the time and the number of its last entry."""
RESERVE = 1 << 20
"""Bytes of the disk that backups leave free, beside twice the size of the games."""
MAX_OFFERED = 3
"""The number of backups to choose from, as the newest may not help."""
_INFO_FILE = "backup.json"
_INFO_SIZE = 4096
_MEMBER = re.compile(rf"[0-9A-Za-z][0-9A-Za-z._-]{{0,79}}({re.escape(SUFFIX)}|{re.escape(DICE)})")
_MAX_MEMBERS = 4096
"""Files in a backup at most: two for each of 1,000 games, and as many again."""
_MAX_UNPACKED = 256 << 20
"""Bytes of all unpacked files at most."""
_MAX_MEMBER = 16 << 20
"""Bytes of one file at most: ten times a game of 2,000 entries."""
_MAX_RATIO = 200
"""The compression ratio at most, beyond the first megabyte. Games compress to a tenth."""
_SECRET = re.compile(rb"[0-9a-f]{64}")
_END_RECORD = 22
"""Bytes of a zip file's end record without a comment."""
_DIRECTORY = 1 << 20
_SQLITE = b"SQLite format 3\0"
"""The beginning of a backup of before 1.0."""
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, OSError, ValueError, OverflowError, EOFError, RuntimeError,
    NotImplementedError, NewerError,
)  # fmt: skip


class BackupFailed(CompanionError):
    """A backup could not be written, read or restored; nothing was replaced.

    code: of the message. file: the backup's name for people. why: the system's error. full: the disk is full.
    """

    def __init__(self, code: str, file: str, why: str = "", *, full: bool = False) -> None:
        super().__init__(text(code, file=file, why=why))
        self.why = why
        self.full = full


class BackupInfo(msgspec.Struct, frozen=True):
    """A backup's content. name: of its file. at, last: time and number of its last entry. system: of the
    newest game; None without one. epoch: of the games.
    """

    name: str
    at: datetime
    last: int
    system: str | None = None
    epoch: str = ""

    @property
    def said(self) -> Text:
        """The backup as a text, with its local time."""
        at = f"{self.at.astimezone():%Y-%m-%d %H:%M}"
        if self.system is None:
            return text("copy.offered-without-a-game", at=at, entry=self.last)
        return text("copy.offered", at=at, entry=self.last, system=self.system)


# Writing


def write_backup(folder: Path, target: Path, *, ended: Collection[str] | None = None) -> None:
    """Write a backup of a data folder beside its place and rename it. Raises `BackupFailed`.

    ended: for a redacted backup, the games with their secret in it; None for all secrets.
    """
    games, new = folder / GAMES, target.with_name(target.name + NEW)
    try:
        info = describe(games, target.name)
        new.unlink(missing_ok=True)
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        with zipfile.ZipFile(new, "w") as made:
            _add_member(made, _INFO_FILE, msgspec.json.encode(info))
            for path in sorted(ends_in(games)):
                data = valid_part(path.read_bytes())  # an entry may be on its way into it, or it is damaged
                if data.count(b"\n") < 2:  # no entry is left
                    continue
                _add_member(made, path.name, data)
                secret = path.with_suffix(DICE)
                if ended is None or path.stem in ended:
                    with suppress(FileNotFoundError, UnsupportedOperation):
                        dice = require_file(secret).read_bytes()
                        if _SECRET.fullmatch(dice):
                            _add_member(made, secret.name, dice)
        fsync_path(new)
        new.replace(target)
        fsync_path(target)  # FAT keeps a length beside each name, and a new name begins with the length 0
        fsync_path(target.parent)
    except (OSError, ValueError, NewerError) as failure:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise _failed(target, failure) from failure


def _add_member(backup: zipfile.ZipFile, name: str, data: bytes) -> None:
    """Add a member without a time: a zip file has none before 1980 or after 2107, where clocks may be."""
    backup.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED, 1)


def add_backup(
    folder: Path,
    place: Path,
    keep: int,
    *,
    ended: Collection[str] | None = None,
    offered: str | None = None,
) -> None:
    """Write a backup into a folder, and delete all but the last `keep` of this data folder there.

    ended: as for `write_backup`. offered: the name of a backup to keep as well, until it is decided whether
    to restore it. On a full disk older backups are deleted first, but the last. On the games' own disk,
    `RESERVE` is left free. Raises `BackupFailed`.
    """
    try:
        for half in place.glob(f"companion-*{NEW}"):  # of a power cut
            half.unlink()
        info = describe(folder / GAMES, "")
    except (OSError, ValueError, NewerError) as failure:
        raise _failed(place, failure) from failure
    target = place / _new_name(backups_in(place), info)
    while True:
        try:
            if folder.stat().st_dev == place.stat().st_dev:
                require_space(folder)
            write_backup(folder, target, ended=ended)
            break
        except (BackupFailed, OSError) as failure:
            failed = failure if isinstance(failure, BackupFailed) else _failed(target, failure)
            if not failed.full or not free_space(folder, place):
                raise failed from failure
    for old in _own_backups(folder, place)[: -keep or None]:
        if old.name != offered:
            _delete(old)


def _own_backups(folder: Path, place: Path) -> tuple[Path, ...]:
    """The backups in a folder that are of this data folder, also of its past epochs, or unreadable.
    Raises `BackupFailed`.
    """
    try:
        settings = Settings(folder)
    except OSError as failure:
        raise _failed(place, failure) from failure
    epochs = (None, settings.epoch, *(settings.get("past", list[str]) or ()))
    return tuple(each for each in backups_in(place) if _epoch(each) in epochs)


def free_space(folder: Path, place: Path) -> bool:
    """Delete a data folder's oldest backup in a place, unless it is the only one; return whether it did."""
    try:
        oldest, *_ = _own_backups(folder, place)[:-1]
        _delete(oldest)
    except (BackupFailed, ValueError):
        return False
    return True


def require_space(folder: Path, more: int = 0) -> None:
    """Raise `OSError` unless the disk has free twice the size of the games, `RESERVE`, and `more` bytes."""
    with suppress(FileNotFoundError):
        more += 2 * sum(each.stat().st_size for each in (folder / GAMES).iterdir())
    if shutil.disk_usage(folder).free < more + RESERVE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def describe(games: Path, name: str) -> BackupInfo:
    """The content of a folder of games. name: of its backup. Raises `OSError`, `NewerError`, and `ValueError`
    without a whole entry.
    """
    newest: Entry | None = None
    last: Entry | None = None
    for path, ends in ends_in(games).items():
        found = (ends.first, ends.last) if ends else read(path).entries
        if found and (last is None or last.n < found[-1].n):
            last = found[-1]
        if found and found[-1].game is not None and (newest is None or newest.n < found[-1].n):
            newest = found[-1]
    if last is None:
        raise ValueError("no entries")
    system = None if newest is None else _system(games / f"{newest.game}{SUFFIX}")
    return BackupInfo(name, last.at, last.n, system, Settings(games.parent).epoch or "")


def _system(game: Path) -> str | None:
    entries = read(game).entries
    start = next((each.plain_command() for each in entries[:2] if each.kind == "start"), {})
    system = start.get("system")
    return system if isinstance(system, str) else None


# Looking


def backups_in(place: Path) -> tuple[Path, ...]:
    """The backups in a folder by name, the oldest first. Raises `BackupFailed`."""
    try:
        found = [
            each
            for each in place.iterdir()
            if NAMED.fullmatch(each.name) and each.is_file() and not each.is_symlink()
        ]
    except OSError as failure:
        raise _failed(place, failure) from failure
    return tuple(sorted(found))


def backup_time(name: str) -> datetime | None:
    """The local time in a backup's name; None without a valid one."""
    written = name.partition("companion-")[2].partition("-")[0]
    try:
        return datetime.strptime(written, STAMP).replace(tzinfo=UTC).astimezone()
    except (ValueError, OverflowError):
        return None


def latest_backups(places: Iterable[Path], most: int = MAX_OFFERED) -> tuple[BackupInfo, ...]:
    """The newest valid backups in these folders, the newest first."""
    found: dict[str, BackupInfo] = {}
    for path in sorted(_all_backups(places), key=lambda each: each.name, reverse=True):
        if len(found) == most:
            break
        if path.name not in found and (info := read_info(path)) is not None:
            found[path.name] = info
    return tuple(found.values())


def backups_named(places: Iterable[Path], name: str) -> tuple[Path, ...]:
    """The paths of the backups with this name."""
    return tuple(path for path in _all_backups(places) if path.name == name)


def newest(folder: Path, after: int, epoch: str | None) -> BackupInfo | None:
    """The newest valid backup in a data folder with entries beyond the number `after`."""
    for path in reversed(_all_backups([folder / BACKUPS])):
        name = NAMED.fullmatch(path.name)
        if name is not None and int(name[2]) > after:
            info = read_info(path)
            if info is not None and info.last > after and epoch in (None, info.epoch):
                return info
    return None


def has_foreign_backup(place: Path, epoch: str) -> bool:
    """Whether a folder has backups, and the newest is not of this epoch."""
    found = _all_backups([place])
    return bool(found) and _epoch(found[-1]) != epoch


def stale(place: Path, epochs: Collection[str]) -> tuple[Path, ...]:
    """The backups in a folder that are of one of these epochs."""
    return tuple(each for each in _all_backups([place]) if _epoch(each) in epochs) if epochs else ()


def delete_stale(place: Path, epochs: Collection[str]) -> None:
    """Delete the backups of these epochs, as far as the disk allows."""
    for each in stale(place, epochs):
        with suppress(OSError):
            each.unlink()


def read_info(path: Path) -> BackupInfo | None:
    """The content of a valid backup; None for a damaged file, or another one."""
    with suppress(*_UNREADABLE), _open(path) as backup:
        return _info(backup, path.name) if backup.testzip() is None else None
    return None


# Restoring


def unpack(path: Path, games: Path, name: str, reached: int) -> BackupInfo:
    """Unpack a backup into a new folder of games and validate it, within bounds of numbers, sizes and ratio.

    name: of the backup, for people. reached: the highest number given by this box. Raises `BackupFailed`, and
    removes the folder then.
    """
    try:
        games.mkdir(0o700, parents=True)
        try:
            with _open(path) as backup:
                require_space(games, sum(each.file_size for each in backup.infolist()))
                for member in backup.infolist():
                    if member.filename != _INFO_FILE:
                        (games / member.filename).write_bytes(backup.read(member))
                epoch = _info(backup, name).epoch
            for unpacked in games.iterdir():
                _validate(unpacked, max(ELSEWHERE, reached))
                fsync_path(unpacked)
            restrict(games)
            return msgspec.structs.replace(describe(games, name), epoch=epoch)
        except BaseException:
            shutil.rmtree(games, ignore_errors=True)
            raise
    except NewerError as newer:
        raise BackupFailed("copy.newer", name) from newer
    except OSError as failure:
        why, full = failure.strerror or str(failure), failure.errno in NO_ROOM
        raise BackupFailed("copy.unreadable", name, why, full=full) from failure
    except _UNREADABLE as damage:
        code = "copy.before" if _is_old_format(path) else "copy.damaged"
        raise BackupFailed(code, name) from damage


@contextmanager
def _open(path: Path) -> Iterator[zipfile.ZipFile]:
    """Open a backup with names and sizes within bounds. Raises `OSError`, `ValueError`, `BadZipFile`."""
    size = path.stat().st_size
    with path.open("rb") as file:
        # before any of it is read: a directory of millions of names would fill the memory
        file.seek(max(0, size - _END_RECORD - 20))
        end = file.read()
        directory = int.from_bytes(end[-10:-6], "little")
        plain = end[-_END_RECORD:-18] == b"PK\5\6" and end[-2:] == b"\0\0" and not end.startswith(b"PK\6\7")
        if not plain or directory > _DIRECTORY:
            raise ValueError("no backup")
        with zipfile.ZipFile(file) as backup:
            members = backup.infolist()
            sizes = [each.file_size for each in members]
            if (
                len({each.filename for each in members}) != len(members)
                or len(members) > _MAX_MEMBERS
                or max(sizes, default=0) > _MAX_MEMBER
                or sum(sizes) > min(_MAX_UNPACKED, (1 << 20) + _MAX_RATIO * size)
                or not all(_is_valid_member(each) for each in members)
            ):
                raise ValueError("no backup")
            yield backup


def _is_valid_member(member: zipfile.ZipInfo) -> bool:
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return False  # others take memory as the file says
    if member.filename == _INFO_FILE:
        return member.file_size <= _INFO_SIZE
    return _MEMBER.fullmatch(member.filename) is not None


def _info(backup: zipfile.ZipFile, name: str) -> BackupInfo:
    """A backup's `BackupInfo`. Raises `ValueError`, `BadZipFile` and `OSError`."""
    try:
        info = msgspec.json.decode(backup.read(_INFO_FILE), type=BackupInfo)
    except KeyError as missing:
        raise ValueError(_INFO_FILE) from missing
    if not 0 < info.last < BEYOND or not readable_time(info.at):
        raise ValueError(_INFO_FILE)
    return msgspec.structs.replace(info, name=name)


def _validate(path: Path, highest: int) -> None:
    """Raise `ValueError` for an invalid file of a backup, or one with a number above the highest.

    Raises `OSError` and `NewerError`.
    """
    if path.suffix == DICE:
        if _SECRET.fullmatch(path.read_bytes()) is None:
            raise ValueError(path.name)
        return
    content = read(path)
    if content.rest or not content.entries or content.header is None or content.entries[-1].n > highest:
        raise ValueError(path.name)
    if not all(readable_time(each.at) for each in content.entries):
        raise ValueError(path.name)
    if not is_named_for(path, content.header.game):
        raise ValueError(path.name)


def _is_old_format(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE
    return False


def _epoch(path: Path) -> str | None:
    with suppress(*_UNREADABLE), _open(path) as backup:
        return _info(backup, path.name).epoch
    return None


def _all_backups(places: Iterable[Path]) -> list[Path]:
    paths: list[Path] = []
    for place in places:
        with suppress(BackupFailed):
            paths += backups_in(place)
    return paths


def _new_name(others: tuple[Path, ...], info: BackupInfo) -> str:
    """A name that sorts behind the others, also after the clock went back."""
    made = f"{info.at:{STAMP}}"
    last = NAMED.fullmatch(others[-1].name) if others else None
    if last is not None and made <= last[1]:
        try:
            made = f"{datetime.strptime(last[1], STAMP).replace(tzinfo=UTC) + timedelta(seconds=1):{STAMP}}"
        except (ValueError, OverflowError):
            made = last[1]
    return f"companion-{made}-{info.last}.zip"


def _delete(old: Path) -> None:
    try:
        old.unlink(missing_ok=True)
    except OSError as failure:
        raise _failed(old, failure) from failure


def _failed(file: Path, failure: Exception) -> BackupFailed:
    why, full = getattr(failure, "strerror", None) or str(failure), getattr(failure, "errno", 0) in NO_ROOM
    return BackupFailed("copy.failed", str(file), why, full=full)
