"""What is forgotten is gone from the data folder for good: from the journal, and from its copies.

Nothing is deleted in a file that stays: the journal is written afresh beside its place, as it shall be, and
the two change places. So a power cut leaves it as it was or as it shall be, and no page of the new file has
ever held what is forgotten. The journals that were set aside whole are written afresh before it. Copies of
the old one are known by its mark, which stays at home; each is deleted once there is a newer copy beside it,
on a stick once that is back.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Collection, Mapping
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from companion.journal.entry import Entry, promised
from companion.journal.file import (
    FORMATS,
    DamagedError,
    FormatError,
    Formats,
    check,
    dial,
    discard,
    onto_the_disk,
)
from companion.journal.folder import exchange, lock, sweep
from companion.journal.marks import mark, marks_in, marks_of, written
from companion.journal.names import BACK, ENDS, FORGETTING, FORGOTTEN, NAME, NEW, OWN
from companion.journal.offers import copies_in
from companion.journal.repair import STAMP, UpdateFailed, currently, free, make
from companion.journal.rows import INSERT, SELECT, SETTINGS, Held, read_row, read_setting, row_of
from companion.journal.wal import NotGiven

_WHOLE = (f"{OWN}replaced-", f"{OWN}format-")
"""How the names of journals begin that were set aside whole."""
_UNREAD = (DamagedError, FormatError, UpdateFailed, NotGiven, sqlite3.Error, ValueError)
"""Why a file cannot be written afresh."""


def forget(
    folder: Path,
    entry: Callable[[Entry], Entry | None],
    setting: Callable[[str, str], str],
    at: datetime,
    entropy: Callable[[int], bytes],
    formats: Formats = FORMATS,
) -> int:
    """Write the journal of a data folder afresh; how many entries became others, or are no more.

    entry: what becomes of each, None where it goes; numbers stay as they are. setting: what becomes of each
    setting, by its name. Nothing is written where nothing would change. Raises `DataFolderUnusable` while a
    companion runs; `DamagedError`, `FormatError`, `UpdateFailed`, `NotGiven`, `OSError` and
    `sqlite3.Error`; the journal in place has not changed then.
    """
    held = lock(folder)
    try:
        sweep(folder)
        marks = _forget_beside(folder, entry, setting, at, entropy, formats)
        fresh = _Afresh(folder / NAME, folder, entry, setting, formats, marks)
        changed = fresh.write(folder / NEW, at, entropy)
        if changed or marks:
            exchange(folder, free(folder, f"{FORGETTING}-{at:{STAMP}}"))
            sweep(folder)
    except ValueError as damage:
        raise DamagedError from damage
    finally:
        held.release()
    return changed


def _forget_beside(
    folder: Path,
    entry: Callable[[Entry], Entry | None],
    setting: Callable[[str, str], str],
    at: datetime,
    entropy: Callable[[int], bytes],
    formats: Formats,
) -> list[str]:
    """Write those afresh that were set aside whole; the marks of the ones that became others."""
    marks: list[str] = []
    for each in _set_aside(folder):
        with suppress(*_UNREAD):  # what nobody can read stays
            fresh = _Afresh(each, folder, entry, setting, formats)
            if fresh.write(folder / NEW, at, entropy):
                (folder / NEW).rename(folder / free(folder, each.name))
                onto_the_disk(folder)
                discard(each)
                marks += fresh.marks
    return marks


def stale(place: Path, marks: Collection[str]) -> tuple[Path, ...]:
    """The copies in a folder that are of such journals; of a folder that is not there, none."""
    found: list[Path] = []
    with suppress(OSError):
        for each in copies_in(place) if marks else ():
            with suppress(sqlite3.Error, TypeError), closing(dial(each, "ro")) as copy:
                if mark(dict(copy.execute("SELECT name, value FROM settings").fetchall())) in marks:
                    found.append(each)
    return tuple(found)


def clean(place: Path, marks: Collection[str]) -> None:
    """Delete these copies in a folder, as far as its disk lets them be deleted."""
    for each in stale(place, marks):
        with suppress(OSError):
            each.unlink()


def left(folder: Path) -> tuple[str, ...]:
    """The names of files beside a journal that nobody could write afresh: damaged ones, and those that cannot
    be read.
    """
    with suppress(OSError):
        damaged = [each.name for each in folder.glob(f"{OWN}damaged-*") if not _beside(each)]
        return (*sorted(damaged), *(each.name for each in _set_aside(folder) if not _reads(each)))
    return ()


def _reads(file: Path) -> bool:
    with suppress(*_UNREAD):
        check(file)
        return True
    return False


class _Afresh:
    """A journal that is written afresh. marks: all that it has had, once it is written. more: marks that
    its fresh one names, too."""

    def __init__(
        self,
        source: Path,
        folder: Path,
        entry: Callable[[Entry], Entry | None],
        setting: Callable[[str, str], str],
        formats: Formats,
        more: list[str] | None = None,
    ) -> None:
        self._source, self._folder, self._formats = source, folder, formats
        self._entry, self._setting = entry, setting
        self._more = more or []
        self.marks: tuple[str, ...] = ()

    def write(self, new: Path, at: datetime, entropy: Callable[[int], bytes]) -> int:
        """Write it to this file; how much of it is another now. With nothing, and no more
        marks, none is left."""
        changed = 0

        def fill(connection: sqlite3.Connection) -> Mapping[str, str]:
            nonlocal changed
            with closing(dial(whole, "ro")) as old:
                before = highest = 0
                for row in old.execute(SELECT + "ORDER BY n"):
                    held = read_row(row)
                    highest = held.entry.n
                    entry = self._entry(held.entry)
                    changed += entry != held.entry
                    if entry is not None:
                        kept = replace(held, entry=entry, after=before, promise=_promise(held))
                        connection.execute(INSERT, row_of(kept))
                        before = entry.n
                settings = dict(read_setting(row) for row in old.execute(SETTINGS))
            self.marks = marks_of(settings)
            told = {name: self._setting(name, value) for name, value in settings.items()}
            changed += told != settings
            told[FORGOTTEN] = written((*marks_in(settings.get(FORGOTTEN)), *self._more, *self.marks))
            told["floor"] = str(max(highest, int(settings.get("floor", "0"))))
            return told

        try:
            with currently(self._source, self._folder, self._formats) as whole:
                make(new, at, entropy, self._formats.current, fill)
        except Exception:
            discard(new)
            raise
        if not changed and not self._more:
            discard(new)
        return changed


def _promise(held: Held) -> bytes | None:
    return held.promise if held.secret is None else promised(held.secret)


def _set_aside(folder: Path) -> list[Path]:
    return sorted(each for stem in _WHOLE for each in folder.glob(f"{stem}*") if not _beside(each))


def _beside(file: Path) -> bool:
    """Whether SQLite keeps it beside another one."""
    return file.name.endswith((*ENDS[1:], BACK))
