"""Backups: zip files of the folder of games, made while games are played, and restored whole or not at all.

Beside the games' files stands `backup.json`: what the backup holds. One that leaves the house is redacted:
it has no secret of a game that goes on. Settings are in none: no backup lets anybody in.
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
from companion.storage.game_file import NewerError, read, whole_part
from companion.storage.recovery import DICE, GAMES, SUFFIX, ends_in, is_named_for
from companion.storage.settings import Settings

BACKUPS = "backups"
"""The folder of backups in a data folder."""
NAMED = re.compile(r"companion-(\d{8}T\d{6}Z)-(\d{1,10})\.zip")
"""The name of a backup: when it was made, and the number of its last entry."""
SPARE = 1 << 20
"""Bytes of the disk that backups leave to the games beside as much again as these have."""
OFFERED = 3
"""How many are offered: when the newest does not help either, an older one may."""
_ABOUT = "backup.json"
_ABOUT_SIZE = 4096
_MEMBER = re.compile(rf"[0-9A-Za-z][0-9A-Za-z._-]{{0,79}}({re.escape(SUFFIX)}|{re.escape(DICE)})")
_MEMBERS = 4096
"""Files in a backup: two for each of the games that a box is designed for, and as many again."""
_UNPACKED = 256 << 20
"""Bytes that all of them may have."""
_LONGEST = 16 << 20
"""Bytes that one of them may have: ten times a game of 2,000 entries."""
_SQUEEZED = 200
"""How many times its own size a backup may unpack to, beyond the first megabyte. Games become a tenth."""
_SECRET = re.compile(rb"[0-9a-f]{64}")
_END = 22
"""Bytes of a zip file's last record, where nothing is written behind it."""
_DIRECTORY = 1 << 20
_SQLITE = b"SQLite format 3\0"
"""How a backup of before 1.0 begins."""
_UNREADABLE = (
    zipfile.BadZipFile, zlib.error, OSError, ValueError, OverflowError, EOFError, RuntimeError,
    NotImplementedError, NewerError,
)  # fmt: skip


class BackupFailed(CompanionError):
    """A backup could not be written, read or restored; what was in its place stays.

    code: of the sentence. file: the backup, as the person knows it. why: the system's words. full: for want
    of room.
    """

    def __init__(self, code: str, file: str, why: str = "", *, full: bool = False) -> None:
        super().__init__(text(code, file=file, why=why))
        self.why = why
        self.full = full


class BackupInfo(msgspec.Struct, frozen=True):
    """What a backup holds. name: of its file. at: when its last entry was made. last: the number of that
    entry. system: the game to which it belongs; None where no game has been begun. epoch: of the games."""

    name: str
    at: datetime
    last: int
    system: str | None = None
    epoch: str = ""

    @property
    def said(self) -> Text:
        """The backup in words; its time is that of the place where the box is."""
        at = f"{self.at.astimezone():%Y-%m-%d %H:%M}"
        if self.system is None:
            return text("copy.offered-without-a-game", at=at, entry=self.last)
        return text("copy.offered", at=at, entry=self.last, system=self.system)


# Writing


def write_backup(folder: Path, target: Path, *, ended: Collection[str] | None = None) -> None:
    """Write a backup of a data folder beside its place and rename it. Raises `BackupFailed`.

    ended: for a redacted backup, the games whose secret is in it; None for all secrets.
    """
    games, new = folder / GAMES, target.with_name(target.name + NEW)
    try:
        info = describe(games, target.name)
        new.unlink(missing_ok=True)
        os.close(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
        with zipfile.ZipFile(new, "w") as made:
            _add(made, _ABOUT, msgspec.json.encode(info))
            for path in sorted(ends_in(games)):
                data = whole_part(path.read_bytes())  # an entry may be on its way into it, or it is damaged
                if data.count(b"\n") < 2:  # no entry is left
                    continue
                _add(made, path.name, data)
                secret = path.with_suffix(DICE)
                if ended is None or path.stem in ended:
                    with suppress(FileNotFoundError, UnsupportedOperation):
                        dice = require_file(secret).read_bytes()
                        if _SECRET.fullmatch(dice):
                            _add(made, secret.name, dice)
        fsync_path(new)
        new.replace(target)
        fsync_path(target)  # FAT keeps a length beside each name, and a new name begins with the length 0
        fsync_path(target.parent)
    except (OSError, ValueError, NewerError) as failure:
        with suppress(OSError):
            new.unlink(missing_ok=True)
        raise _failed(target, failure) from failure


def _add(backup: zipfile.ZipFile, name: str, data: bytes) -> None:
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
    """Write a backup into a folder of backups, and delete all but the last `keep` of this data folder there:
    a stick may have another box's, too.

    ended: as for `write_backup`. offered: the name of a backup that stays beside these, until it is
    decided whether it is restored. Where there is no room, older backups make room for the new one, but for
    the last of them. On the disk of the games no backup takes what these may need. Raises `BackupFailed`.
    """
    try:
        for half in place.glob(f"companion-*{NEW}"):  # of a power cut
            half.unlink()
        info = describe(folder / GAMES, "")
    except (OSError, ValueError, NewerError) as failure:
        raise _failed(place, failure) from failure
    target = place / _name(backups_in(place), info)
    while True:
        try:
            if folder.stat().st_dev == place.stat().st_dev:
                leave_room(folder)
            write_backup(folder, target, ended=ended)
            break
        except (BackupFailed, OSError) as failure:
            failed = failure if isinstance(failure, BackupFailed) else _failed(target, failure)
            if not failed.full or not make_room(folder, place):
                raise failed from failure
    for old in _own(folder, place)[: -keep or None]:
        if old.name != offered:
            _delete(old)


def _own(folder: Path, place: Path) -> tuple[Path, ...]:
    """The backups in a place that are of this data folder, also as it was before, and those that cannot be
    read. Raises `BackupFailed`."""
    try:
        settings = Settings(folder)
    except OSError as failure:
        raise _failed(place, failure) from failure
    epochs = (None, settings.epoch, *(settings.get("past", list[str]) or ()))
    return tuple(each for each in backups_in(place) if _epoch(each) in epochs)


def make_room(folder: Path, place: Path) -> bool:
    """Delete a data folder's oldest backup in a place, unless it is the only one; whether it did.

    For a newer backup, or the games themselves.
    """
    try:
        oldest, *_ = _own(folder, place)[:-1]
        _delete(oldest)
    except (BackupFailed, ValueError):
        return False
    return True


def leave_room(folder: Path, more: int = 0) -> None:
    """Raise OSError where the disk of a data folder has not as much free as its games have, `SPARE`, and
    `more` bytes."""
    with suppress(FileNotFoundError):
        more += 2 * sum(each.stat().st_size for each in (folder / GAMES).iterdir())
    if shutil.disk_usage(folder).free < more + SPARE:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


def describe(games: Path, name: str) -> BackupInfo:
    """What a folder of games holds. name: of its backup. Raises OSError, `NewerError`, and ValueError for one
    without a whole entry."""
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
    """The backups in a folder, the oldest first: files, going by their names. Raises `BackupFailed`."""
    try:
        found = [
            each
            for each in place.iterdir()
            if NAMED.fullmatch(each.name) and each.is_file() and not each.is_symlink()
        ]
    except OSError as failure:
        raise _failed(place, failure) from failure
    return tuple(sorted(found))


def made_at(name: str) -> datetime | None:
    """When the backup of this name was made, by the clock of the place where the box is; None where the name
    does not tell, or tells a time that no clock there shows.
    """
    written = name.partition("companion-")[2].partition("-")[0]
    try:
        return datetime.strptime(written, STAMP).replace(tzinfo=UTC).astimezone()
    except (ValueError, OverflowError):
        return None


def offers(places: Iterable[Path], most: int = OFFERED) -> tuple[BackupInfo, ...]:
    """The newest whole backups in these folders, the newest first. A folder that is not there has none."""
    found: dict[str, BackupInfo] = {}
    for path in sorted(_every(places), key=lambda each: each.name, reverse=True):
        if len(found) == most:
            break
        if path.name not in found and (info := read_info(path)) is not None:
            found[path.name] = info
    return tuple(found.values())


def named(places: Iterable[Path], name: str) -> tuple[Path, ...]:
    """Where the backups of this name are."""
    return tuple(path for path in _every(places) if path.name == name)


def newest(folder: Path, after: int, epoch: str | None) -> BackupInfo | None:
    """The newest whole backup in a data folder that holds entries behind the number `after`.

    epoch: of its games; None for any.
    """
    for path in reversed(_every([folder / BACKUPS])):
        name = NAMED.fullmatch(path.name)
        if name is not None and int(name[2]) > after:
            info = read_info(path)
            if info is not None and info.last > after and epoch in (None, info.epoch):
                return info
    return None


def of_another(place: Path, epoch: str) -> bool:
    """Whether there are backups in a folder, and the newest is not one of the games of this epoch."""
    found = _every([place])
    return bool(found) and _epoch(found[-1]) != epoch


def stale(place: Path, epochs: Collection[str]) -> tuple[Path, ...]:
    """The backups in a folder that are of one of these epochs; none of a folder that is not there."""
    return tuple(each for each in _every([place]) if _epoch(each) in epochs) if epochs else ()


def clean(place: Path, epochs: Collection[str]) -> None:
    """Delete these backups in a folder, as far as its disk allows."""
    for each in stale(place, epochs):
        with suppress(OSError):
            each.unlink()


def read_info(path: Path) -> BackupInfo | None:
    """What a whole backup holds; None for one that is damaged or no backup."""
    with suppress(*_UNREADABLE), _opened(path) as backup:
        return _info(backup, path.name) if backup.testzip() is None else None
    return None


# Restoring


def unpack(path: Path, games: Path, name: str, reached: int) -> BackupInfo:
    """Unpack a backup into a new folder of games and validate it, within bounds of numbers, sizes and ratio.

    name: of the backup, as the person knows it. reached: the highest number that this box has given.
    Raises `BackupFailed`; the folder is not there then.
    """
    try:
        games.mkdir(0o700, parents=True)
        try:
            with _opened(path) as backup:
                leave_room(games, sum(each.file_size for each in backup.infolist()))
                for member in backup.infolist():
                    if member.filename != _ABOUT:
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
        code = "copy.before" if _is_of_before(path) else "copy.damaged"
        raise BackupFailed(code, name) from damage


@contextmanager
def _opened(path: Path) -> Iterator[zipfile.ZipFile]:
    """A backup, of which every name and size is within bounds. Raises OSError, ValueError, BadZipFile."""
    size = path.stat().st_size
    with path.open("rb") as file:
        # before any of it is read: a directory of millions of names would fill the memory
        file.seek(max(0, size - _END - 20))
        end = file.read()
        directory = int.from_bytes(end[-10:-6], "little")
        plain = end[-_END:-18] == b"PK\5\6" and end[-2:] == b"\0\0" and not end.startswith(b"PK\6\7")
        if not plain or directory > _DIRECTORY:
            raise ValueError("no backup")
        with zipfile.ZipFile(file) as backup:
            members = backup.infolist()
            sizes = [each.file_size for each in members]
            if (
                len({each.filename for each in members}) != len(members)
                or len(members) > _MEMBERS
                or max(sizes, default=0) > _LONGEST
                or sum(sizes) > min(_UNPACKED, (1 << 20) + _SQUEEZED * size)
                or not all(_is_plain(each) for each in members)
            ):
                raise ValueError("no backup")
            yield backup


def _is_plain(member: zipfile.ZipInfo) -> bool:
    if member.compress_type not in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED):
        return False  # others take memory as the file says
    if member.filename == _ABOUT:
        return member.file_size <= _ABOUT_SIZE
    return _MEMBER.fullmatch(member.filename) is not None


def _info(backup: zipfile.ZipFile, name: str) -> BackupInfo:
    """What stands in a backup of itself. Raises ValueError, BadZipFile and OSError."""
    try:
        info = msgspec.json.decode(backup.read(_ABOUT), type=BackupInfo)
    except KeyError as missing:
        raise ValueError(_ABOUT) from missing
    if not 0 < info.last < BEYOND or not readable_time(info.at):
        raise ValueError(_ABOUT)
    return msgspec.structs.replace(info, name=name)


def _validate(path: Path, highest: int) -> None:
    """Raise ValueError for a file of a backup that is not what one is, or has a number above the highest.

    Raises OSError and `NewerError`.
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


def _is_of_before(path: Path) -> bool:
    with suppress(OSError), path.open("rb") as file:
        return file.read(len(_SQLITE)) == _SQLITE
    return False


def _epoch(path: Path) -> str | None:
    with suppress(*_UNREADABLE), _opened(path) as backup:
        return _info(backup, path.name).epoch
    return None


def _every(places: Iterable[Path]) -> list[Path]:
    paths: list[Path] = []
    for place in places:
        with suppress(BackupFailed):
            paths += backups_in(place)
    return paths


def _name(others: tuple[Path, ...], info: BackupInfo) -> str:
    """A name that sorts behind the others', also when the clock has gone back: without a network it may."""
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
