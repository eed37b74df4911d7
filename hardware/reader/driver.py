"""The tag reader, whatever its kind: a thread that waits on its line, and for the line when that is gone.

`Exchange` carries a kind's session over the line, `Repeats` passes over a tag that still lies there, and
`Reader` puts the others.
"""

from __future__ import annotations

import logging
import math
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress

import msgspec

from companion.parts import Parts, TagSeen, TagUnread
from hardware.part import PartError, Presence, log_errors
from hardware.reader.kinds import Kind
from hardware.reader.line import ABSENT, GONE, Line
from hardware.reader.lookout import Lookout
from hardware.reader.protocol import Session, Turn

log = logging.getLogger(__name__)


class Exchanged(msgspec.Struct, frozen=True):
    """The bytes that came, and what the session made of them."""

    data: bytes
    turn: Turn


class Exchange:
    """Talks on an open line. monotonic: seconds, the session's clock.

    Every method raises one of `hardware.reader.line.GONE` when the line is gone.
    """

    def __init__(self, line: Line, session: Session, monotonic: Callable[[], float]) -> None:
        self._line = line
        self._session = session
        self._monotonic = monotonic
        self._again: float | None = None

    def begin(self) -> Exchanged:
        """Take the session's first step. Returns at once."""
        return self._step(b"")

    def next(self, patience: float | None = None) -> Exchanged:
        """Wait for bytes or until the session's next step is due, at most `patience` seconds, and take it."""
        return self._step(self._line.read(self._shortest(patience)))

    def _step(self, data: bytes) -> Exchanged:
        turn = self._session.step(data, self._monotonic())
        self._again = turn.again
        if turn.send:
            self._line.write(turn.send)
        return Exchanged(data, turn)

    def _shortest(self, patience: float | None) -> float | None:
        due = None if self._again is None else max(0.0, self._again - self._monotonic())
        waits = [wait for wait in (due, patience) if wait is not None]
        return min(waits, default=None)


AWAY = 0.5
"""Seconds unread after which a tag may have been taken off: one that lies there is read more often."""


class Repeats:
    """Tells a tag that is new from one that has been lying there.

    silence: seconds that a tag must have been away to be new again. Each tag is judged by itself, so
    that two bags read in turn do not make each other new.
    """

    def __init__(self, silence: float) -> None:
        self._silence = silence
        self._seen: dict[str, float] = {}

    def away(self, tag: str, at: float) -> float:
        """Seconds since the tag was read last; infinite for one that was not read for the silence."""
        return at - self._seen.get(tag, -math.inf)

    def is_new(self, tag: str, at: float) -> bool:
        """A tag was read at this time, in seconds; times never go back."""
        self._seen = {each: seen for each, seen in self._seen.items() if at - seen < self._silence}
        new = tag not in self._seen
        self._seen[tag] = at
        return new


MOST, WITHIN = 16, 1.0
"""Tags that are put within so many seconds. No hand lays more: what says more is no reader, or a broken one,
and the presses of everybody else would find no place beside its tags."""


class Crowd:
    """Bounds what one reader may put."""

    def __init__(self) -> None:
        self._put: deque[float] = deque(maxlen=MOST)

    def passes(self, at: float) -> bool:
        """Whether one more may be put now, in seconds; times never go back."""
        if len(self._put) == MOST and at - self._put[0] < WITHIN:
            return False
        self._put.append(at)
        return True


def unheard(tag: str) -> None:
    """Nobody listens."""


class Reader:
    """Puts each tag that is laid on the reader once; one that comes back soon it puts as seen again.

    A text that is no tag, though it may be meant for one, it puts as it came.

    put: takes them, on the reader's own thread. port: asked before each try for the device's path, or a
    URL that pyserial knows; raises `OSError` or `PartError` where there is none, see `hardware.reader.port`.
    repeat_after: seconds that a tag must have been away to be put again. monotonic: seconds. lookout: says
    when to look again for a line that is gone. heard: told of every good frame, after it was put or passed
    over as a repeat.
    """

    def __init__(
        self,
        put: Callable[[TagSeen | TagUnread], None],
        parts: Parts,
        *,
        kind: Kind,
        port: Callable[[], str],
        monotonic: Callable[[], float],
        repeat_after: float = 1.5,
        lookout: Lookout | None = None,
        heard: Callable[[str], None] = unheard,
    ) -> None:
        self._put = log_errors(put)
        self._presence = Presence("reader", parts, log, "the reader is back", "the reader cannot be read: %s")
        self._kind = kind
        self._port = port
        self._monotonic = monotonic
        self._repeats = Repeats(repeat_after)
        self._crowd = Crowd()
        self._lookout = lookout or Lookout()
        self._heard = heard
        self._line: Line | None = None
        self._condition = threading.Condition()
        self._open = False
        self._tried = threading.Event()
        self._stopping = False
        self._well: bool | None = None
        self._thread = threading.Thread(target=self._run, name="reader", daemon=True)

    def start(self) -> None:
        """Begin to read. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Read no more."""
        with self._condition:
            self._stopping = True
            self._condition.notify_all()
        self.check()
        line = self._line
        if line is not None:
            line.cancel()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def settle(self, timeout: float) -> bool:
        """Wait until it is known whether the reader is there; False when `timeout` seconds were too few."""
        return self._tried.wait(timeout)

    def wait_for_line(self, timeout: float, *, there: bool = True) -> bool:
        """Wait until the line is open, so that what is sent is read, or with `there=False` until it is not.

        False when `timeout` seconds were too few, or it has been stopped.
        """
        with self._condition:
            self._condition.wait_for(lambda: self._stopping or self._open is there, timeout)
            return self._open is there

    def check(self) -> None:
        """Look for a missing line at once."""
        self._lookout.wake()

    def _run(self) -> None:
        with self._lookout:
            while not self._stopping:
                try:
                    self._serve()
                except (*GONE, PartError) as fault:
                    self._miss(fault)
                    if not self._stopping:
                        self._lookout.wait(absent=isinstance(fault, PartError) and fault.code in ABSENT)
                except Exception as fault:  # what nobody expects of a line or its bytes ends nothing
                    if str(fault) != self._presence.fault:
                        log.exception("the reader stumbled; it is opened anew")
                    self._miss(fault)
                    if not self._stopping:
                        self._lookout.wait(absent=False)

    def _serve(self) -> None:
        port = self._port()
        line = self._kind.opens(port)
        try:
            self._line = line
            self._lookout.found()
            self._opened(True)
            exchange = Exchange(line, self._kind.session(), self._monotonic)
            turn = exchange.begin().turn
            while not self._stopping:
                self._judge(turn.well, port)
                self._take(turn)
                turn = exchange.next().turn
        finally:
            self._line = None
            self._well = None
            self._opened(False)
            with suppress(*GONE):
                line.close()

    def _take(self, turn: Turn) -> None:
        for written in turn.unread:
            at = self._monotonic()
            if self._repeats.is_new(written, at) and self._crowd.passes(at):
                self._put(TagUnread(written, at))
        for tag in turn.tags:
            at = self._monotonic()
            away = self._repeats.away(tag, at)
            new = self._repeats.is_new(tag, at)
            if (new or away >= AWAY) and self._crowd.passes(at):
                self._put(TagSeen(tag, at, again=not new))
            self._heard(tag)

    def _judge(self, well: bool | None, port: str) -> None:
        """Report whether the reader at the end of the open line answers. well: None for not known."""
        if well is None or well is self._well:
            return
        self._well = well
        if well:
            self._report_found()
        else:
            self._miss(PartError(self._kind.silent, port=port))

    def _report_found(self) -> None:
        self._presence.found()
        self._tried.set()

    def _miss(self, fault: Exception) -> None:
        self._presence.missing(fault)
        self._tried.set()

    def _opened(self, is_open: bool) -> None:
        with self._condition:
            self._open = is_open
            self._condition.notify_all()
