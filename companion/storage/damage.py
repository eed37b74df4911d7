"""Damage found at a start: kept with the settings until it has been acknowledged."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from companion.storage.entry import readable_time

Kind: TypeAlias = Literal["file", "log", "behind", "gone"]
"""`file`: a file is not what was written. `log`: the newest entries are missing, as the note says. `behind`:
a backup holds more than the games. `gone`: there are backups, and no games."""

SKIPPED_NUMBERS = 1000
"""Numbers left out where it is unknown how many were given: more entries than one turn has."""


class Damage(msgspec.Struct, frozen=True):
    """at: when it was found, UTC. aside: the name under which everything is kept as it was found, None where
    there was nothing to keep. last: the number of the last entry that stands. lost: how many entries are
    known to be missing, 0 where all could be read, None where that is unknown.
    backup: the name of the newest whole backup that holds entries behind `last`, and backup_last: its last
    entry's number; both None where there is none. Raises ValueError for a time that not every zone has.
    """

    kind: Kind
    at: datetime
    aside: str | None = None
    last: int = 0
    lost: int | None = None
    backup: str | None = msgspec.field(name="copy", default=None)
    backup_last: int | None = msgspec.field(name="copied", default=None)

    def __post_init__(self) -> None:
        if not readable_time(self.at):
            raise ValueError(self.at)
