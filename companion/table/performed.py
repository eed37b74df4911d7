"""What a command did; and the same key again is the same action, answered as the first time, for ever."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games import Command, Refused
from companion.storage.entry import Entry
from companion.table.codec import FAULTS, Codec
from companion.table.snapshot import Snapshot


class Performed(msgspec.Struct, frozen=True):
    """What a command did.

    version: the number of its entry. said: its events as JSON, an array of objects. snapshot: the table now.
    """

    version: int
    said: bytes
    snapshot: Snapshot

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """Its events as plain data."""
        return msgspec.json.decode(self.said, type=tuple[dict[str, Any], ...])


class Stale(Refused):
    """The command was made for an older version. snapshot: the table as it is now."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__("stale")
        self.snapshot = snapshot


def again(command: Command, before: Entry, codec: Codec, snapshot: Snapshot) -> Performed:
    """The answer to a command whose key this entry has. codec: reads the entry's command. snapshot: the table
    now. Raises `Refused` where that was another command.
    """
    if not _same(command, before, codec):
        raise Refused("key-reused")
    return Performed(before.n, before.events, snapshot)


def _same(command: Command, before: Entry, codec: Codec) -> bool:
    """Whether an entry's command is this one, whatever fields have been added to its type since."""
    plain = before.plain_command()
    try:
        return _sorted(codec.command(plain)) == _sorted(command)
    except FAULTS:
        return _sorted(plain) == _sorted(command)


def _sorted(command: Any) -> bytes:
    return msgspec.json.encode(command, order="sorted")
