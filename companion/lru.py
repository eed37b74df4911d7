"""A cache that forgets first what was asked for the longest ago."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Lru(Generic[K, V]):
    """The values asked for last. From any thread; one is made while others wait.

    size: the most that are kept.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.RLock()
        self._values: dict[K, V] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of this key, made if it is not kept. Making one may get others."""
        with self._lock:
            value = self._values.pop(key) if key in self._values else make()
            self._values[key] = value
            while len(self._values) > self._size:
                del self._values[next(iter(self._values))]
            return value
