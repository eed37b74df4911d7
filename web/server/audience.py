"""Everybody who listens to a stream without an end: one owner of them all, and no thread for any.

Whoever rings the bell says what is new to every phone himself, as one ready piece, and waits for none. What
a phone does not take at once is kept for it alone; it hears the latest, and nothing of what was between,
when it has taken that. The waiting room looks after those, and after who has hung up.
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Generic, Protocol, TypeVar

from companion.bell import Bell

LISTENS = "companion.listens"
"""In a request's environment: to be called with a `Listener` when the answer that is made is to have no end.
What the listener hears then follows upon the answer's headers, and nothing else."""
COMMENT = b": still here\n\n"
"""What is sent into silence, so that both ends notice when the other is gone."""
HEARTBEAT = 15.0
"""Seconds of silence after which a comment is sent."""

Heard = tuple[int, ...]
"""How much a phone has heard, in numbers: who has heard the same is told the same."""
News = Callable[[Heard], tuple[Heard, bytes]]
"""Asked with what a phone has heard: what there is to hear now, and the words for it, none if it is the same.
"""
Said = dict[tuple[News, Heard], tuple[Heard, bytes]]
"""The pieces that are ready, by who is told them."""


class Listener:
    """What a phone listens to. heard: what it has been told. news: what it is told next. last: the words that
    end it when `end` is called. leave: to be called when it has gone; set before that. quiet: a ring that
    brings it nothing is not answered by a comment, for what it listens to comes later.
    """

    def __init__(self, heard: Heard, news: News, last: bytes) -> None:
        self.heard = heard
        self.news = news
        self.last = last
        self.over = False
        self.quiet = False
        self.leave: Callable[[], object] = lambda: None
        self.wake: Callable[[], object] = lambda: None

    def end(self) -> None:
        """Let it end, at once or as soon as the phone has taken what was said before. From any thread."""
        self.over = True
        self.wake()


class Line(Protocol):
    """The connection of a phone that listens."""

    @property
    def unsent(self) -> int:
        """Bytes that the phone has not taken."""

    def say(self, words: bytes) -> None:
        """Send what the phone takes at once, and keep the rest. Raises `OSError` when it has gone."""

    def hung_up(self) -> bool:
        """Whether the phone has gone; never waits."""

    def cut(self) -> None:
        """End it, for whoever has it to close."""


L = TypeVar("L", bound=Line)


class Audience(Generic[L]):
    """The phones that listen. Safe to use from any thread; none waits for a phone.

    bell: each ring is heard here before anybody else wakes, and closing it ends every stream. heartbeat: in
    seconds. watch: told of a phone that has come, each time that it has not taken all, and when it has.
    """

    def __init__(self, bell: Bell, heartbeat: float, watch: Callable[[L], object]) -> None:
        self._bell = bell
        self._heartbeat = heartbeat
        self._watch = watch
        self._lock = threading.Lock()
        self._lines: dict[L, Listener] = {}
        self._spoken = time.monotonic()
        bell.first(self._hear)

    def take(self, line: L, listener: Listener) -> bool:
        """Keep a phone that has come, and tell it what it has not heard; False when everything is over."""
        with self._lock:
            if self._bell.closed:
                return False
            if not self._lines:
                self._spoken = time.monotonic()
            self._lines[line] = listener
            listener.wake = lambda: self._wake(line)
            self._watch(line)
            if not line.unsent:
                self._tell(line, listener, {})
        return True

    def leave(self, line: L, listener: Listener) -> None:
        """Forget a phone, before its connection is closed."""
        with self._lock:
            self._lines.pop(line, None)
        listener.leave()

    def look(self, line: L) -> bool:
        """Look at a phone of which something has come: it has gone, or takes more; whether it stays.

        For the thread alone that watches.
        """
        with self._lock:
            if line.hung_up():
                self._lines.pop(line, None)  # from now on nobody says anything, or has it watched again
                return False
            if line.unsent:
                self._say(line, b"")
                if not line.unsent:
                    self._watch(line)
        self._wake(line)
        return True

    @property
    def due(self) -> float:
        """When `beat` has something to say if there is silence until then; never while nobody listens."""
        return self._spoken + self._heartbeat if self._lines else math.inf

    def beat(self) -> None:
        """Say a comment to everybody when there has been silence for long enough."""
        with self._lock:
            now = time.monotonic()
            if now >= self.due:
                self._spoken = now
                for line in self._lines:
                    if not line.unsent:
                        self._say(line, COMMENT)

    def _hear(self) -> None:
        """Say what is new to everybody who has taken all that was said before, to the others later."""
        said: Said = {}
        with self._lock:
            closed, quiet = self._bell.closed, False
            for line, listener in self._lines.items():
                quiet |= listener.quiet
                if closed:
                    line.cut()
                elif not line.unsent:
                    self._tell(line, listener, said, COMMENT)
            if not quiet:
                self._spoken = time.monotonic()

    def _wake(self, line: L) -> None:
        """Say what is new to one phone, if it has taken all that was said before."""
        with self._lock:
            listener = self._lines.get(line)
            if listener is not None and not line.unsent:
                self._tell(line, listener, {})

    def _tell(self, line: L, listener: Listener, said: Said, silence: bytes = b"") -> None:
        """Say what is new to one phone. silence: what is said when nothing is."""
        if listener.over:
            self._say(line, listener.last)
            line.cut()
            return
        known = (listener.news, listener.heard)
        now = said.get(known)
        if now is None:
            now = said[known] = listener.news(listener.heard)
        listener.heard, words = now
        if words or (silence and not listener.quiet):
            self._say(line, words or silence)

    def _say(self, line: L, words: bytes) -> None:
        try:
            line.say(words)
        except OSError:
            line.cut()  # it has gone, and the waiting room will see that
        if line.unsent:
            self._watch(line)
