"""The tag reader's thread: it waits on the line, and for the line when that is gone."""

from __future__ import annotations

import logging
import termios
import threading
from collections.abc import Callable
from contextlib import suppress

import serial

from companion.parts import Parts, TagSeen
from hardware.errors import PartError
from hardware.guard import careful
from hardware.readers import Kind
from hardware.repeats import Repeats

log = logging.getLogger(__name__)

FAULTS = (OSError, termios.error)
"""What pyserial raises for a line that is gone; its own exception is an OSError."""

_PATIENCE = 0.5
"""Seconds that one read may take on a line whose reading cannot be cancelled: how late a stop is heard."""


def unheard(tag: str) -> None:
    """Nobody listens."""


def always(port: str) -> Callable[[], str]:
    """A port that stays the same. Raises `PartError` for a URL that pyserial does not know."""
    try:
        serial.serial_for_url(port, do_not_open=True)
    except ValueError as error:
        raise PartError("wrong-port", port=port) from error
    return lambda: port


class Reader:
    """Puts each tag that is laid on the reader once.

    put: takes them, on the reader's own thread. port: asked before each try for the device's path, or a
    URL that pyserial knows; raises `OSError` where there is none, see `always`. repeat_after: seconds
    that a tag must have been away to be put again. monotonic: seconds. retry: seconds between two tries.
    heard: told of every good frame, after it was put or passed over as a repeat.
    """

    def __init__(
        self,
        put: Callable[[TagSeen], None],
        parts: Parts,
        *,
        kind: Kind,
        port: Callable[[], str],
        monotonic: Callable[[], float],
        repeat_after: float = 1.5,
        retry: float = 1.0,
        heard: Callable[[str], None] = unheard,
    ) -> None:
        self._put = careful(put)
        self._parts = parts
        self._kind = kind
        self._port = port
        self._monotonic = monotonic
        self._repeats = Repeats(repeat_after)
        self._retry = retry
        self._heard = heard
        self._line: serial.SerialBase | None = None
        self._news = threading.Condition()
        self._open = False
        self._tried = threading.Event()
        self._wake = threading.Event()
        self._stopping = False
        self._fault = ""
        self._thread = threading.Thread(target=self._run, name="reader", daemon=True)

    def start(self) -> None:
        """Begin to read. Returns at once."""
        self._thread.start()

    def stop(self) -> None:
        """Read no more."""
        self._stopping = True
        self._wake.set()
        cancel = _cancelling(self._line)
        if cancel is not None:
            with suppress(*FAULTS, TypeError):  # the thread may be closing the line just now
                cancel()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def settle(self, timeout: float) -> bool:
        """Wait until the line has been tried once; False when `timeout` seconds were too few."""
        return self._tried.wait(timeout)

    def wait_for_line(self, timeout: float, *, there: bool = True) -> bool:
        """Wait until the line is open, so that what is sent is read, or with `there=False` until it is not.

        False when `timeout` seconds were too few.
        """
        with self._news:
            return self._news.wait_for(lambda: self._open is there, timeout)

    def check(self) -> None:
        """Look for a missing line at once."""
        self._wake.set()

    def _run(self) -> None:
        while not self._stopping:
            try:
                self._serve()
            except FAULTS as fault:
                self._lose(fault)

    def _serve(self) -> None:
        line = serial.serial_for_url(self._port(), baudrate=self._kind.baudrate, timeout=_PATIENCE)
        if _cancelling(line) is not None:
            line.timeout = None  # sleeps until something comes, and uses no power
        try:
            self._line = line
            self._find()
            parser = self._kind.parser()
            while not self._stopping:
                data = line.read(1)
                if data:
                    self._take(parser.feed(data + line.read(line.in_waiting)))
        finally:
            self._line = None
            self._opened(False)
            with suppress(*FAULTS):
                line.close()

    def _take(self, tags: list[str]) -> None:
        for tag in tags:
            at = self._monotonic()
            if self._repeats.is_new(tag, at):
                self._put(TagSeen(tag, at))
            self._heard(tag)

    def _find(self) -> None:
        if self._fault:
            log.warning("the reader is back")
        self._fault = ""
        self._wake.clear()
        self._opened(True)
        self._parts.report("reader", "ok")
        self._tried.set()

    def _opened(self, is_open: bool) -> None:
        with self._news:
            self._open = is_open
            self._news.notify_all()

    def _lose(self, fault: Exception) -> None:
        """Say so, and wait until it is time to look again."""
        if str(fault) != self._fault:
            log.warning("the reader cannot be read: %s", fault)
        self._fault = str(fault)
        self._parts.report("reader", "missing")
        self._tried.set()
        self._wake.wait(self._retry)
        if not self._stopping:
            self._wake.clear()


def _cancelling(line: serial.SerialBase | None) -> Callable[[], None] | None:
    """How a read is cut short from another thread, on lines where that can be done."""
    cancel: Callable[[], None] | None = getattr(line, "cancel_read", None)
    return cancel
