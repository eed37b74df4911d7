"""Worker threads shared out: no caller has more than half of them, and those who wait go in turn."""

from __future__ import annotations

import asyncio
from collections import Counter, deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Turns:
    """Places at `threads` worker threads, round robin among callers. For the loop's thread."""

    def __init__(self, threads: int) -> None:
        self._free = threads
        self._share = max(1, threads // 2)
        self._running: Counter[str] = Counter()
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {}

    @asynccontextmanager
    async def turn(self, caller: str) -> AsyncIterator[None]:
        """Wait for a place and keep it for the block."""
        if self._free and self._running[caller] < self._share:
            self._take(caller)
        else:
            place = asyncio.get_running_loop().create_future()
            self._waiting.setdefault(caller, deque()).append(place)
            await place
        try:
            yield
        finally:
            self._free += 1
            self._running[caller] -= 1
            if not self._running[caller]:
                del self._running[caller]
            self._next()

    def _take(self, caller: str) -> None:
        self._free -= 1
        self._running[caller] += 1

    def _next(self) -> None:
        """Give the free place to the caller whose last turn is longest ago."""
        caller = next((each for each in self._waiting if self._running[each] < self._share), None)
        if caller is None or not self._free:
            return
        line = self._waiting.pop(caller)
        self._take(caller)
        line.popleft().set_result(None)
        if line:
            self._waiting[caller] = line
