"""The payloads of the topics, as JSON. Every time is UTC, as `companion.storage.entry.stamp` writes it.

A reader takes nothing on trust: `read` gives None for what does not fit, and all that may grow has a bound.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from companion.games.results import Progress
from companion.table.organiser import Number, Short

MOST = 64 * 1024
"""Bytes that a payload may have that is JSON."""
T = TypeVar("T")


class TableState(msgspec.Struct, frozen=True):
    """How a table stands, as far as every game can say it; beside these fields stand the game's own
    (`published` of its view), which a reader passes over.

    box: eight hex digits. event, table: as its owner has written them, None for no event. version, epoch: of
    the snapshot. at: when its last entry was made. system: None without a game; then so is all that follows.
    game: its id. colours: who plays, in the order of play where one is determined. names: by colour, and only
    where the owner wishes it. phase: the game's own word. far: towards the end, None where unknown.
    end_in_sight: the game may be over soon. missing: the names of the parts that the box lacks now.
    """

    box: Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]
    event: Short | None
    table: Annotated[int, Meta(ge=1, le=9999)] | None
    version: int
    epoch: Short
    at: Short
    system: Short | None = None
    game: Short | None = None
    started_at: Short | None = None
    ended: bool = False
    colours: Annotated[tuple[Short, ...], Meta(max_length=16)] = ()
    names: Annotated[dict[Short, Short], Meta(max_length=16)] = msgspec.field(default_factory=dict)
    turn: Number | None = None
    phase: Short | None = None
    acting: Short | None = None
    far: Progress | None = None
    end_in_sight: bool = False
    missing: Annotated[tuple[Short, ...], Meta(max_length=16)] = ()


class Standing(msgspec.Struct, frozen=True):
    """How one player came out. name: only where the owner wishes it. rank: from 1, 0 while undecided."""

    colour: Short
    points: Number
    rank: Number = 0
    won: bool = False
    name: Short = ""


class Outcome(msgspec.Struct, frozen=True):
    """How a game came out: `result`. head: as the game's file has it. commitment, secret: as well, but empty
    for a game without chance, whose dice promise nothing."""

    box: Short
    event: Short | None
    table: Number | None
    game: Short
    system: Short
    started_at: Short
    ended_at: Short
    standings: Annotated[tuple[Standing, ...], Meta(max_length=16)] = ()
    commitment: Short = ""
    secret: Short = ""
    head: Short = ""


def written(payload: msgspec.Struct) -> bytes:
    """The bytes of a payload."""
    return msgspec.json.encode(payload)


def read(given: bytes, kind: type[T]) -> T | None:
    """A payload of this kind; None for what is none: too long, not JSON, not UTF-8, or of another form."""
    if len(given) > MOST:
        return None
    try:
        return msgspec.json.decode(given, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
