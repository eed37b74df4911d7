"""Things that are made when they are wanted: a page draws some of what a game can tell it, never all."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Wanted(Mapping[K, V]):
    """Each is made when it is first asked for, and kept. Any thread may ask; two at once may both make it.

    makers: by the names that are asked for.
    """

    def __init__(self, makers: Mapping[K, Callable[[], V]]) -> None:
        self._makers = makers
        self._made: dict[K, V] = {}

    def __getitem__(self, name: K) -> V:
        if name not in self._made:
            self._made[name] = self._makers[name]()
        return self._made[name]

    def __contains__(self, name: object) -> bool:
        return name in self._makers

    def __iter__(self) -> Iterator[K]:
        return iter(self._makers)

    def __len__(self) -> int:
        return len(self._makers)


def made(drawn: Mapping[Any, Any]) -> dict[Any, Any]:
    """All of it, made now: for who has to know that it can be."""
    return {name: made(each) if isinstance(each, Wanted) else each for name, each in drawn.items()}
