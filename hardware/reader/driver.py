"""The tag reader's driver: reads tags from a line of any kind, and reopens a lost line."""

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
from hardware.reader.kinds import ReaderKind
from hardware.reader.line import ABSENT, GONE, Line
from hardware.reader.line_watcher import LineWatcher
from hardware.reader.protocol import Session, StepResult

log = logging.getLogger(__name__)


class ExchangeStep(msgspec.Struct, frozen=True):
    """The received bytes, and the session's result for them."""

    data: bytes
    result: StepResult


class Exchange:
    """Runs a session on an open line. monotonic: seconds, the session's clock.

    Every method raises one of `hardware.reader.line.GONE` when the line is gone.
    """

    def __init__(self, line: Line, session: Session, monotonic: Callable[[], float]) -> None:
        self._line = line
        self._session = session
        self._monotonic = monotonic
        self._next_step_at: float | None = None

    def start(self) -> ExchangeStep:
        """Make the session's first step. Returns at once."""
        return self._step(b"")

    def next(self, timeout: float | None = None) -> ExchangeStep:
        """Wait for bytes or the session's deadline, at most `timeout` seconds, and make the next step."""
        return self._step(self._line.read(self._timeout(timeout)))

    def _step(self, data: bytes) -> ExchangeStep:
        result = self._session.step(data, self._monotonic())
        self._next_step_at = result.next_step_at
        if result.send:
            self._line.write(result.send)
        return ExchangeStep(data, result)

    def _timeout(self, timeout: float | None) -> float | None:
        due = None if self._next_step_at is None else max(0.0, self._next_step_at - self._monotonic())
        waits = [wait for wait in (due, timeout) if wait is not None]
        return min(waits, default=None)


MIN_AWAY = 0.5
"""Seconds unread after which a tag may have been removed: one on the reader is read more often."""


class RepeatFilter:
    """Finds the tags that are new on the reader.

    silence: seconds unread after which a tag is new again. Tags do not influence each other, also if two are
    read in turn.
    """

    def __init__(self, silence: float) -> None:
        self._silence = silence
        self._seen: dict[str, float] = {}

    def away(self, tag: str, at: float) -> float:
        """Seconds since the tag was read last; infinite beyond the silence."""
        return at - self._seen.get(tag, -math.inf)

    def is_new(self, tag: str, at: float) -> bool:
        """Note that a tag was read, at seconds that never go back, and return whether it is new."""
        self._seen = {each: seen for each, seen in self._seen.items() if at - seen < self._silence}
        new = tag not in self._seen
        self._seen[tag] = at
        return new


MAX_TAGS, PERIOD = 16, 1.0
"""Tags put at most within so many seconds: more than hands can lay, few enough not to crowd out presses."""


class RateLimit:
    """Limits how many tags a broken reader can put."""

    def __init__(self) -> None:
        self._put: deque[float] = deque(maxlen=MAX_TAGS)

    def allows(self, at: float) -> bool:
        """Whether one more may be put now, at seconds that never go back."""
        if len(self._put) == MAX_TAGS and at - self._put[0] < PERIOD:
            return False
        self._put.append(at)
        return True


def ignore_frame(tag: str) -> None:
    """Do nothing."""


class Reader:
    """Puts each tag once while it is on the reader, as `again` if it is soon back; and texts that may be
    tags.

    put: takes them, on the reader's own thread.
    port: returns the device's path, or a URL that pyserial knows; raises `OSError` or `PartError`.
    repeat_after: seconds unread after which a tag is new again.
    monotonic: seconds.
    line_watcher: waits between two tries to open a lost line.
    on_frame: called with the tag of every valid frame, repeats too, after `put`.
    """

    def __init__(
        self,
        put: Callable[[TagSeen | TagUnread], None],
        parts: Parts,
        *,
        kind: ReaderKind,
        port: Callable[[], str],
        monotonic: Callable[[], float],
        repeat_after: float = 1.5,
        line_watcher: LineWatcher | None = None,
        on_frame: Callable[[str], None] = ignore_frame,
    ) -> None:
        self._put = log_errors(put)
        self._presence = Presence("reader", parts, log, "the reader is back", "the reader cannot be read: %s")
        self._kind = kind
        self._port = port
        self._monotonic = monotonic
        self._repeat_filter = RepeatFilter(repeat_after)
        self._rate_limit = RateLimit()
        self._line_watcher = line_watcher or LineWatcher()
        self._on_frame = on_frame
        self._line: Line | None = None
        self._condition = threading.Condition()
        self._open = False
        self._tried = threading.Event()
        self._stopping = False
        self._answers: bool | None = None
        self._thread = threading.Thread(target=self._run, name="reader", daemon=True)

    def start(self) -> None:
        """Start the thread. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """End the thread; returns after a second at most."""
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
        """Wait until the reader is present or missing; False after `timeout` seconds."""
        return self._tried.wait(timeout)

    def wait_for_line(self, timeout: float, *, there: bool = True) -> bool:
        """Wait until the line is open, or with `there=False` until it is closed.

        False after `timeout` seconds or `stop`.
        """
        with self._condition:
            self._condition.wait_for(lambda: self._stopping or self._open is there, timeout)
            return self._open is there

    def check(self) -> None:
        """Try to open a missing line at once."""
        self._line_watcher.wake()

    def _run(self) -> None:
        with self._line_watcher:
            while not self._stopping:
                try:
                    self._serve()
                except (*GONE, PartError) as fault:
                    self._report_missing(fault)
                    if not self._stopping:
                        self._line_watcher.wait(absent=isinstance(fault, PartError) and fault.code in ABSENT)
                except Exception as fault:  # no exception may end the thread
                    if str(fault) != self._presence.fault:
                        log.exception("the driver failed; the reader is opened again")
                    self._report_missing(fault)
                    if not self._stopping:
                        self._line_watcher.wait(absent=False)

    def _serve(self) -> None:
        port = self._port()
        line = self._kind.open_line(port)
        try:
            self._line = line
            self._line_watcher.found()
            self._set_open(True)
            exchange = Exchange(line, self._kind.session(), self._monotonic)
            result = exchange.start().result
            while not self._stopping:
                self._report_answering(result.answers, port)
                self._put_tags(result)
                result = exchange.next().result
        finally:
            self._line = None
            self._answers = None
            self._set_open(False)
            with suppress(*GONE):
                line.close()

    def _put_tags(self, result: StepResult) -> None:
        for written in result.unread:
            at = self._monotonic()
            if self._repeat_filter.is_new(written, at) and self._rate_limit.allows(at):
                self._put(TagUnread(written, at))
        for tag in result.tags:
            at = self._monotonic()
            away = self._repeat_filter.away(tag, at)
            new = self._repeat_filter.is_new(tag, at)
            if (new or away >= MIN_AWAY) and self._rate_limit.allows(at):
                self._put(TagSeen(tag, at, again=not new))
            self._on_frame(tag)

    def _report_answering(self, well: bool | None, port: str) -> None:
        """Report whether the reader on the open line answers. answers: None for unknown."""
        if well is None or well is self._answers:
            return
        self._answers = well
        if well:
            self._report_found()
        else:
            self._report_missing(PartError(self._kind.silent_code, port=port))

    def _report_found(self) -> None:
        self._presence.found()
        self._tried.set()

    def _report_missing(self, fault: Exception) -> None:
        self._presence.missing(fault)
        self._tried.set()

    def _set_open(self, is_open: bool) -> None:
        with self._condition:
            self._open = is_open
            self._condition.notify_all()
