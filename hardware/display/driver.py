"""The display's thread: the latest frame goes out, and a display that was pulled out is taken back."""

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
"""Seconds between two tries to reach a missing display. A try on a bus that is held takes a second more."""
LOOK = 1.8
"""Seconds after which a display is asked again whether it has kept what it was given: 4 bytes."""
REFRESH = 60.0
"""Seconds after which everything is sent again, for a display that lost it and cannot tell: some 1,100 bytes.
With these three a display shows its picture at most two seconds after it has its power back."""


class Display(ShowingThread[Frame | None]):
    """Shows frames.

    connect: opens and sets up the display; raises `DisplayGone`. contrast, dimmed: of a bright and of a
    dimmed frame, 0 to 255. retry, look, refresh: in seconds, see `RETRY`, `LOOK` and `REFRESH`. monotonic:
    seconds.
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
        look: float = LOOK,
        refresh: float = REFRESH,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(
            None, "display", parts, log, "the display is back", "the display does not answer: %s", retry
        )
        self._connect = connect
        self._contrast = (contrast, dimmed)
        self._look, self._refresh = look, refresh
        self._monotonic = monotonic
        self._blank = True

    def stop(self, *, blank: bool = True) -> None:
        """Show no more. blank: switch the light off, too; else the last frame that was left stays."""
        self._blank = blank
        super().stop()

    def _serve(self) -> None:
        """Show frames until the end, or until the display has to be set up anew."""
        self._shown = None
        oled = self._connect()
        try:
            self._report_found()
            looked = refreshed = self._monotonic()
            while True:
                frame, asked = self._next(looked + self._look)
                if frame is not None:
                    self._send(oled, frame)
                elif self._stopping.is_set():
                    break
                now = self._monotonic()
                if not asked and now < looked + self._look:
                    continue
                looked = now
                if not oled.intact():
                    log.warning("the display had lost its power, so shortly that nothing failed; set up anew")
                    return
                if now >= refreshed + self._refresh:
                    refreshed = now
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
        """Wait, no longer than until then, for a frame to be sent; and say whether somebody has asked for
        a look. At the end the frame is None, unless the last one is to stay and was not sent yet.
        """
        with self._condition:
            self._condition.wait_for(
                lambda: self._stopping.is_set() or self._check_requested or self._wanted != self._shown,
                max(0.0, until - self._monotonic()),
            )
            asked, self._check_requested = self._check_requested, False
            due = self._wanted != self._shown and not (self._stopping.is_set() and self._blank)
            return self._wanted if due else None, asked
