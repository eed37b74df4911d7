"""A data folder in which an earlier start has found something wrong, as the journal keeps that."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import msgspec

from companion.storage.damage import Damage
from companion.storage.settings import Settings

FOUND = Damage(
    "log",
    datetime(2026, 11, 21, 18, 41, 7, tzinfo=UTC),
    aside="damaged-20261121T184107Z",
    last=198,
    lost=3,
)
AT = "2026-11-21T18:41:07Z"
COPY = "companion-20261121T183200Z-201.zip"
OFFERED = msgspec.structs.replace(FOUND, backup=COPY, backup_last=201)
"""The same, where a copy holds the entries that are missing."""


def leave(folder: Path, found: Damage = FOUND) -> None:
    """Have this been found by the last start."""
    folder.mkdir(exist_ok=True)
    Settings(folder).set("damage", found)
