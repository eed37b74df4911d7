"""What stands before the body of a request, read once: a phone asks with the same lines again and again, and
what follows from their bytes alone would be a tenth of all that a press takes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

LARGEST = 64 * 1024
"""Bytes of what may stand before a body."""
KEPT = 64
"""How many are remembered: a phone has three or four."""
LARGEST_KEPT = 2048
"""Bytes of one that is: those of browsers have less."""
FOUND = "companion.found"
"""In a request's environment: a dictionary for what follows from its first lines alone, the same one for the
same lines as long as these are remembered."""


class Malformed(ValueError):
    """It is no request, or none that is understood here. status: what is answered."""

    def __init__(self, status: int, why: str) -> None:
        super().__init__(why)
        self.status = status


class Preamble(msgspec.Struct, frozen=True, eq=False):
    """What one says. words: itself. environ: what an application is told (PEP 3333) that follows from it.
    length: bytes of the body, None where that comes in chunks. stays: another request may follow on the
    connection; never upon chunks, whose end not all readers see at the same place. chunks: the phone
    understands an answer in chunks. hesitates: the body comes only after a word to go on.
    """

    words: bytes
    environ: Mapping[str, Any]
    length: int | None
    stays: bool
    chunks: bool
    hesitates: bool


class Preambles:
    """Those that are remembered; all are forgotten when they are too many. Safe to use from any thread.

    read: as `web.server.grammar.read`.
    """

    def __init__(self, read: Callable[[bytes], Preamble]) -> None:
        self._read = read
        self._known: dict[bytes, Preamble] = {}

    def of(self, words: bytes) -> Preamble:
        """What these lines say, read if they have not been already. Raises as `read` does."""
        known = self._known.get(words)
        if known is None:
            known = self._read(words)
            if len(words) <= LARGEST_KEPT:
                if len(self._known) >= KEPT:
                    self._known.clear()
                self._known[words] = known
        return known
