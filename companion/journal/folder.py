"""A data folder: one process writes in it; its journal is made whole or not at all, checked at every start.

A new file is written beside its place and renamed into it, so that a file in place always has its tables
and only damage can make it unreadable. A damaged file is never changed: what can be read of it is copied
into a new one, then the two change places and the damaged one keeps its bytes under another name. What the
disk would not give is no damage, and stays where it is. A file of an earlier format is kept as it was, too,
before it is brought up to date.
"""

from __future__ import annotations

import errno
import fcntl
import os
import shutil
import sqlite3
import stat
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager, suppress
from datetime import datetime
from pathlib import Path

import msgspec

from companion.journal.damage import MORE, SETTING, Damage, Kind, damage_in
from companion.journal.entry import BEYOND
from companion.journal.file import (
    FORMATS,
    PAGE,
    Checked,
    DamagedError,
    FormatError,
    Formats,
    ails,
    check,
    connect,
    dial,
    discard,
    go_back,
    holds_more,
    onto_the_disk,
)
from companion.journal.marks import EPOCH, new_epoch
from companion.journal.names import BACK, ENDS, FORGETTING, LAST, LOCK, NAME, NEW, OF_THE_BOX, OWN, WAL
from companion.journal.note import noted
from companion.journal.offers import newest
from companion.journal.repair import STAMP, UpdateFailed, current, currently, free, make
from companion.journal.rows import SELECT_LAST, SET, SETTINGS, read_setting, setting_of
from companion.journal.seal import held_by, put_on, sealed
from companion.journal.wal import Log, NotGiven, cut, read
from companion.language.text import CompanionError, text

_UNUSABLE = "cannot-start.data-folder"
_NOT_OURS = "data-folder.not-ours"
_FULL = 64 * 1024
"""Bytes: a disk with less room takes no index of a write-ahead log and an entry."""
_HEAD = 20
"""Bytes at the beginning of a file, to which SQLite gives way before it looks at its pages."""


class DataFolderUnusable(CompanionError):
    """The data folder or its journal cannot be opened, read or made. why: the system's words."""

    def __init__(self, code: str, folder: Path, why: str = "", *, lasting: bool = False) -> None:
        super().__init__(text(code, folder=str(folder), why=why), lasting=lasting)


class NoGamesYet(DataFolderUnusable):
    """There is no journal to look at."""


class Unread(DataFolderUnusable):
    """The disk would not give what is in the folder. Nothing was changed: it may do so another time."""

    def __init__(self, folder: Path, why: str = "") -> None:
        super().__init__("data-folder.unread", folder, why)


class Prepared(msgspec.Struct, frozen=True):
    """aside: the name that a damaged file has now. kept: the name under which the games lie as they were
    before they were brought to this program's format."""

    aside: str | None = None
    kept: str | None = None


class Lock:
    """Holds the data folder for one process; the system lets it go when the process ends, however it ends."""

    def __init__(self, *handles: int) -> None:
        self._handles = handles

    def release(self) -> None:
        """Let another process have the folder."""
        for handle in self._handles:
            os.close(handle)


def lock(folder: Path) -> Lock:
    """Take the data folder for this process. Raises `DataFolderUnusable`, also when another one has it.

    The folder itself is taken, too: somebody may delete a file of which he sees no use.
    """
    handles: list[int] = []
    try:
        folder.mkdir(0o700, parents=True, exist_ok=True)
        handles.append(os.open(folder / LOCK, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600))
        handles.append(os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC))
    except OSError as failure:
        Lock(*handles).release()
        if isinstance(failure, PermissionError):
            raise DataFolderUnusable(_NOT_OURS, folder, lasting=True) from failure
        raise DataFolderUnusable(_code(folder, failure), folder, failure.strerror or "") from failure
    for handle in handles:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as failure:
            if handle == handles[0] or isinstance(failure, BlockingIOError):  # not every disk locks folders
                Lock(*handles).release()
                raise DataFolderUnusable("cannot-start.data-folder-in-use", folder) from failure
    return Lock(*handles)


@contextmanager
def telling(folder: Path) -> Iterator[None]:
    """Raise what goes wrong with the journal of this folder as `DataFolderUnusable`."""
    try:
        yield
    except DamagedError as damage:
        raise DataFolderUnusable("data-folder.damaged", folder) from damage
    except FormatError as newer:
        raise DataFolderUnusable("data-folder.newer", folder, lasting=True) from newer
    except UpdateFailed as failure:
        raise DataFolderUnusable("data-folder.not-updated", folder, str(failure), lasting=True) from failure
    except NotGiven as failure:
        raise Unread(folder, str(failure)) from failure
    except PermissionError as failure:
        raise DataFolderUnusable(_NOT_OURS, folder, lasting=True) from failure
    except (sqlite3.Error, OSError) as failure:
        raise DataFolderUnusable(_code(folder, failure), folder, str(failure)) from failure


def _code(folder: Path, failure: Exception) -> str:
    """What a failing disk is called: it seldom says itself that it is full."""
    what = ails(folder, failure)
    if what is not None:
        return f"data-folder.{what}"
    with suppress(OSError):
        if shutil.disk_usage(folder).free < _FULL:
            return "data-folder.full"
    return _UNUSABLE


def inspect(folder: Path, formats: Formats = FORMATS) -> Prepared:
    """Check the file to its last entry. Raises `DataFolderUnusable` when it is not there or not whole."""
    place = folder / NAME
    with telling(folder):
        if not place.exists():
            raise NoGamesYet("data-folder.empty", folder)
        if read(folder / f"{NAME}{WAL}", PAGE).damaged:
            raise DamagedError
        if check(place, formats).number != formats.current:
            raise DataFolderUnusable("data-folder.older", folder)
    return Prepared()


def prepare(
    folder: Path, at: datetime, entropy: Callable[[int], bytes], formats: Formats = FORMATS
) -> Prepared:
    """See to it that there is a whole file in place, in the current format. Raises `DataFolderUnusable`.

    What was found wrong stands in the file's setting `damage` then.
    """
    place, new = folder / NAME, folder / NEW
    with telling(folder):
        _tighten(folder)
        before = None
        if not place.exists() and _finished(new, formats):
            before = exchange(folder, _meant(new) or _aside(folder, at))
        discard(new)
        look = _look(folder, at, formats)
        if look.wrong is not None:
            # what a disk gives wrong once, it may give right at the next try
            look = _look(folder, at, formats)
        if look.wrong is None:
            _see_behind(folder, look.checked, at, entropy, formats)
            sweep(folder)
            return Prepared(before, look.kept)
        aside = _aside(folder, at)
        make(new, at, entropy, formats.current, _mending(folder, look.wrong, look.log, aside, at, formats))
        return Prepared(exchange(folder, aside))


class _Look(msgspec.Struct, frozen=True):
    """wrong: what is. log: the write-ahead log. kept: as of `Prepared`."""

    wrong: Kind | None
    log: Log
    checked: Checked
    kept: str | None = None


def _look(folder: Path, at: datetime, formats: Formats) -> _Look:
    """Read everything; where all is well, bring it up to date, and cut off what was never acknowledged."""
    place, wal, nothing = folder / NAME, folder / f"{NAME}{WAL}", Checked(0, 0, None)
    log, wrong = read(wal, PAGE), _wrong(place)
    if wrong is None and log.damaged:
        wrong = "log"
    if wrong is not None:
        return _Look(wrong, log, nothing)
    try:
        if place.with_name(f"{NAME}{BACK}").exists():
            go_back(place)
        seal = sealed(folder, formats.current, log.salts if log.frames else None)
        # before it is read: what changes meanwhile must not be sealed
        held = held_by(folder) if seal is None and not log.frames else None
        checked, kept = current(place, at, formats, seal)
    except DamagedError:
        if log.frames and holds_more(place, None, formats):
            return _without(wal, folder, at, formats)
        return _Look("file", log, nothing)
    if log.frames and kept is None and holds_more(place, checked.last, formats):
        return _without(wal, folder, at, formats)
    last = noted(folder / LAST, checked.epoch)
    if last is None or last > checked.last:
        return _Look("log", log, checked)
    if kept is None and log.length > log.end:
        cut(wal, log.end)
    if held is not None and kept is None:
        put_on(folder, formats.current, checked.last, held)
    return _Look(None, log, checked, kept)


def _without(wal: Path, folder: Path, at: datetime, formats: Formats) -> _Look:
    """Look again without a log that the file had taken in: the plug was pulled while it was being emptied."""
    cut(wal, 0)
    return _look(folder, at, formats)


def _wrong(place: Path) -> Kind | None:
    """What is wrong with the file at first sight. Raises `NotGiven` and `PermissionError`."""
    try:
        with place.open("rb") as file:
            head = file.read(_HEAD)
    except FileNotFoundError:
        return "gone"
    except PermissionError:
        raise
    except OSError as failure:
        raise NotGiven(failure.strerror or str(failure)) from failure
    # a number above 2 here makes SQLite take the file for one that may only be read
    return "file" if head[18:] and max(head[18:]) > 2 else None


def _mending(
    folder: Path, kind: Kind, log: Log, aside: str, at: datetime, formats: Formats
) -> Callable[[sqlite3.Connection], Mapping[str, str]]:
    """How a new file is filled with what can be read of the one in place."""

    def fill(connection: sqlite3.Connection) -> Mapping[str, str]:
        if kind == "gone" and not log.frames:
            copy = newest(folder, 0, None, formats)
            if copy is None:
                return {}
            damage = Damage(kind, at, None, 0, None, copy.name, copy.last)
            return {"floor": str(copy.last + MORE), SETTING: msgspec.json.encode(damage).decode()}
        from companion.journal.salvage import salvage  # hardly any start has to

        found = salvage(folder / NAME, log, connection, folder / LAST, forgiving=kind == "file")
        copy = newest(folder, found.last, found.settings.get("epoch"), formats)
        if copy is None and found.last == 0:  # one of before a copy was put back is better than none
            copy = newest(folder, 0, None, formats)
        damage = Damage(
            kind, at, aside, found.last, found.lost, *((copy.name, copy.last) if copy else (None, None))
        )
        beyond = found.beyond if copy is None else max(found.beyond, copy.last + MORE)
        told = {"floor": str(beyond), SETTING: msgspec.json.encode(damage).decode()}
        return {**found.settings, **told}

    return fill


def _see_behind(
    folder: Path, checked: Checked, at: datetime, entropy: Callable[[int], bytes], formats: Formats
) -> None:
    """Say so in the file when a copy of this very journal holds more than it: its disk has forgotten.

    A journal that somebody put back on purpose has another epoch than the copies made before.
    """
    last, epoch = checked.last, checked.epoch
    copy = newest(folder, last, epoch, formats) if epoch is not None else None
    if copy is None:
        return
    damage = Damage("behind", at, None, last, copy.last - last, copy.name, copy.last)
    found = {"floor": str(copy.last + MORE), SETTING: msgspec.json.encode(damage).decode()}
    with closing(connect(folder / NAME, writing=True)) as connection:
        connection.execute("BEGIN IMMEDIATE")
        settings = dict(map(read_setting, connection.execute(SETTINGS)))
        told = {**new_epoch(settings, entropy(EPOCH).hex()), **found}
        connection.executemany(SET, [setting_of(name, value) for name, value in told.items()])
        connection.execute("COMMIT")


def _finished(new: Path, formats: Formats) -> bool:
    """Whether a file was written whole and only its renaming is missing."""
    try:
        check(new, formats)
    except (DamagedError, sqlite3.OperationalError):
        return False
    return True


def _meant(new: Path) -> str | None:
    """The name that what was found in place was to have, of which some may lie under it already."""
    with suppress(sqlite3.Error, TypeError), closing(dial(new, "ro")) as connection:
        (found,) = connection.execute("SELECT value FROM settings WHERE name = ?", (SETTING,)).fetchone()
        return damage_in(found).aside
    return None


def _tighten(folder: Path) -> None:
    """Let nobody but their owner read the files of the journal: it holds the secrets of the dice."""
    for each in folder.glob(f"{OWN}*"):
        with suppress(OSError):  # some disks know no owners
            if stat.S_IMODE(each.lstat().st_mode) & 0o077 and each.is_file() and not each.is_symlink():
                each.chmod(0o600)


def replace(
    folder: Path,
    by: Path,
    at: datetime,
    entropy: Callable[[int], bytes],
    formats: Formats = FORMATS,
) -> str | None:
    """Put what a copy holds in the place of the journal that is there; return the name that this has now.

    For who holds the lock. The new journal has an epoch of its own: phones that saw more start afresh; and
    its numbers go on behind those of the journal that was there, whose settings `OF_THE_BOX` stay.
    Raises `DamagedError`, `FormatError`, `UpdateFailed` and `NotGiven` for a file that is no whole journal
    of a format we know, `OSError` and `sqlite3.Error`; the journal in place has not changed then.
    """
    if not by.is_file():
        raise FileNotFoundError(errno.ENOENT, os.strerror(errno.ENOENT), str(by))
    with currently(by, folder, formats) as copied:

        def fill(connection: sqlite3.Connection) -> Mapping[str, str]:
            from companion.journal.salvage import whole  # a copy is seldom put back

            found = whole(copied, connection)
            floor = max(found.beyond, _reached(folder / NAME))
            kept = {name: value for name, value in found.settings.items() if name != SETTING}
            return {**kept, **_of_the_box(folder / NAME), "floor": str(floor)}

        make(folder / NEW, at, entropy, formats.current, fill)
    return exchange(folder, free(folder, f"{OWN}replaced-{at:{STAMP}}"))


def sweep(folder: Path) -> None:
    """Delete the journal that held what is forgotten; a whole one is in its place. For who has the folder."""
    for each in folder.glob(f"{FORGETTING}-*"):
        with suppress(OSError):
            each.unlink()


def _reached(place: Path) -> int:
    """The highest number that the journal in place has given, as far as it can be read."""
    highest = 0
    with suppress(sqlite3.Error, TypeError, ValueError), closing(dial(place, "ro")) as connection:
        # nobody has checked it: what can be no number would spoil the new journal as well
        (highest,) = connection.execute(f"{SELECT_LAST} WHERE n < ?", (BEYOND,)).fetchone()
        (floor,) = connection.execute("SELECT value FROM settings WHERE name = 'floor'").fetchone()
        highest = max(highest, int(floor) if int(floor) < BEYOND else 0)
    return highest


def _of_the_box(place: Path) -> Mapping[str, str]:
    """What the journal in place keeps for the box itself, as far as it can be read."""
    found: dict[str, str] = {}
    with suppress(sqlite3.Error, TypeError, ValueError), closing(dial(place, "ro")) as connection:
        settings = (read_setting(row) for row in connection.execute(SETTINGS))
        found = {name: value for name, value in settings if name in OF_THE_BOX}
    return found


def _aside(folder: Path, at: datetime) -> str:
    return free(folder, f"{OWN}damaged-{at:{STAMP}}")


def exchange(folder: Path, aside: str) -> str | None:
    """Set what is in place aside, the file before its companions, and put the new one there."""
    moved = False
    for end in (*ENDS, BACK):
        if (folder / f"{NAME}{end}").exists():
            (folder / f"{NAME}{end}").rename(folder / f"{aside}{end}")
            moved = True
    (folder / NEW).rename(folder / NAME)
    onto_the_disk(folder)
    return aside if moved else None
