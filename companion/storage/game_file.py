"""A game's file: a header line, then a line for each entry. Only its end is ever written.

    {"format":"companion-journal","version":1,"game":"20260101-1800","check":"0c3f2a91"}
    {"n":7,"at":"2026-01-01T18:00:00Z","from":"phone","command":{...},"events":[...],"check":"55d0e1b7"}

`check` is a CRC-32 over the line and the check before it: a byte that changed is noticed, and a line that is
missing in the middle. The box's own entries have such a file, too, with `null` for the game.
"""

import os
import zlib
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import msgspec

from companion.storage.entry import Entry, Source, stamp, stamped, well_formed
from companion.storage.files import atomic_write, require_file

Committed: TypeAlias = tuple[Entry, str | None]
"""An entry, and the commitment of its secret."""

FORMAT = "companion-journal"
VERSION = 1
_CHECK_FORMAT = b',"check":"%08x"}'
_CHECK_LENGTH = len(_CHECK_FORMAT % 0)
_MAX_LINE = 1 << 17
"""Bytes at a file's end to search for its last line: more than any line has."""


class DamagedError(Exception):
    """A line was changed. Only raised within this room."""


class NewerError(Exception):
    """A file is of a later version. Only raised within this room."""


class Header(msgspec.Struct, frozen=True):
    """The first line of a file. game: its id, None for the entries of the box."""

    format: str
    version: int
    game: str | None


class _Line(msgspec.Struct, frozen=True, omit_defaults=True):
    """An entry as it is stored. commitment: of the secret that it carries, 64 hex digits."""

    n: int
    at: str
    source: Source = msgspec.field(name="from")
    command: msgspec.Raw
    events: msgspec.Raw
    by: str | None = None
    name: str = ""
    key: str | None = None
    commitment: str | None = None


_header = msgspec.json.Decoder(Header).decode
_line = msgspec.json.Decoder(_Line).decode


class Content(msgspec.Struct, frozen=True):
    """A file's content up to the first invalid line.

    commitments: by number, of entries with a secret. end: bytes up to there. check: of the last valid line.
    rest: the number of lines behind `end`. after: the first bytes there.
    """

    header: Header | None
    entries: tuple[Entry, ...]
    commitments: dict[int, str]
    end: int
    check: int
    rest: int
    after: bytes


def read(path: Path) -> Content:
    """Read a file up to the first invalid line. Raises `OSError`, and `NewerError` for a later version."""
    data = require_file(path).read_bytes()
    header: Header | None = None
    entries: list[Entry] = []
    end = check = 0
    commitments: dict[int, str] = {}
    with suppress(DamagedError, ValueError):
        for line in data.split(b"\n")[:-1]:
            found = _verify_check(line, check)
            if header is None:
                header = _read_header(line)
            else:
                entry, commitment = _entry(line, header.game)
                if entries and entry.n <= entries[-1].n:
                    raise DamagedError
                entries.append(entry)
                if commitment is not None:
                    commitments[entry.n] = commitment
            end, check = end + len(line) + 1, found
    rest = data[end:]
    lines = rest.count(b"\n") + (not rest.endswith(b"\n") and bool(rest))
    return Content(header, tuple(entries), commitments, end, check, lines, rest[:64])


def valid_part(data: bytes) -> bytes:
    """The bytes of a file up to the first invalid line."""
    end = check = 0
    with suppress(DamagedError):
        for line in data.split(b"\n")[:-1]:
            check = _verify_check(line, check)
            end += len(line) + 1
    return data[:end]


class FileEnds(msgspec.Struct, frozen=True):
    """A file's first and last entry. size: bytes. check: of its last line."""

    header: Header
    first: Entry
    last: Entry
    size: int
    check: int


def read_ends(path: Path) -> FileEnds | None:
    """Read a file's ends; None where they are invalid, and `read` is needed.

    Raises `OSError` and `NewerError`.
    """
    with require_file(path).open("rb") as file:
        size = os.fstat(file.fileno()).st_size
        head, first = file.readline(_MAX_LINE), file.readline(_MAX_LINE)
        file.seek(max(0, size - _MAX_LINE))
        *_, last = file.read().removesuffix(b"\n").rsplit(b"\n", 1)
        file.seek(max(0, size - 1))
        whole = file.read(1) == b"\n"
    try:
        before = _verify_check(head.removesuffix(b"\n"), 0)
        _verify_check(first.removesuffix(b"\n"), before)
        header = _read_header(head)
        if not whole:
            return None
        opening, _ = _entry(first, header.game)
        closing, _ = _entry(last, header.game)
        return FileEnds(header, opening, closing, size, int(last[-10:-2], 16))
    except (DamagedError, ValueError):
        return None


def encode(rows: Iterable[Committed], check: int) -> tuple[bytes, int]:
    """The lines of entries after a line with this check; and the last check."""
    lines: list[bytes] = []
    for entry, commitment in rows:
        line = _Line(
            n=entry.n, at=stamp(entry.at), source=entry.source, by=entry.by, name=entry.name, key=entry.key,
            command=msgspec.Raw(entry.command), events=msgspec.Raw(entry.events),
            commitment=commitment,
        )  # fmt: skip
        sealed, check = _with_check(msgspec.json.encode(line), check)
        lines.append(sealed)
    return b"".join(lines), check


def create(path: Path, game: str | None, rows: Iterable[Committed]) -> tuple[int, int]:
    """Write a whole file, in place of an existing one; return its size and last check. Raises `OSError`."""
    header, check = _with_check(msgspec.json.encode(Header(FORMAT, VERSION, game)), 0)
    lines, check = encode(rows, check)
    atomic_write(path, (header, lines))
    return len(header) + len(lines), check


def _with_check(body: bytes, before: int) -> tuple[bytes, int]:
    check = zlib.crc32(body, before)
    return body[:-1] + _CHECK_FORMAT % check + b"\n", check


def _verify_check(line: bytes, before: int) -> int:
    """Verify a line's check, after the check `before`, and return it. Raises `DamagedError`."""
    check = zlib.crc32(line[:-_CHECK_LENGTH] + b"}", before)
    if line[-_CHECK_LENGTH:] != _CHECK_FORMAT % check:
        raise DamagedError
    return check


def _read_header(line: bytes) -> Header:
    """Parse a header. Raises `ValueError`, and `NewerError`."""
    header = _header(line)
    if header.format != FORMAT:
        raise ValueError(header.format)
    if header.version > VERSION:
        raise NewerError
    return header


def _entry(line: bytes, game: str | None) -> tuple[Entry, str | None]:
    """Parse an entry, and the commitment of its secret. Raises `ValueError`."""
    try:
        found = _line(line)
    except RecursionError as endless:  # made by hand
        raise ValueError("too deep") from endless
    at = stamped(found.at)
    if at.tzinfo is None:
        raise ValueError(found.at)
    entry = Entry(
        found.n, at, game, found.source, found.by, found.name, found.key,
        bytes(found.command), bytes(found.events),
    )  # fmt: skip
    well_formed(entry)
    return entry, found.commitment
