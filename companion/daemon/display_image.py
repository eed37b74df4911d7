"""The display's picture for remote viewers, redacted, at most every other second, on a thread of its own."""

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

INTERVAL = 2.0
"""Least seconds between pictures."""
SCALE = 4
"""Pixels of the picture for each of the display."""


class _Shown(msgspec.Struct, frozen=True):
    """What the display shows."""

    screen: Screen
    frame: int
    """The index of the screen's frame."""
    system: str | None
    """The game whose words the screen uses."""
    status: BoxStatus


class DisplayImage:
    """Publishes pictures of what the panel shows. `update` may be called from any thread.

    names: whether the players' names are shown.
    pause: waits so many seconds; returns True to stop.
    """

    def __init__(
        self,
        language: Language,
        *,
        names: bool,
        pause: Callable[[float], bool] | None = None,
    ) -> None:
        self._layout = Layout(language)
        self._publish: Callable[[bytes], object] = bytes
        self._names = names
        self._stopping = threading.Event()
        self._pause = self._stopping.wait if pause is None else pause
        self._changed = threading.Event()
        self._latest: _Shown | None = None
        self._published: Frame | None = None
        self._thread = threading.Thread(target=self._run, name="picture", daemon=True)

    def start(self, publish: Callable[[bytes], object]) -> None:
        """Begin. Returns at once. publish: called with each new PNG, on its own thread."""
        self._publish = publish
        self._thread.start()

    def stop(self) -> None:
        """Draw no more."""
        self._stopping.set()
        self._changed.set()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def update(self, screen: Screen, frame: int, system: str | None, status: BoxStatus) -> None:
        """The display shows this from now on. Returns at once."""
        self._latest = _Shown(screen, frame, system, status)
        self._changed.set()

    def _run(self) -> None:
        while self._changed.wait() and not self._stopping.is_set():
            self._changed.clear()
            try:
                published = self._publish_latest(self._latest)
            except Exception:
                log.exception("the display's picture is not published")
                published = True
            if published and self._pause(INTERVAL):
                return

    def _publish_latest(self, shown: _Shown | None) -> bool:
        """Publish the newest frame; return whether there was a new one."""
        screen = (
            None if shown is None else redact_for_broadcast(shown.screen, shown.status, names=self._names)
        )
        if shown is None or screen is None:
            return False
        frames = self._layout.frames(screen, shown.system)
        frame = frames[min(shown.frame, len(frames) - 1)]
        if frame == self._published:
            return False
        self._published = frame
        self._publish(_png(frame))
        return True


def _png(frame: Frame) -> bytes:
    picture = draw(frame)
    large = picture.resize((picture.width * SCALE, picture.height * SCALE), Image.Resampling.NEAREST)
    png = io.BytesIO()
    large.save(png, "PNG")
    return png.getvalue()
