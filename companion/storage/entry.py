"""An entry of the journal, and its times and JSON."""

import hashlib
from datetime import UTC, datetime
from typing import Any, Literal, TypeAlias

import msgspec

Source: TypeAlias = Literal["phone", "panel", "reader"]
"""The origin of a command; `panel` also stands for the box itself."""


class Entry(msgspec.Struct, frozen=True):
    """One entry of the journal.

    n: its number, greater than all before it in the data folder.
    at: UTC, whole seconds.
    game: its game, None for the box's own.
    by: its author's colour, if known.
    name: its author's name, possibly empty.
    key: identifies a repeated command.
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
"""Valid years of a time from other sources: all time zones can express them."""


def stamp(at: datetime) -> str:
    """Write a time as in `2026-11-21T18:03:11Z`."""
    return at.astimezone(UTC).replace(tzinfo=None).isoformat(timespec="seconds") + "Z"


def stamped(text: str) -> datetime:
    """Read a time that `stamp` wrote. Raises ValueError."""
    return datetime.fromisoformat(text)


def stamped_elsewhere(text: str) -> datetime | None:
    """Read a time from another source; None for an invalid one, without a time zone, or outside `YEARS`."""
    try:
        at = stamped(text)
    except ValueError:
        return None
    return at if readable_time(at) else None


def readable_time(at: datetime) -> bool:
    """Whether a time has a zone, and a year within `YEARS`."""
    return at.tzinfo is not None and at.year in YEARS


def commitment_of(secret: bytes) -> str:
    """The commitment of a secret: its SHA-256, 64 hex digits."""
    return hashlib.sha256(secret).hexdigest()


ELSEWHERE, HIGHEST, BEYOND = 2**30, 2**31, 2**32
"""A backup with a number above the first counts only where the box itself has given it; above the second a
box goes on behind its own entries alone; no number that stands in a file is as high as the third. At twenty
entries a second, day and night, it takes a year and a half from one to the next: a higher one has lost a bit,
or is to spoil all that follow."""


def well_formed(entry: Entry) -> None:
    """Raise `ValueError` unless number, command and events are valid."""
    if not 0 < entry.n < BEYOND:
        raise ValueError(f"no entry has the number {entry.n}")
    try:
        _COMMAND.decode(entry.command)
        _EVENTS.decode(entry.events)
    except RecursionError as endless:  # made by hand
        raise ValueError("too deep") from endless
