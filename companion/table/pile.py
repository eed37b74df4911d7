"""A pile of any height in little memory: what lies on top is whole, what lies below is folded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic, TypeVar

import msgspec

Whole = TypeVar("Whole")
Folded = TypeVar("Folded")

PART = 32
"""How many things are folded into one."""


class Pile(msgspec.Struct, Generic[Whole, Folded], frozen=True):
    """It never changes: another pile comes of each move, and both share what they have in common.

    top: the latest last; two at least while anything lies below, so that the last and the one before it are
    always whole. below: `PART` things each, the latest last.
    """

    top: tuple[Whole, ...]
    below: tuple[Folded, ...] = ()

    @property
    def height(self) -> int:
        """How many things lie on it."""
        return len(self.top) + PART * len(self.below)

    def with_one(self, thing: Whole, fold: Callable[[tuple[Whole, ...]], Folded]) -> Pile[Whole, Folded]:
        """The pile with one more on top. Going to and fro at one place folds nothing."""
        top = (*self.top, thing)
        if len(top) <= 2 * PART:
            return Pile(top, self.below)
        return Pile(top[PART:], (*self.below, fold(top[:PART])))

    def without_last(self, unfold: Callable[[Folded], tuple[Whole, ...]]) -> Pile[Whole, Folded]:
        """The pile without what lies on top. Raises what `unfold` raises."""
        top = self.top[:-1]
        if len(top) > 1 or not self.below:
            return Pile(top, self.below)
        return Pile((*unfold(self.below[-1]), *top), self.below[:-1])
