"""The display's driver: draws and sends the latest frame, and sets up a display that is back."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from contextlib import suppress

from companion.parts import Frame, Parts
from hardware.device import ShowingThread
from hardware.display.drawing import draw
from hardware.display.oled import Oled
from hardware.display.wire import DisplayGone

log = logging.getLogger(__name__)

RETRY = 0.8
"""Seconds between two tries to open a missing display. A try on a blocked bus takes a second more."""
CHECK_INTERVAL = 1.8
"""Seconds between two checks that the display has kept its settings: 4 bytes on the bus."""
REFRESH_INTERVAL = 60.0
"""Seconds between two full refreshes, for displays that cannot report a loss of power: some 1,100 bytes.
With these three a display shows its picture at most two seconds after its power is back."""


class Display(ShowingThread[Frame | None]):
    """Shows frames.

    connect: opens and sets up the display; raises `DisplayGone`.
    contrast, dimmed: of a bright and of a dimmed frame, 0 to 255.
    retry, check_interval, refresh_interval: seconds, see the constants.
    monotonic: seconds.
    """

    expected = (DisplayGone,)

    def __init__(
        self,
        connect: Callable[[], Oled],
        parts: Parts,
        *,
        contrast: int,
        dimmed: int,
        retry: float = RETRY,
        check_interval: float = CHECK_INTERVAL,
        refresh_interval: float = REFRESH_INTERVAL,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(
            None, "display", parts, log, "the display is back", "the display does not answer: %s", retry
        )
        self._connect = connect
        self._contrast = (contrast, dimmed)
        self._check_interval, self._refresh_interval = check_interval, refresh_interval
        self._monotonic = monotonic
        self._blank = True

    def stop(self, *, blank: bool = True) -> None:
        """End the thread. blank: switch the display off; else the last frame stays."""
        self._blank = blank
        super().stop()

    def _serve(self) -> None:
        """Show frames until the end, or until the display has to be set up again."""
        self._shown = None
        oled = self._connect()
        try:
            self._report_found()
            checked_at = refreshed_at = self._monotonic()
            while True:
                frame, requested = self._next(checked_at + self._check_interval)
                if frame is not None:
                    self._send(oled, frame)
                elif self._stopping.is_set():
                    break
                now = self._monotonic()
                if not requested and now < checked_at + self._check_interval:
                    continue
                checked_at = now
                if not oled.intact():
                    log.warning("the display has lost its power, too shortly to fail; it is set up again")
                    return
                if now >= refreshed_at + self._refresh_interval:
                    refreshed_at = now
                    oled.refresh()
            if self._blank:
                oled.off()
        finally:
            with suppress(DisplayGone):
                oled.close()

    def _send(self, oled: Oled, frame: Frame) -> None:
        oled.contrast(self._contrast[frame.dim])
        if frame != self._shown:
            try:
                picture = draw(frame)
            except Exception:
                log.exception("this frame cannot be drawn: %r", frame)
            else:
                oled.show(picture)
        with self._notifying():
            self._shown = frame

    def _next(self, until: float) -> tuple[Frame | None, bool]:
        """Wait for a new frame or a check, until a deadline; return the frame, and whether a check is
        requested.

        At the end the frame is None, unless the last one is to stay and has not been sent.
        """
        with self._condition:
            self._condition.wait_for(
                lambda: self._stopping.is_set() or self._check_requested or self._wanted != self._shown,
                max(0.0, until - self._monotonic()),
            )
            requested, self._check_requested = self._check_requested, False
            due = self._wanted != self._shown and not (self._stopping.is_set() and self._blank)
            return self._wanted if due else None, requested
