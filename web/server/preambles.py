"""What stands before the body of a request, read once: a phone asks with the same lines again and again.

What Cheroot and the bridge to the application make of them follows from their bytes alone, and would be a
tenth of all that a press takes.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

KEPT = 64
"""How many are remembered: a phone has three or four."""
LARGEST = 2048
"""Bytes of one that is: those of browsers have less."""


class Preamble(msgspec.Struct, eq=False):
    """What one says. request: as Cheroot's request has it. environ: as the application is told; None until it
    was.
    """

    request: Mapping[str, Any]
    environ: Mapping[str, Any] | None = None


class Preambles:
    """Those that are remembered; all are forgotten when they are too many. Safe to use from any thread."""

    def __init__(self) -> None:
        self._known: dict[bytes, Preamble] = {}

    def get(self, words: bytes) -> Preamble | None:
        """What these lines say, if they are remembered. words: with the empty line that ends them."""
        return self._known.get(words)

    def keep(self, words: bytes, preamble: Preamble) -> None:
        """Remember what they say."""
        if len(words) > LARGEST:
            return
        if len(self._known) >= KEPT:
            self._known.clear()
        self._known[words] = preamble
