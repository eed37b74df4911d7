"""The append-only record on SQLite: what is in it stays, whatever happens to the power.

Write-ahead log with `synchronous=FULL`: a commit returns when the entry is on the disk. One connection
writes, another reads, so that a long look at the log never delays a press. Both live behind locks; any
thread may call.
"""

from __future__ import annotations

import sqlite3
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, nullcontext
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.journal.box import NOBODY, keep_box, read_box
from companion.journal.damage import SETTING, Damage, damage_in
from companion.journal.entry import Entry, stamped
from companion.journal.file import FORMATS, Formats, connect, unless_damage
from companion.journal.folder import Lock, inspect, lock, prepare, telling
from companion.journal.machine import OF_THE_MACHINE, UNKNOWN, Machine, bound
from companion.journal.marks import EPOCH, new_epoch
from companion.journal.names import NAME
from companion.journal.rows import (
    SELECT,
    SELECT_LAST,
    SELECT_MARKED,
    SELECT_PROMISES,
    SETTINGS,
    read_row,
    read_setting,
    turning,
)
from companion.journal.seal import still_sealed
from companion.journal.writer import JournalFailed, Row, Writer

__all__ = ["Journal", "JournalFailed", "Row"]

_ENTRIES_AT_ONCE = 500
_RECENT = 64
"""How many of the entries that were written last are remembered: every page that is drawn tells of them."""


class Journal:
    """The journal of a data folder.

    folder: made if it is not there. at: the present time; it names a damaged file that is set aside.
    entropy: gives that many random bytes, for the epoch. writing: without it the journal is looked at
    only, also while a daemon writes; nothing is made or mended then.
    machine: on which this is; in another machine than before, what is bound to it is made anew.
    room: asked to make room on a full disk; True when something was freed, and then the write is tried again.
    formats: what the file may look like. Raises `DataFolderUnusable` when the folder or the file cannot be
    opened, read, made, written or brought up to date, also when another process writes here.

    epoch: names this journal; new with the file, also after a damaged one was set aside, so that no
    number of the lost end is taken for one of the new; and new on another machine. made_at: when the file
    was made. box: which box this is, eight hex digits, the same for every journal that the folder ever has on
    its machine. came: the folder was on another machine before this start.
    aside: the name of the damaged file that was put away on opening, or None. kept: the name of the file
    as it was, when on opening it was brought up to date from an earlier format, or None. damage: what this
    start or an earlier one found wrong, as long as the file lasts.
    """

    def __init__(
        self,
        folder: Path,
        *,
        at: datetime,
        entropy: Callable[[int], bytes],
        machine: Machine = UNKNOWN,
        writing: bool = True,
        room: Callable[[], bool] = lambda: False,
        formats: Formats = FORMATS,
    ) -> None:
        self.folder = folder
        self._room = room
        self._format = formats.current
        self._lock: Lock | None = lock(folder) if writing else None
        try:
            found = prepare(folder, at, entropy, formats) if writing else inspect(folder, formats)
            self.aside, self.kept = found.aside, found.kept
            known = read_box(folder)
            self.came = writing and known is not None and known.came_to(machine)
            with telling(folder):
                self._open(at if writing else None, entropy(EPOCH).hex() if self.came else None)
            if writing:
                box = bound(known, machine, lambda: entropy(4).hex())
                if box != known:  # last: pulled before this, the plug has all of it made anew once more
                    keep_box(folder, box)
                known = box
            self.box = NOBODY if known is None else known.id
        except BaseException:
            self._let_go()
            raise

    def _open(self, at: datetime | None, epoch: str | None) -> None:
        """at: the present time, None to look only. epoch: a new one, for what was on another machine before.

        Raises `sqlite3.Error`, `OSError` and `NotGiven`.
        """
        self._looking = threading.RLock()
        self._writer: Writer | None = None
        self._recent: tuple[Entry, ...] = ()
        self._viewer = connect(self.folder / NAME, writing=False)
        try:
            if at is not None:
                self._writer = Writer(self.folder, self._room)
                self._writer.begin(at)
                if epoch is not None:
                    settings = dict(map(read_setting, self._look(SETTINGS)))
                    self._writer.change(new_epoch(settings, epoch), OF_THE_MACHINE)
            self._marked = bool(self._look(SELECT_MARKED))
            self.epoch: str = self.setting("epoch") or "0000"
            self.made_at: datetime = stamped(self.setting("made_at") or "1970-01-01T00:00:00Z")
            found = self.setting(SETTING)
            self.damage: Damage | None = None if found is None else damage_in(found)
            self._found: int = self._look(SELECT_LAST)[0][0]
            self._floor = int(self.setting("floor") or 0)
            if self._writer is not None:
                self._writer.follow(self.epoch, self._found)
        except JournalFailed as failure:
            self._shut()
            if isinstance(failure.__cause__, sqlite3.Error):
                unless_damage(failure.__cause__)
                raise failure.__cause__ from failure
            raise
        except BaseException:
            self._shut()
            raise

    @property
    def last(self) -> int:
        """The number of the last entry, 0 where there is none."""
        return self._found if self._writer is None else self._writer.last

    @property
    def next(self) -> int:
        """The number that the next entry must have."""
        return max(self.last, self._floor) + 1

    def append(self, rows: Sequence[Row], *, noted: bool = True) -> None:
        """Put entries on the disk, all or none, numbered from `next` on. Raises `JournalFailed`.

        noted: the number of the last is noted beside them, by which is seen later whether it is missing;
        otherwise `note` does that, once who waits has been told.
        """
        self._taking().append(rows, noted=noted)
        self._recent = (*self._recent, *(entry for entry, _ in rows))[-_RECENT:]

    def note(self) -> None:
        """Note the number of the last entry. Never waits for who writes; an older note says nothing wrong."""
        self._taking().note()

    def entries(self, after: int = 0, limit: int | None = None) -> list[Entry]:
        """Entries with a number greater than `after`, at most `limit` of them."""
        recent = self._recent
        if recent and after >= recent[0].n - 1:
            return [each for each in recent if each.n > after][:limit]
        return self._entries(SELECT + "WHERE n > ? ORDER BY n LIMIT ?", after, -1 if limit is None else limit)

    def every(self) -> Iterator[Entry]:
        """All entries in their order, a few at a time."""
        return self._by_and_by(SELECT + "WHERE TRUE")

    def of(self, game: str, first: int, last: int) -> Iterator[Entry]:
        """A game's entries, those numbered from `first` to `last`, in their order and a few at a time."""
        return self._by_and_by(SELECT + "WHERE game = ? AND n >= ? AND n <= ?", game, first, last)

    def turning(self) -> Iterator[Entry]:
        """The box's own entries, and of all games those that put a game on the table, bring one in or take
        something back, and some others; in their order and a few at a time. The rest is not read.
        """
        return self._by_and_by(turning(SELECT, marked=self._marked))

    def last_of(self, game: str, before: int = sys.maxsize) -> int:
        """The number of a game's last entry before another one, 0 where there is none; quick if near."""
        found = self._look(
            "SELECT n FROM entries WHERE n < ? AND game = ? ORDER BY n DESC LIMIT 1", before, game
        )
        return int(found[0][0]) if found else 0

    def newest(self, limit: int, before: int | None = None) -> list[Entry]:
        """The last `limit` entries with a number below `before`, newest first."""
        recent = self._recent
        if before is None and 0 <= limit <= len(recent):
            return list(recent[::-1][:limit])
        return self._entries(
            SELECT + "WHERE n < ? ORDER BY n DESC LIMIT ?", sys.maxsize if before is None else before, limit
        )

    def entry(self, n: int) -> Entry | None:
        """The entry of this number."""
        recent = self._recent
        if recent and n >= recent[0].n:
            return next((each for each in recent if each.n == n), None)
        return next(iter(self._entries(SELECT + "WHERE n = ?", n)), None)

    def keyed(self, key: str) -> Entry | None:
        """The entry whose command carried this key."""
        return next(iter(self._entries(SELECT + "WHERE key = ?", key)), None)

    def secret(self, game: str, first: int = 0, last: int = sys.maxsize) -> bytes | None:
        """The secret that a game's dice are rolled with: its `start` carries it, or what came later.

        first, last: the numbers between which its entries are.
        """
        found = self._look(
            "SELECT secret FROM entries WHERE n BETWEEN ? AND ? AND game = ? AND secret IS NOT NULL"
            " ORDER BY n DESC LIMIT 1",
            first,
            last,
            game,
        )
        return found[0][0] if found else None

    def left_out(self) -> dict[str, bytes]:
        """The games whose secret a copy has left out, each with the promise of the last that it had."""
        found = self._look(
            turning(SELECT_PROMISES, marked=self._marked)
            + " AND promise IS NOT NULL GROUP BY game HAVING count(secret) = 0"
        )
        return {game: promise for game, promise, _ in found}

    def setting(self, name: str) -> str | None:
        """A small thing that belongs to the data folder."""
        found = self._look("SELECT value FROM settings WHERE name = ?", name)
        return found[0][0] if found else None

    def set(self, name: str, value: str) -> None:
        """Keep a setting, on the disk when this returns. Raises `JournalFailed`."""
        self._taking().set(name, value)

    @property
    def trouble(self) -> str | None:
        """What keeps the journal from taking entries, as a code of `JournalFailed`; None when all is well."""
        return None if self._writer is None else self._writer.trouble

    def fold(self) -> bool:
        """Take the write-ahead log into the file; whether all of it is there now.

        Whoever writes meanwhile waits for the last, short step only.
        """
        if self._writer is None:
            return False
        with self._still_sealed(self._writer) as look:
            return self._writer.fold(look)

    def answers(self, timeout: float) -> bool:
        """Whether the journal can be read now, and no write has been hanging for this many seconds."""
        if self._writer is not None and not self._writer.free(timeout):
            return False
        if not self._looking.acquire(timeout=timeout):
            return False
        self._looking.release()
        try:
            self._look("SELECT n FROM entries ORDER BY n DESC LIMIT 1")
        except JournalFailed:
            return False
        return True

    def close(self) -> None:
        """Fold the write-ahead log into the file and let the folder go. Twice does nothing more."""
        writer = self._writer
        with nullcontext() if writer is None else writer.still(), self._looking:
            if writer is None or not self._lock:
                self._shut()
            else:
                with self._still_sealed(writer) as look:
                    look()
                    self._shut()
            self._let_go()

    def _still_sealed(self, writer: Writer) -> AbstractContextManager[Callable[[], None]]:
        return still_sealed(self.folder, self._format, writer.last, lambda: writer.begun)

    def _shut(self) -> None:
        self._viewer.close()
        if self._writer is not None:
            self._writer.close()

    def _taking(self) -> Writer:
        """The writer. Raises `JournalFailed` where the journal is only looked at."""
        if self._writer is None:
            raise JournalFailed("journal-read-only")
        return self._writer

    def _let_go(self) -> None:
        if self._lock is not None:
            self._lock.release()
            self._lock = None

    def _look(self, query: str, *given: Any) -> list[tuple[Any, ...]]:
        try:
            with self._looking:
                return self._viewer.execute(query, given).fetchall()
        except sqlite3.Error as failure:
            raise JournalFailed("journal-failed") from failure

    def _entries(self, query: str, *given: Any) -> list[Entry]:
        try:
            return [read_row(row).entry for row in self._look(query, *given)]
        except ValueError as failure:
            raise JournalFailed("journal-failed") from failure

    def _by_and_by(self, query: str, *given: Any) -> Iterator[Entry]:
        after = -1
        while some := self._entries(f"{query} AND n > ? ORDER BY n LIMIT ?", *given, after, _ENTRIES_AT_ONCE):
            yield from some
            after = some[-1].n
