"""Entries to be written, and storages that write them."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

from companion.storage.entry import Entry
from companion.storage.storage import Storage

NOW = datetime(2026, 11, 21, 18, tzinfo=UTC)
SECRET = bytes(range(32))


def entry(n: int, game: str | None = "g", key: str | None = None, size: int = 1) -> Entry:
    kind = "start" if n == 1 and game else "do"
    command = b'{"type":"%s","system":"toy","players":[]}' % kind.encode()
    return Entry(
        n, NOW, game, "phone", "red", "Ada", key, command, b'[{"type":"done","what":"%s"}]' % (b"x" * size)
    )


def opened(folder: Path, *, writing: bool = True) -> Storage:
    return Storage(folder, at=NOW, entropy=bytes, writing=writing)


def written(folder: Path, *numbers: int, game: str | None = "g") -> None:
    """Write entries of these numbers, each by itself, with the key `k` and its number."""
    storage = opened(folder)
    for n in numbers:
        storage.append([(entry(n, game, f"k{n}"), SECRET if n == numbers[0] and game else None)])
        storage.note()
    storage.close()


def numbers(folder: Path) -> list[int]:
    """The numbers of the entries that a storage finds."""
    storage = opened(folder)
    try:
        return [each.n for each in storage.entries()]
    finally:
        storage.close()
