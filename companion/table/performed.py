"""What becomes of a command: done, or made for a table that has moved on."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.games import Refused
from companion.table.snapshot import Snapshot


class Performed(msgspec.Struct, frozen=True):
    """What a command did. version: the number of its entry; snapshot: the table now."""

    version: int
    events: tuple[dict[str, Any], ...]
    snapshot: Snapshot


class Stale(Refused):
    """The command was made for an older version. snapshot: the table as it is now."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__("stale", None)
        self.snapshot = snapshot
