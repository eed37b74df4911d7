"""The payloads of the topics, as JSON. All times are UTC, as by `companion.storage.entry.stamp`.

Nothing received is trusted: `decode` returns None for anything unfit, and everything has a bound.
"""

from __future__ import annotations

from typing import Annotated, TypeVar

import msgspec
from msgspec import Meta

from companion.games.results import Progress
from companion.table.organiser import Number, ShortText

MAX_SIZE = 64 * 1024
"""Bytes of a JSON payload at most."""
T = TypeVar("T")


class TableState(msgspec.Struct, frozen=True):
    """A table's state in the fields of every game; the game's own (`published` of its view) stand beside
    them.

    box: eight hex digits.
    event, table: as configured, None for no event.
    version, epoch: of the snapshot.
    at: the time of its last entry.
    system: None without a game, as all that follows.
    game: its id.
    colours: of the players, in the order of play where there is one.
    names: by colour, if the owner publishes names.
    phase: the game's code.
    far: progress towards the end, None if unknown.
    end_in_sight: the game may be over soon.
    missing: names of missing parts.
    """

    box: Annotated[str, Meta(pattern="^[0-9a-f]{8}$")]
    event: ShortText | None
    table: Annotated[int, Meta(ge=1, le=9999)] | None
    version: int
    epoch: ShortText
    at: ShortText
    system: ShortText | None = None
    game: ShortText | None = None
    started_at: ShortText | None = None
    ended: bool = False
    colours: Annotated[tuple[ShortText, ...], Meta(max_length=16)] = ()
    names: Annotated[dict[ShortText, ShortText], Meta(max_length=16)] = msgspec.field(default_factory=dict)
    turn: Number | None = None
    phase: ShortText | None = None
    acting: ShortText | None = None
    far: Progress | None = None
    end_in_sight: bool = False
    missing: Annotated[tuple[ShortText, ...], Meta(max_length=16)] = ()


class Standing(msgspec.Struct, frozen=True):
    """One player's result. name: only if the owner publishes names. rank: from 1; 0 while
    undecided, and of a player who has left."""

    colour: ShortText
    points: Number
    rank: Number = 0
    won: bool = False
    name: ShortText = ""


class Outcome(msgspec.Struct, frozen=True):
    """The result of a game: `result`. head: of the game's file. commitment, secret: of its dice, empty for a
    game without chance.
    """

    box: ShortText
    event: ShortText | None
    table: Number | None
    game: ShortText
    system: ShortText
    started_at: ShortText
    ended_at: ShortText
    standings: Annotated[tuple[Standing, ...], Meta(max_length=16)] = ()
    commitment: ShortText = ""
    secret: ShortText = ""
    head: ShortText = ""


def encode(payload: msgspec.Struct) -> bytes:
    """A payload as bytes."""
    return msgspec.json.encode(payload)


def decode(payload: bytes, kind: type[T]) -> T | None:
    """A payload of this kind; None if too long, not UTF-8 JSON, or of another form."""
    if len(payload) > MAX_SIZE:
        return None
    try:
        return msgspec.json.decode(payload, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
