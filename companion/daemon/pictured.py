"""The display's picture for those who are not there: drawn anew at most every other second, on a thread of
its own, so that nobody who presses a button waits for it.
"""

from __future__ import annotations

import io
import logging
import threading
from collections.abc import Callable

import msgspec
from PIL import Image

from companion.games.screen import Screen
from companion.language.messages import Language
from companion.panel.box_status import BoxStatus
from companion.panel.layout import Layout
from companion.panel.redaction import redact_for_broadcast
from companion.parts import Frame
from hardware.display.drawing import draw

log = logging.getLogger(__name__)

EVERY = 2.0
"""Seconds from one picture to the next, at least."""
LARGER = 4
"""How many times as large it is drawn as the display is: on other screens its dots are small."""


class _Shown(msgspec.Struct, frozen=True):
    """What stands on the display. leaf: which of the screen's. system: of the game in whose words it is."""

    screen: Screen
    leaf: int
    system: str | None
    known: BoxStatus


class Pictured:
    """Takes what the panel shows, and hands on pictures of it. `shows` may be called from any thread.

    names: the players' are shown, too.
    pause: waits so many seconds, or until its end is wished; whether it is.
    """

    def __init__(
        self,
        language: Language,
        *,
        names: bool,
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        self._layout = Layout(language)
        self._tell: Callable[[bytes], object] = bytes
        self._names = names
        self._stopping = threading.Event()
        self._pause = self._stopping.wait if pause is None else pause
        self._news = threading.Event()
        self._latest: _Shown | None = None
        self._told: Frame | None = None
        self._thread = threading.Thread(target=self._run, name="picture", daemon=True)

    def start(self, tell: Callable[[bytes], object]) -> None:
        """Begin. Returns at once. tell: takes a PNG, whenever there is another one; on this thread."""
        self._tell = tell
        self._thread.start()

    def stop(self) -> None:
        """Draw no more."""
        self._stopping.set()
        self._news.set()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def shows(self, screen: Screen, leaf: int, system: str | None, known: BoxStatus) -> None:
        """The display shows this from now on. Returns at once."""
        self._latest = _Shown(screen, leaf, system, known)
        self._news.set()

    def _run(self) -> None:
        while self._news.wait() and not self._stopping.is_set():
            self._news.clear()
            try:
                told = self._tell_of(self._latest)
            except Exception:
                log.exception("the display's picture is not told")
                told = True
            if told and self._pause(EVERY):
                return

    def _tell_of(self, shown: _Shown | None) -> bool:
        """Tell of what stands there now; whether there was anything new to tell."""
        screen = None if shown is None else redact_for_broadcast(shown.screen, shown.known, names=self._names)
        if shown is None or screen is None:
            return False
        leaves = self._layout.frames(screen, shown.system)
        frame = leaves[min(shown.leaf, len(leaves) - 1)]
        if frame == self._told:
            return False
        self._told = frame
        self._tell(_png(frame))
        return True


def _png(frame: Frame) -> bytes:
    picture = draw(frame)
    large = picture.resize((picture.width * LARGER, picture.height * LARGER), Image.Resampling.NEAREST)
    png = io.BytesIO()
    large.save(png, "PNG")
    return png.getvalue()
