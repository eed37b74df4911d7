"""Queries over the entries of all games, and the cache of those that were read."""

from __future__ import annotations

from bisect import bisect_left
from collections import deque
from collections.abc import Callable, Iterable

from companion.storage.entry import Entry
from companion.storage.game_file import DamagedError, read
from companion.storage.recovery import GameFile, last_commitment

CACHED_GAMES = 4
"""Games to keep in memory, beside those being written."""

Load = Callable[[GameFile], list[Entry]]
"""Returns a file's entries, empty for an unreadable file."""


class EntryCache:
    """Reads entries of game files, and keeps those of the latest games. For one thread at a time."""

    def __init__(self) -> None:
        self._recent: deque[GameFile] = deque()

    def load(self, file: GameFile) -> list[Entry]:
        """A file's entries. Raises `OSError`, `NewerError`, and `DamagedError` where entries are missing."""
        if file in self._recent:
            self._recent.remove(file)
            self._recent.append(file)
        if file.entries is not None:
            return file.entries
        content = read(file.path)
        if not content.entries or content.entries[-1].n < file.last.n:
            raise DamagedError
        file.commitment = last_commitment(content)
        self._recent.append(file)
        while len(self._recent) > CACHED_GAMES:
            self._recent.popleft().unload()
        return file.load(each for each in content.entries if each.n <= file.last.n)


def entries_after(files: Iterable[GameFile], load: Load, after: int, limit: int | None) -> list[Entry]:
    """Entries with a number above `after`, at most `limit`, the oldest first."""
    found: list[Entry] = []
    for file in sorted(files, key=lambda each: each.first.n):
        if limit is not None and len(found) >= limit and (not limit or file.first.n > found[limit - 1].n):
            break
        if file.last.n > after:
            entries = load(file)
            found.extend(entries[bisect_left(entries, after + 1, key=_number) :][:limit])
            found.sort(key=_number)
    return found[:limit]


def entries_before(files: Iterable[GameFile], load: Load, before: int | None, limit: int) -> list[Entry]:
    """The last `limit` entries with a number below `before`, None for any, the newest first."""
    found: list[Entry] = []
    for file in sorted(files, key=lambda each: -each.last.n):
        if len(found) >= limit and (not limit or file.last.n < found[limit - 1].n):
            break
        if before is None or file.first.n < before:
            entries = load(file)
            end = len(entries) if before is None else bisect_left(entries, before, key=_number)
            found.extend(entries[max(0, end - limit) : end])
            found.sort(key=_number, reverse=True)
    return found[:limit]


def _number(entry: Entry) -> int:
    return entry.n
