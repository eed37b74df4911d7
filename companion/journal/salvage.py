"""What can be read of a damaged journal: the entries up to the last good one, and how many lie behind it.

A damaged file is read from copies of it, with the pages of its write-ahead log laid over them.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from companion.journal.damage import MORE
from companion.journal.entry import HIGHEST, well_formed
from companion.journal.file import PAGE, dial, discard, understood, unless_damage
from companion.journal.names import COPY
from companion.journal.note import noted
from companion.journal.rows import (
    INSERT,
    SELECT,
    SELECT_1,
    SELECT_LAST,
    SETTINGS,
    Held,
    read_row,
    read_row_1,
    read_setting,
    row_of,
)
from companion.journal.wal import Frame, Log, NotGiven, lay

_BLOCK = 4096
"""Bytes of a damaged file that are read, or lost, together."""
_SMALLEST = 48
"""Bytes: no entry takes less room."""
_MAGIC = b"SQLite format 3\0"


class Salvaged(msgspec.Struct, frozen=True):
    """last: the number of the last entry that stands. lost: how many are known to be missing behind it, 0
    where all could be mended, None where nobody can know. beyond: no entry can have had a greater number.
    settings: what could be read of them.
    """

    last: int
    lost: int | None
    beyond: int
    settings: Mapping[str, str]


def salvage(place: Path, log: Log, new: sqlite3.Connection, note: Path, *, forgiving: bool) -> Salvaged:
    """Copy the entries up to the last good one into new tables.

    place: the damaged file, which need not be there; `journal.copy` beside it is used for a while. log: its
    write-ahead log. note: where the number of the last entry may be noted. forgiving: what the disk will not
    give of the file is left out. Raises `sqlite3.Error`, `OSError` and `NotGiven` for what is no damage.
    """
    with ExitStack() as images:
        best = image = _Image(images.enter_context(_laid(place, log.frames, 1, forgiving=forgiving)))
        if log.damaged and not (image.through and log.complete):
            # an earlier moment may hang together better than pages of different ones; and without a chain
            # over the entries nobody would see that some are missing in the middle
            earlier = _Image(
                images.enter_context(_laid(place, log.frames[: log.good], 2, forgiving=forgiving))
            )
            if not image.chained or earlier.last > image.last:
                best = earlier
        settings = best.settings | image.settings
        if log.damaged and image.chained:
            # what is left of a log that the file has taken in holds older pages than the file
            alone = images.enter_context(_laid(place, (), 4, forgiving=forgiving))
            if _reaches(alone) > best.last and (file := _Image(alone)).last > best.last:
                best, settings = file, settings | file.settings
        highest = max(image.highest, best.highest)
        lost = _lost(best.last, image, log, images, place)
        last = noted(note, image.settings.get("epoch"))
        if last is None:
            lost = None
        elif lost is not None and last > best.last + lost:
            lost = last - best.last
        beyond = max(highest, last or 0, _floor(image.settings), _floor(best.settings))
        most = log.length // _SMALLEST + (place.stat().st_size // _SMALLEST if place.exists() else 0)
        if lost is not None and lost > most:
            lost = None
        if lost is None:
            beyond += MORE + (log.lost // _SMALLEST if image.sound else most)
        for held in best.good():
            new.execute(INSERT, row_of(held))
        return Salvaged(best.last, lost, beyond, settings)


def _reaches(image: sqlite3.Connection) -> int:
    """The highest number in a file that nobody has looked through, 0 where it does not say."""
    with suppress(sqlite3.Error):
        return int(image.execute(SELECT_LAST).fetchone()[0])
    return 0


def whole(source: Path, new: sqlite3.Connection) -> Salvaged:
    """Copy everything from a whole file. Raises `sqlite3.Error`."""
    with closing(dial(source, "ro")) as old:
        image = _Image(old)
        for held in image.good():
            new.execute(INSERT, row_of(held))
        return Salvaged(image.last, 0, max(image.highest, _floor(image.settings)), image.settings)


def _lost(last: int, image: _Image, log: Log, images: ExitStack, place: Path) -> int | None:
    if image.through and image.sound and log.complete and last == image.last:
        return 0
    behind = image.highest - last
    if behind <= 0:
        return None
    if log.complete:
        return behind if image.sound else None
    # what was written behind the last bad place tells the last number
    before = _Image(images.enter_context(_laid(place, log.before_the_last_bad(), 3, forgiving=True)))
    return behind if image.highest > max(before.highest, last) else None


def _floor(settings: Mapping[str, str]) -> int:
    return int(settings.get("floor", "0"))


class _Image:
    """A damaged journal as it stood at one moment, looked through.

    chained: whether its entries tell which one was before them. sound: whether its pages hang together.
    through: whether every entry is good. last: the number of the last good one before the first that is not.
    highest: the highest number that is to be seen anywhere.
    """

    def __init__(self, old: sqlite3.Connection) -> None:
        self._old = old
        for _ in self._rows("PRAGMA writable_schema=ON"):  # reads on in a file shorter than it says
            pass
        columns = {row[1] for row in self._rows("PRAGMA table_info(entries)")}
        self.chained = "after" in columns
        self._summed = any(row[1] == "sum" for row in self._rows("PRAGMA table_info(settings)"))
        self.sound = bool(columns) and list(self._rows("PRAGMA integrity_check(1)")) == [("ok",)]
        self.through, self.last = True, 0
        for held in self.good():
            self.last = held.entry.n
        self.highest = self.last
        for query in (
            "SELECT n FROM entries NOT INDEXED ORDER BY n DESC",
            "SELECT n FROM entries NOT INDEXED",
        ):
            self.highest = max(self.highest, *(n for (n,) in self._rows(query) if n < HIGHEST), 0)
        self.settings = self._settings()

    def good(self) -> Iterator[Held]:
        """The entries up to the last good one before the first that is not."""
        look, before = (SELECT if self.chained else SELECT_1), 0
        for row in self._rows(look + "NOT INDEXED ORDER BY n"):
            try:
                held = read_row(row) if self.chained else read_row_1(row, before)
                well_formed(held.entry)
            except ValueError:
                self.through = False
                return
            if held.after != before:
                self.through = False
                return
            yield held
            before = held.entry.n

    def _settings(self) -> dict[str, str]:
        found: dict[str, str] = {}
        query = SETTINGS if self._summed else "SELECT name, value FROM settings"
        for row in self._rows(query):
            try:
                name, value = read_setting(row) if self._summed else row
                understood({name: value})
            except (ValueError, TypeError):
                continue
            if isinstance(name, str) and isinstance(value, str):
                found[name] = value
        return found

    def _rows(self, query: str) -> Iterator[tuple[Any, ...]]:
        """A query's rows until the file cannot be read on."""
        try:
            yield from self._old.execute(query)
        except sqlite3.Error as failure:
            unless_damage(failure)
            self.through = self.sound = False


@contextmanager
def _laid(
    damaged: Path, frames: Iterable[Frame], number: int, *, forgiving: bool
) -> Iterator[sqlite3.Connection]:
    """A copy to read from, for opening a file may change it, with these pages of its log laid over it."""
    copy = damaged.with_name(COPY if number == 1 else f"{COPY}-{number}")
    try:
        _copy(damaged, frames, copy, forgiving=forgiving)
        with closing(dial(copy, "ro")) as connection:
            yield connection
    finally:
        discard(copy)


def _copy(source: Path, frames: Iterable[Frame], target: Path, *, forgiving: bool) -> None:
    """Copy block by block, zeros for a block that cannot be read, then page by page from the log."""
    discard(target)
    with target.open("xb") as new:
        target.chmod(0o600)
        with suppress(FileNotFoundError), source.open("rb", buffering=0) as old:
            for place in range(0, source.stat().st_size, _BLOCK):
                old.seek(place)
                try:
                    new.write(old.read(_BLOCK))
                except OSError as failure:
                    if not forgiving:
                        raise NotGiven(str(failure)) from failure
                    new.write(bytes(_BLOCK))
        lay(frames, new)
        new.seek(0, 2)
        new.write(bytes(max(0, PAGE - new.tell())))  # a file without a page is taken for new
        # the copy has no log, and needs none; what every journal has in its first bytes is mended
        for place, always in ((0, _MAGIC + PAGE.to_bytes(2, "big") + b"\1\1\0\x40\x20\x20"), (28, bytes(4))):
            new.seek(place)
            new.write(always)
        for place, number in ((44, 4), (56, 1)):
            new.seek(place)
            new.write(number.to_bytes(4, "big"))
