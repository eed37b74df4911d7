"""A cache that forgets first what was asked for the longest ago."""

from __future__ import annotations

import threading
from collections.abc import Callable
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class _Value(Generic[V]):
    """A value, made by the first who asks; others wait for that."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._made: list[V] = []

    def get(self, make: Callable[[], V]) -> V:
        with self._lock:
            if not self._made:
                self._made.append(make())
            return self._made[0]


class Lru(Generic[K, V]):
    """The values asked for last, each made once. From any thread.

    size: the most that are kept.
    """

    def __init__(self, size: int) -> None:
        self._size = size
        self._lock = threading.Lock()
        self._values: dict[K, _Value[V]] = {}

    def get(self, key: K, make: Callable[[], V]) -> V:
        """The value of this key, made if it is not kept. Making one may get others."""
        with self._lock:
            value = self._values.pop(key) if key in self._values else _Value[V]()
            self._values[key] = value
            if len(self._values) > self._size:
                del self._values[next(iter(self._values))]
        return value.get(make)
