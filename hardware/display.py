"""The display's thread: the latest frame goes out, and a display that was pulled out is taken back."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable
from contextlib import suppress

from companion.layout import Frame
from companion.parts import Parts
from hardware.drawing import draw
from hardware.oled import FAULTS, Oled

log = logging.getLogger(__name__)

DIMMED = 1
"""The contrast of a dimmed display, of 255."""


class Display:
    """Shows frames. `show`, `settle` and `check` may be called from any thread.

    connect: opens and initialises the display; raises one of `hardware.oled.FAULTS`. contrast: 0 to 255.
    retry: seconds between two tries to reach a missing display. watch: seconds of rest after which
    a display is asked whether it is still there.
    """

    def __init__(
        self,
        connect: Callable[[], Oled],
        parts: Parts,
        *,
        contrast: int = 160,
        retry: float = 1.0,
        watch: float = 2.0,
    ) -> None:
        self._connect = connect
        self._parts = parts
        self._contrast = contrast
        self._retry = retry
        self._watch = watch
        self._news = threading.Condition()
        self._wanted: Frame | None = None
        self._shown: Frame | None = None
        self._tried = self._missing = self._checking = self._stopping = False
        self._blank = True
        self._fault = ""
        self._thread = threading.Thread(target=self._run, name="display", daemon=True)

    def start(self) -> None:
        """Begin to look for the display and to show frames. Returns at once."""
        self._thread.start()

    def stop(self, *, blank: bool = True) -> None:
        """Show no more. blank: switch the light off, too; else the last picture stays."""
        with self._news:
            self._stopping = True
            self._blank = blank
            self._news.notify_all()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def show(self, frame: Frame) -> None:
        """Leave this frame to be shown; one that was left before and is still waiting is dropped."""
        with self._news:
            self._wanted = frame
            self._news.notify_all()

    @property
    def wanted(self) -> Frame | None:
        """The frame that was left last."""
        return self._wanted

    def settle(self, timeout: float) -> bool:
        """Wait until the last frame is on the display, or the display is known to be missing.

        Gives False when `timeout` seconds were not enough.
        """
        with self._news:
            return self._news.wait_for(
                lambda: self._tried and (self._missing or self._shown is self._wanted), timeout
            )

    def check(self) -> None:
        """Ask a display at rest at once whether it is there; look at once for a missing one."""
        with self._news:
            self._checking = True
            self._news.notify_all()

    def _run(self) -> None:
        while not self._stopping:
            try:
                self._serve()
            except FAULTS as fault:
                self._lose(fault)

    def _serve(self) -> None:
        oled = self._connect()
        try:
            oled.contrast(self._contrast)
            self._find()
            dim = False
            while (frame := self._next()) is not None or not self._stopping:
                if frame is None or frame is self._shown:
                    oled.answer()
                    continue
                if frame.dim is not dim:
                    dim = frame.dim
                    oled.contrast(DIMMED if dim else self._contrast)
                if frame != self._shown:
                    self._send(oled, frame)
                self._done(frame)
            if self._blank:
                oled.off()
        finally:
            with suppress(*FAULTS):
                oled.close()

    def _send(self, oled: Oled, frame: Frame) -> None:
        try:
            picture = draw(frame)
        except Exception:
            log.exception("this frame cannot be drawn: %r", frame)
            return
        oled.show(picture)

    def _next(self) -> Frame | None:
        """Wait for the next frame. After a time of rest: the shown one, or None; at the end: None."""
        with self._news:
            self._news.wait_for(
                lambda: self._stopping or self._checking or self._wanted is not self._shown, self._watch
            )
            self._checking = False
            return None if self._stopping else self._wanted

    def _done(self, frame: Frame) -> None:
        with self._news:
            self._shown = frame
            self._news.notify_all()

    def _find(self) -> None:
        with self._news:
            self._tried, self._missing, self._shown = True, False, None
            self._news.notify_all()
        if self._fault:
            log.warning("the display is back")
        self._fault = ""
        self._parts.report("display", "ok")

    def _lose(self, fault: Exception) -> None:
        """Say so, and wait until it is time to look again."""
        if str(fault) != self._fault:
            log.warning("the display does not answer: %s", fault)
        self._fault = str(fault)
        self._parts.report("display", "missing")
        with self._news:
            self._tried, self._missing, self._shown = True, True, None
            self._news.notify_all()
            self._news.wait_for(lambda: self._stopping or self._checking, self._retry)
            self._checking = False
