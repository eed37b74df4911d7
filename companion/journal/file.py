"""The file of a journal: its tables and format, and how it is opened, checked, read and copied whole."""

from __future__ import annotations

import errno
import os
import re
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from companion.journal.damage import SETTING, damage_in
from companion.journal.entry import BEYOND, stamped, well_formed
from companion.journal.names import BACK, ENDS
from companion.journal.rows import (
    SELECT,
    SELECT_1,
    SELECT_LAST,
    SETTINGS,
    from_1,
    read_row,
    read_row_1,
    read_setting,
)
from companion.journal.wal import NotGiven

Step: TypeAlias = Callable[[sqlite3.Connection], None]
"""Changes a file of one format into the next one's, within a transaction that it neither begins nor ends.

It takes entries as they are, damaged or not: they are checked afterwards. Raises `sqlite3.Error`, ValueError.
"""


class Formats(msgspec.Struct, frozen=True):
    """current: the format that is written. steps: by the number of an earlier format, the way out of it."""

    current: int
    steps: Mapping[int, Step]

    def lead_here_from(self, number: int) -> bool:
        """Whether there is a step from each format on."""
        return all(each in self.steps for each in range(number, self.current))


FORMATS = Formats(2, {1: from_1})
"""A new format gets the next number, and a step out of the one before; see `companion.journal.rows`."""
FORMAT = "format"
"""The setting that says the format once more: a flipped bit must not pass for a later version."""

_FORMATS = 10_000
"""There will never be as many."""

PAGE = 1024  # an entry is a few hundred bytes: with small pages a commit writes two thousand, not eight
_BUSY = 5.0
_CACHE = 256
"""KiB of pages that a connection keeps, of 2,000 by default: a box plays for days, and reads little twice."""
_NOT_DAMAGE = {
    sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_INTERRUPT, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM,
    sqlite3.SQLITE_AUTH,
}  # fmt: skip
NO_ROOM_BESIDE = {
    sqlite3.SQLITE_IOERR_SHMOPEN, sqlite3.SQLITE_IOERR_SHMSIZE, sqlite3.SQLITE_IOERR_SHMMAP,
    sqlite3.SQLITE_IOERR_WRITE,
}  # fmt: skip
"""Even who only reads needs an index of the write-ahead log beside it, which a full disk does not take."""
NEW = ".new"
"""Behind the name of a copy that is not whole yet."""
_PAGES_AT_ONCE = 128
"""Pages between two waits for the disk: 128 KiB of a journal. What has not been written yet, ext4 writes with
the next entry of anybody: a press must find no more than this before it."""
_WAYS = ("locking_mode=EXCLUSIVE", "journal_mode=OFF", "synchronous=OFF", f"cache_size={_PAGES_AT_ONCE // 8}")
"""A file that nobody knows yet needs no way back and nothing beside it, for which there may be no room; and
what is held back in memory would come at once."""


_NOT_GIVEN = r"unable to get the page\. error code=(\d+)|failed to get page"
"""How SQLite's own check tells of a page that the disk would not give."""


NO_ROOM = {errno.ENOSPC, errno.EDQUOT}
"""How the system says that there is no room."""


class DamagedError(Exception):
    """The file cannot be read to its end. Never leaves this room: it is mended, or told as another error."""


class FormatError(Exception):
    """The file was written in a later format than this program knows. Never leaves this room either."""


def connect(path: Path, *, writing: bool) -> sqlite3.Connection:
    """Open the file, syncing fully. Without `writing` not a byte of it changes."""
    connection = dial(path, "rw" if writing else "ro")
    try:
        connection.execute("PRAGMA synchronous=FULL")
        connection.execute(f"PRAGMA cache_size={-_CACHE}")
        if writing:
            connection.execute("PRAGMA journal_mode=WAL")
            # what an earlier life of the log left behind its end could be taken for what is missing from it
            connection.execute("PRAGMA journal_size_limit=0")
            connection.execute("PRAGMA cache_spill=OFF")  # nothing is written before its commit
    except BaseException:
        connection.close()
        raise
    return connection


def dial(path: Path, mode: str) -> sqlite3.Connection:
    """Open the file without touching it yet. mode: `ro` or `rw`."""
    where = f"{path.absolute().as_uri()}?mode={mode}"
    return sqlite3.connect(where, uri=True, timeout=_BUSY, isolation_level=None, check_same_thread=False)


class Checked(msgspec.Struct, frozen=True):
    """number: of the file's format. last: of the last entry. epoch: of the journal, where it says one."""

    number: int
    last: int
    epoch: str | None


def check(path: Path, formats: Formats = FORMATS, sealed: int | None = None) -> Checked:
    """Read all of the file, of one in an earlier format the pages, and of format 1 the entries, too.

    sealed: where the file, of the current format, is as it was sealed: the entry behind which it is read.
    Raises `DamagedError`, `FormatError`, `NotGiven`, and `sqlite3.Error` for what says nothing about the
    file's bytes.
    """
    if path.exists() and not path.stat().st_size:
        raise DamagedError  # SQLite would take it for new, and throw its write-ahead log away
    try:
        with closing(connect(path, writing=False)) as connection:
            return _checked(connection, formats, sealed)
    except (sqlite3.Error, ValueError) as failure:
        unless_damage(failure)
        raise DamagedError from failure


def holds_more(path: Path, last: int | None, formats: Formats = FORMATS) -> bool:
    """Whether the file without its write-ahead log is whole, and has an entry behind `last`.

    last: the last entry with the log, None where the two do not go together. Then the log is what was left of
    one that the file has taken in. For who has the file for himself. Raises `NotGiven`, and `sqlite3.Error`
    for what says nothing about the file's bytes.
    """
    try:
        with closing(dial(path, "ro&immutable=1")) as alone:
            if last is not None:
                (highest,) = alone.execute(SELECT_LAST).fetchone()
                if highest <= last:
                    return False
            _checked(alone, formats)
            return True
    except (sqlite3.Error, ValueError) as failure:
        unless_damage(failure)
    except (DamagedError, FormatError):
        pass
    return False


def _checked(connection: sqlite3.Connection, formats: Formats, sealed: int | None = None) -> Checked:
    (found,) = connection.execute("PRAGMA user_version").fetchone()
    if found > formats.current:
        with suppress(sqlite3.Error, ValueError, TypeError):
            (said,) = connection.execute("SELECT value FROM settings WHERE name = ?", (FORMAT,)).fetchone()
            if int(said) <= formats.current and ((found ^ int(said)).bit_count() == 1 or found > _FORMATS):
                raise DamagedError
        raise FormatError(found)
    if not formats.lead_here_from(found):
        raise DamagedError
    last, epoch = _known(connection, sealed), None
    if not last and not sound(connection):
        raise DamagedError
    if found == formats.current:
        settings = dict(read_setting(row) for row in connection.execute(SETTINGS))
        understood(settings)
        for row in connection.execute(SELECT + "WHERE n > ? ORDER BY n", (last,)):
            held = read_row(row)
            well_formed(held.entry)
            if held.after != last:
                raise DamagedError
            last = held.entry.n
        epoch = settings.get("epoch")
    else:
        if found == 1:  # the shape of any other one is known after the steps
            connection.execute("SELECT name, value FROM settings").fetchall()
            for row in connection.execute(SELECT_1 + "ORDER BY n"):
                well_formed(read_row_1(row, 0).entry)
        with suppress(sqlite3.Error):
            (last,) = connection.execute(SELECT_LAST).fetchone()
            (epoch,) = connection.execute("SELECT value FROM settings WHERE name = 'epoch'").fetchone()
    return Checked(int(found), last, epoch)


def _known(connection: sqlite3.Connection, sealed: int | None) -> int:
    """The entry up to which nothing must be read; 0 where pages were lost before the file was sealed, or
    older ones lie over it."""
    if sealed is None:
        return 0
    (last,) = connection.execute(SELECT_LAST).fetchone()
    return sealed if sealed <= last else 0


def go_back(path: Path) -> None:
    """Let SQLite take back a change that a kill broke off; who only reads may not. Raises as `check` does."""
    try:
        with closing(dial(path, "rw")) as connection:
            connection.execute("SELECT name FROM sqlite_schema").fetchone()
    except sqlite3.Error as failure:
        unless_damage(failure)
        raise DamagedError from failure


def sound(connection: sqlite3.Connection) -> bool:
    """Whether the pages of a file hang together. Raises `NotGiven`, and `sqlite3.Error`."""
    ((said,),) = connection.execute("PRAGMA integrity_check(1)").fetchall()
    failed = re.search(_NOT_GIVEN, said)
    if failed is not None and int(failed[1] or sqlite3.SQLITE_IOERR) & 0xFF == sqlite3.SQLITE_IOERR:
        raise NotGiven(said)
    return bool(said == "ok")


def understood(settings: Mapping[str, str]) -> None:
    """Raise ValueError unless the journal's own settings are such as were written."""
    stamped(settings.get("made_at", "1970-01-01T00:00:00Z"))
    if not 0 <= int(settings.get("floor", "0")) < BEYOND:
        raise ValueError("no journal has counted as far")
    if SETTING in settings:
        damage_in(settings[SETTING])


def ails(folder: Path, failure: Exception) -> Literal["full", "read-only"] | None:
    """What ails the disk on which something has failed; None where nobody can tell."""
    with suppress(OSError):
        if os.statvfs(folder).f_flag & os.ST_RDONLY:
            return "read-only"
    code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    no_room = code & 0xFF == sqlite3.SQLITE_FULL or code == sqlite3.SQLITE_IOERR_SHMSIZE
    return "full" if no_room or getattr(failure, "errno", None) in NO_ROOM else None


def unless_damage(failure: Exception) -> None:
    """Raise what says nothing about the file's bytes: the failure again, or `NotGiven`."""
    code = getattr(failure, "sqlite_errorcode", sqlite3.SQLITE_ERROR)
    if code in NO_ROOM_BESIDE or code & 0xFF in _NOT_DAMAGE:
        raise failure
    if code & 0xFF == sqlite3.SQLITE_IOERR and code != sqlite3.SQLITE_IOERR_SHORT_READ:
        raise NotGiven(str(failure)) from failure


def duplicate(source: Path, target: Path) -> None:
    """Copy a file as it stands at one moment, with what its write-ahead log holds; no writer waits.

    The copy is written beside its place and renamed into it. Raises `sqlite3.Error` and `OSError`; what was
    in its place stays then, and nothing is left beside it.
    """
    with beside(target) as new:
        _write(source, new)


@contextmanager
def beside(target: Path) -> Iterator[Path]:
    """An empty file beside a place, which is renamed into it, on the disk, once the block has filled it.

    Raises OSError, and what the block raises; then what was in the place stays, and nothing is beside it.
    """
    new = target.with_name(target.name + NEW)
    new.unlink(missing_ok=True)
    try:
        create(new)
        yield new
        onto_the_disk(new)
        new.rename(target)
    except Exception:
        discard(new)
        raise
    onto_the_disk(target)  # FAT keeps a length beside each name, and a new name begins with the length 0
    onto_the_disk(target.parent)


def create(file: Path) -> None:
    """Make an empty file that is its owner's alone; what SQLite puts beside it will be so, too.

    Raises OSError, also when there is one already.
    """
    os.close(os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))


def discard(new: Path) -> None:
    """Delete what was begun under a name and not finished, as far as the disk lets it be deleted."""
    for end in (*ENDS, BACK):
        with suppress(OSError):
            new.with_name(new.name + end).unlink(missing_ok=True)


def onto_the_disk(path: Path) -> None:
    """Wait until a file, or the names in a folder, would outlast a power cut. Raises OSError."""
    handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def _write(source: Path, new: Path) -> None:
    """Write the copy whole, a little at a time."""
    with closing(dial(source, "ro")) as read, closing(sqlite3.connect(new, isolation_level=None)) as made:
        read.execute("BEGIN")  # one moment for all steps: else each new entry would start them afresh
        read.execute("SELECT name FROM sqlite_schema").fetchone()
        for way in _WAYS:
            made.execute(f"PRAGMA {way}")
        read.backup(made, pages=_PAGES_AT_ONCE, progress=lambda *_: onto_the_disk(new))
        made.execute("PRAGMA journal_mode=DELETE")
