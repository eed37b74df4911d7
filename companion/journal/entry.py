"""An entry of the journal, and how times and JSON are written in it."""

import hashlib
import zlib
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

import msgspec

Source: TypeAlias = Literal["phone", "panel", "reader"]
"""Where a command came in; `panel` stands for the box itself."""


class Entry(msgspec.Struct, frozen=True):
    """One thing that happened at the table.

    n: its number, greater than every number before it in the data folder. at: UTC, whole seconds.
    game: the game it belongs to, None for the box's own affairs. by: the colour of who did it, if known.
    name: what that person is called, may be empty. key: what makes a repeated command the same one.
    command, events: JSON as stored, an object and an array of objects, each with a `type`.
    """

    n: int
    at: datetime
    game: str | None
    source: Source
    by: str | None
    name: str
    key: str | None
    command: bytes
    events: bytes

    @property
    def kind(self) -> str:
        """The command's type."""
        return msgspec.json.decode(self.command, type=_Typed).type

    def plain_command(self) -> dict[str, Any]:
        """The command as plain data."""
        return msgspec.json.decode(self.command, type=dict[str, Any])

    def plain_events(self) -> tuple[dict[str, Any], ...]:
        """The events as plain data."""
        return msgspec.json.decode(self.events, type=tuple[dict[str, Any], ...])


class _Typed(msgspec.Struct):
    type: str


_EVENTS = msgspec.json.Decoder(tuple[_Typed, ...])
_COMMAND = msgspec.json.Decoder(_Typed)


YEARS = range(1000, 9999)
"""That a time may have which others have written: clocks are wrong by whole centuries, and in each of these
every time zone has its hours."""


def stamp(at: datetime) -> str:
    """Write a time as in `2026-11-21T18:03:11Z`."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def stamped(text: str) -> datetime:
    """Read a time that `stamp` wrote. Raises ValueError."""
    return datetime.fromisoformat(text)


def stamped_elsewhere(text: str) -> datetime | None:
    """Read a time that anybody may have written; None for what is none, for one without its time zone, and
    for a year that not every zone has."""
    try:
        at = stamped(text)
    except ValueError:
        return None
    return at if at.tzinfo is not None and at.year in YEARS else None


def check_sum(entry: Entry, at: str, after: int, promise: bytes | None) -> int:
    """CRC-32 over all of an entry, its time as written, the number of the entry before it, and the promise of
    its secret: a flipped bit does not pass unseen. The secret itself is held by its promise, and can be left
    out."""
    head = (entry.n, after, at, entry.game, entry.source, entry.by, entry.name, entry.key)
    return zlib.crc32(promise or b"", zlib.crc32(entry.events, zlib.crc32(entry.command, zlib.crc32(
        msgspec.json.encode(head)))))  # fmt: skip


def sum_1(entry: Entry, at: str, secret: bytes | None) -> int:
    """The sum of an entry as format 1 had it, over the secret itself."""
    head = (entry.n, at, entry.game, entry.source, entry.by, entry.name, entry.key)
    return zlib.crc32(secret or b"", zlib.crc32(entry.events, zlib.crc32(entry.command, zlib.crc32(
        msgspec.json.encode(head)))))  # fmt: skip


def promised(secret: bytes | None) -> bytes | None:
    """The promise of a secret: its SHA-256."""
    return None if secret is None else hashlib.sha256(secret).digest()


HIGHEST = 2**31
"""Nobody has ever counted as far: at twenty entries a second, day and night, it takes three years.

A number that is seen in a damaged file counts only below it; one as high has lost a bit. No wider bound would
do as well: all later numbers are higher than one that was believed.
"""
BEYOND = 2 * HIGHEST
"""No number that stands in a journal is as high. Behind one that was believed the numbers go on, and may pass
`HIGHEST`: what was written there must be good at the next start."""


def well_formed(entry: Entry) -> None:
    """Raise ValueError unless number, command and events are what an entry holds."""
    if not 0 < entry.n < BEYOND:
        raise ValueError(f"no entry has the number {entry.n}")
    try:
        _COMMAND.decode(entry.command)
        _EVENTS.decode(entry.events)
    except RecursionError as endless:  # a box within a box, ever on: made by hand
        raise ValueError("too deep") from endless
