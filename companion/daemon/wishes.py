"""What a served box gives way to: the end, a copy that is put back, being set up; and the signals that want
the end.
"""

from __future__ import annotations

import queue
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import msgspec

from companion.bell import Nudge


class End(msgspec.Struct, frozen=True):
    """Stop."""


class Leave(msgspec.Struct, frozen=True):
    """Stop what is served; that knows itself for what."""


class Again(msgspec.Struct, frozen=True):
    """Start once more, by what the owner's file says now.

    tags: with the number of the bag that each has been found on. set_up: the box has just been set up.
    """

    tags: tuple[tuple[str, int], ...] = ()
    set_up: bool = False


class PutBack(msgspec.Struct, frozen=True):
    """Put a copy in the place of the games, then start. name: of its file, without a folder."""

    name: str


class Forget(msgspec.Struct, frozen=True):
    """Forget a game, by its id, or a name in all of them, then start."""

    name: str = ""
    game: str = ""


class SetUp(msgspec.Struct, frozen=True):
    """Let a phone set the box up, then start. by: that phone, as `Membership.holder` calls it. language: the
    code of the one it reads.
    """

    by: str
    language: str


Wish = End | Leave | Again | PutBack | Forget | SetUp


class Stopped(BaseException):
    """The end was wished for in the middle of a start, which is broken off by it."""


class Wishes:
    """Takes wishes from any thread and from signals; they are waited for on one thread, the main one where
    signals are heard. To be closed when nobody waits any more.

    A queue whose `put` may come in the midst of any other call: an event's `set` may not, in a signal. And a
    nudge that is waited for, since a signal need not wake who waits for the queue itself.
    """

    def __init__(self) -> None:
        self._wishes: queue.SimpleQueue[Wish] = queue.SimpleQueue()
        self._nudge = Nudge()
        self._ended = self._breaking = False

    def __enter__(self) -> Wishes:
        return self

    def __exit__(self, *_: object) -> None:
        self._nudge.close()

    @contextmanager
    def hearing_signals(self) -> Iterator[None]:
        """While this lasts, take SIGTERM and SIGINT of this process for the wish to stop; later ones change
        nothing. For the main thread.
        """
        for number in (signal.SIGTERM, signal.SIGINT):
            signal.signal(number, lambda *_: self._stopped())
        with self._nudge.by_signals():
            yield

    def put(self, wish: Wish) -> None:
        """Wish for something. Returns at once."""
        self._wishes.put(wish)
        self._nudge.give()

    def end(self) -> None:
        """Wish for the end: no start begins any more."""
        self._ended = True
        self.put(End())

    def next(self, timeout: float | None) -> Wish | None:
        """The next wish; None when there was none for so many seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while True:
            with suppress(queue.Empty):
                return self._wishes.get_nowait()
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return None
            self._nudge.wait(left)

    def forget(self) -> None:
        """Forget what was wished for of what is over: two people may have pressed the same."""
        while self.next(0) is not None:
            pass

    @contextmanager
    def breaking(self) -> Iterator[None]:
        """While this lasts, a signal breaks off what the main thread does. Raises `Stopped`, also at once."""
        if self._ended:
            raise Stopped
        self._breaking = True
        try:
            yield
        finally:
            self._breaking = False

    def _stopped(self) -> None:
        self.end()
        if self._breaking:
            self._breaking = False  # what is undone now is not broken off in its turn
            raise Stopped
