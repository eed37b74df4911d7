"""What a phone wants of the box, and the box does only once somebody who stands there has said so."""

from __future__ import annotations

import itertools
import threading
from collections.abc import Callable
from typing import Literal, TypeAlias

import msgspec

from companion.bell import Bell
from companion.language.text import Text
from web.errors import Problem
from web.server.rate_limiter import Seconds

STANDS: Seconds = 300.0
"""Seconds for which something that is wanted stands at the box."""


What: TypeAlias = Literal["games", "update", "earlier"]
"""Others in the place of the games here; a newer version; the one before."""


class Standing(msgspec.Struct, frozen=True):
    """number: tells it from others. said: which games or version, for the display. until: monotonic. then:
    does it.
    """

    number: int
    what: What
    said: Text
    until: Seconds
    then: Callable[[], object]


class Confirming:
    """One thing at a time is wanted. Safe to use from any thread.

    monotonic: in seconds. bell: rung when another thing stands at the box, or none any more.
    """

    def __init__(self, *, monotonic: Callable[[], Seconds], bell: Bell) -> None:
        self._monotonic = monotonic
        self._bell = bell
        self._lock = threading.Lock()
        self._numbers = itertools.count(1)
        self._wanted: Standing | None = None

    @property
    def standing(self) -> Standing | None:
        """What stands at the box now."""
        wanted = self._wanted
        return wanted if wanted is not None and wanted.until > self._monotonic() else None

    def stands(self, *kinds: What) -> What | None:
        """Which of these stands at the box now."""
        standing = self.standing
        return standing.what if standing is not None and standing.what in kinds else None

    def check_free(self) -> None:
        """Go on only while nothing stands at the box. Raises `Problem` 409."""
        if self.standing is not None:
            raise _busy()

    def ask(self, what: What, said: Text, then: Callable[[], object]) -> None:
        """Let it stand at the box. then: called on the panel's thread once it is confirmed there.

        Raises `Problem` 409 while another thing stands.
        """
        with self._lock:
            self.check_free()
            self._wanted = Standing(next(self._numbers), what, said, self._monotonic() + STANDS, then)
        self._bell.ring()

    def answer(self, number: int, *, yes: bool) -> None:
        """Do what is wanted by this number, or forget it; of one that stands no more nothing comes.

        Raises `CompanionError` where it cannot be done.
        """
        with self._lock:
            wanted = self.standing
            if wanted is None or wanted.number != number:
                return
            self._wanted = None
        self._bell.ring()
        if yes:
            wanted.then()

    def forget(self, *kinds: What) -> None:
        """None of these is wanted any longer; what else stands goes on standing. kinds: none for whatever
        stands.
        """
        with self._lock:
            if kinds and self.stands(*kinds) is None:
                return
            self._wanted = None
        self._bell.ring()


def _busy() -> Problem:
    return Problem(409, "box-asks-already")
