"""Recovery at a start: valid files, torn ends, or damage.

A torn end is an unacknowledged write before a power cut: it is cut off silently. Missing acknowledged entries
are
damage: the file is set aside, and its valid part takes its place.
"""

from __future__ import annotations

import os
import re
import zlib
from collections.abc import Iterable
from contextlib import suppress
from datetime import datetime
from pathlib import Path

import msgspec

from companion.storage.damage import Damage, Kind
from companion.storage.entry import BEYOND, Entry
from companion.storage.files import atomic_write, fsync_path, require_file, stamped_name, unused_path
from companion.storage.game_file import Content, FileEnds, read, read_ends

GAMES = "games"
"""The folder of the games' files, in a data folder."""
SUFFIX = ".jsonl"
DICE = ".secret"
"""Suffix of the file with the secret of a game's dice."""
BOX_FILE = f"box{SUFFIX}"
"""The file of the box's own entries."""
READ_AT_START = 16 << 20
"""Bytes of the newest files that a start reads; older games are read when they are needed."""
_ID = re.compile(r"[0-9A-Za-z][0-9A-Za-z-]{0,63}")
_NUMBERED = re.compile(rb'\{"n":(\d{1,12}),')


class GameFile:
    """A game's file: its first and last entry, and all entries once loaded.

    game: None for the box's own entries. end: bytes. check: of its last line.
    keys: loaded entries by their commands' keys. commitment: of the game's last secret, once loaded.
    """

    def __init__(self, path: Path, game: str | None, first: Entry, last: Entry, end: int, check: int) -> None:
        self.path, self.game = path, game
        self.first, self.last = first, last
        self.end, self.check = end, check
        self.entries: list[Entry] | None = None
        self.keys: dict[str, Entry] = {}
        self.commitment: str | None = None

    def load(self, entries: Iterable[Entry]) -> list[Entry]:
        """Keep the entries in memory."""
        self.entries = list(entries)
        self.keys = {entry.key: entry for entry in self.entries if entry.key is not None}
        return self.entries

    def unload(self) -> None:
        """Drop the entries from memory."""
        self.entries, self.keys = None, {}

    def extend(self, entries: list[Entry], end: int, check: int) -> None:
        """Add entries that have been written."""
        self.last, self.end, self.check = entries[-1], end, check
        if self.entries is not None:
            self.entries.extend(entries)
            self.keys.update({entry.key: entry for entry in entries if entry.key is not None})


class Note(msgspec.Struct, frozen=True):
    """The numbers of the last acknowledged entry, and of the last of the box's own; 0 for unknown."""

    last: int = 0
    box: int = 0


class Recovered(msgspec.Struct, frozen=True):
    """The result of a recovery. files: by game. last: the number of the last valid entry. reached: the
    highest number known to have been given. damage: None without any.
    """

    files: dict[str | None, GameFile]
    last: int
    reached: int
    damage: Damage | None = None


def recover(games: Path, note: Note, at: datetime, *, repair: bool, every: bool) -> Recovered:
    """Find the files of a folder of games, and read the newest of them, or all.

    note: the numbers acknowledged. repair: cut torn ends, set damaged files aside and replace them; else
    nothing is written. Raises `OSError` and `NewerError`.
    """
    for secret in games.glob(f"*{DICE}"):
        require_file(secret)
    found = _Scan(games, every=every)
    last = max((file.last.n for file in found.files.values()), default=0)
    broken = found.broken.items()
    box = found.files.get(None)
    missing = note.last > last or note.box > (0 if box is None else box.last.n)
    played = [file for file in found.files.values() if file.game is not None]
    growing = {
        games / BOX_FILE,
        *(file.path for file in played if file.last.n == max(each.last.n for each in played)),
    }
    damaged = {
        path: content
        for path, content in broken
        if missing or not _is_torn(content, max(note.last, last), growing=path in growing)
    }
    if repair:
        for path, content in broken:
            if path not in damaged:
                _cut(path, content)
    reached = max([note.last, last, *(_number(content.after) or 0 for content in damaged.values())])
    if not damaged and not missing:
        return Recovered(found.files, last, last)
    kind: Kind = "file" if damaged else "log"
    lost = max(sum(content.rest for content in damaged.values()), note.last - last, 0 if damaged else 1)
    aside = _set_aside(games, damaged, at) if damaged and repair else None
    return Recovered(found.files, last, reached, Damage(kind, at, aside, last, lost))


def ends_in(games: Path) -> dict[Path, FileEnds | None]:
    """The files of a folder of games by `read_ends`, without copies under another name.

    Raises `OSError` and `NewerError`.
    """
    ends = {path: read_ends(path) for path in games.glob(f"*{SUFFIX}")}
    return {path: each for path, each in ends.items() if each is None or is_named_for(path, each.header.game)}


class _Scan:
    """files: valid ones, also in part, by game. broken: contents of files with invalid lines."""

    def __init__(self, games: Path, *, every: bool) -> None:
        self.files: dict[str | None, GameFile] = {}
        self.broken: dict[Path, Content] = {}
        ends, budget = ends_in(games), READ_AT_START

        def newest(path: Path) -> int:
            found = ends[path]
            return BEYOND if found is None else found.last.n

        for path in sorted(ends, key=newest, reverse=True):
            known = ends[path]
            if known is None or budget >= known.size or _is_always_read(path, known):
                budget -= self._read(path).end
                continue
            if every:
                with suppress(OSError):  # what the disk does not give of an old game costs no other
                    self._read(path)
                    continue
            self.files[known.header.game] = GameFile(
                path, known.header.game, known.first, known.last, known.size, known.check
            )

    def _read(self, path: Path) -> Content:
        content = read(path)
        if content.rest:
            content = read(path)  # what a disk gives wrong once, it may give right at the next try
        if content.header is not None and not is_named_for(path, content.header.game):
            return content
        if content.header is not None and content.entries:
            first, last = content.entries[0], content.entries[-1]
            file = GameFile(path, content.header.game, first, last, content.end, content.check)
            file.commitment = last_commitment(content)
            self.files[file.game] = file
        if content.rest or not content.entries:
            self.broken[path] = content
        return content


def _is_always_read(path: Path, ends: FileEnds) -> bool:
    """Whether every start must read the whole file."""
    return path.name == BOX_FILE or "import" in (ends.first.kind, ends.last.kind)


def _is_torn(content: Content, last: int, *, growing: bool) -> bool:
    """Whether the invalid part of a file may be an unacknowledged write.

    last: the highest acknowledged number. growing: entries were written to the file lately. A file without
    entries is damaged, as it is created whole.
    """
    if content.rest > 1 or not content.entries:
        return False
    number = _number(content.after)
    if number is not None:
        return number > last
    # its first block is missing, or it was torn before its number
    return growing and (content.entries[-1].n == last or content.after.startswith(b"\0"))


def _number(line: bytes) -> int | None:
    """The number at the beginning of an entry's line, if readable."""
    found = _NUMBERED.match(line)
    return int(found[1]) if found and int(found[1]) < BEYOND else None


def _cut(path: Path, content: Content) -> None:
    """Cut off a torn end."""
    os.truncate(path, content.end)
    fsync_path(path)


def _set_aside(games: Path, damaged: dict[Path, Content], at: datetime) -> str:
    """Set damaged files aside in a folder and return its name; their valid part stays."""
    aside = unused_path(games.parent, stamped_name("damaged", at))
    aside.mkdir(0o700)
    for path, content in damaged.items():
        os.link(path, aside / path.name)
        fsync_path(aside)
        if content.entries:
            atomic_write(path, (path.read_bytes()[: content.end],))
        else:
            path.unlink()
    fsync_path(games)
    fsync_path(games.parent)
    return aside.name


def read_note(path: Path, epoch: str | None) -> Note:
    """The note of this epoch."""
    with suppress(OSError, ValueError):
        noted, _, check = require_file(path).read_text("ascii").strip().rpartition(" ")
        noted_epoch, last, box = noted.split(" ")
        note = Note(int(last), int(box))
        valid = check == f"{zlib.crc32(noted.encode()):08x}" and max(note.last, note.box) < BEYOND
        return note if valid and noted_epoch == epoch else Note()
    return Note()


def write_note(handle: int, epoch: str, note: Note) -> None:
    """Write the note to an open file, without a sync: an older note is still right."""
    noted = f"{epoch} {note.last} {note.box}"
    line = f"{noted} {zlib.crc32(noted.encode()):08x}"
    with suppress(OSError):
        os.pwrite(handle, f"{line:<63}\n".encode(), 0)


def is_game_id(game: str) -> bool:
    """Whether this is a valid game id, which is part of addresses and file names."""
    return _ID.fullmatch(game) is not None and game != "box"


def is_named_for(path: Path, game: str | None) -> bool:
    """Whether a file has the name of this game's file."""
    return path.name == BOX_FILE if game is None else path.stem == game and is_game_id(game)


def last_commitment(content: Content) -> str | None:
    """The commitment of a game's present secret."""
    return content.commitments[max(content.commitments)] if content.commitments else None
