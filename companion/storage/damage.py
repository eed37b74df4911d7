"""Damage found at a start, stored with the settings until it is acknowledged."""

from datetime import datetime
from typing import Literal, TypeAlias

import msgspec

from companion.storage.entry import readable_time

Kind: TypeAlias = Literal["file", "log", "behind", "gone"]
"""`file`: a file was changed. `log`: the newest entries are missing, by the note. `behind`: a backup has more
entries. `gone`: there are backups, but no games.
"""

SKIPPED_NUMBERS = 1000
"""Numbers to skip where the highest one given is unknown: more than the entries of a turn."""


class Damage(msgspec.Struct, frozen=True):
    """Damage found at a start. Raises `ValueError` for a time outside `YEARS`."""

    kind: Kind
    at: datetime
    """When it was found, UTC."""
    aside: str | None = None
    """The name under which the damaged files were set aside; None for none."""
    last: int = 0
    """The number of the last valid entry."""
    lost: int | None = None
    """The number of missing entries; None if unknown."""
    backup: str | None = msgspec.field(name="copy", default=None)
    """The name of the newest valid backup with entries beyond `last`; None without one."""
    backup_last: int | None = msgspec.field(name="copied", default=None)
    """The number of that backup's last entry."""

    def __post_init__(self) -> None:
        if not readable_time(self.at):
            raise ValueError(self.at)
