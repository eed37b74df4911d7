"""The lamps' driver: plays the animation of the latest lights, and sleeps while nothing changes.

Steady lamps never wake its thread, a breathing one does six times a second. A missing device is retried.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from companion.parts import Lights, Parts
from hardware.device import ShowingThread
from hardware.lamps.rhythm import PERIOD, Keyframe, LampLevel, animate
from hardware.part import PartError

log = logging.getLogger(__name__)

RETRY = 2.0
"""Seconds between two tries to open missing lamps."""
TOLERANCE = 0.001
"""Seconds by which a wait may end early; without it, one keyframe would wake the thread twice."""
DARK = Lights()


class LampDevice(Protocol):
    """LEDs on pins, or a strip. Used by the lamps' thread alone."""

    def dimmable(self, colour: str, /) -> bool:
        """Whether the lamp of this colour can be dimmed."""

    def open(self) -> PartError | None:
        """Open what is not open yet; return the first error, None once all is open."""

    def show(self, row: Sequence[LampLevel]) -> None:
        """Light exactly these lamps, as far as they are open. Raises `PartError`."""

    def close(self) -> None:
        """Release pins or bus. Repeated calls do nothing."""


class Animation:
    """Keyframes, repeated every `PERIOD` from the second `started_at` on."""

    def __init__(self, keyframes: Sequence[Keyframe], started_at: float) -> None:
        self._keyframes = keyframes
        self._started_at = started_at

    def row(self, now: float) -> tuple[LampLevel, ...]:
        """The lamps' levels now."""
        elapsed = self._elapsed(now)
        return next(keyframe.row for keyframe in reversed(self._keyframes) if keyframe.at <= elapsed)

    def next_change(self, now: float) -> float | None:
        """Seconds until the next keyframe; None for a still picture."""
        if len(self._keyframes) == 1:
            return None
        elapsed = self._elapsed(now)
        return (
            next((keyframe.at for keyframe in self._keyframes if keyframe.at > elapsed), PERIOD)
            - elapsed
            + TOLERANCE
        )

    def _elapsed(self, now: float) -> float:
        """Seconds since the period's beginning, rounded up by `TOLERANCE`."""
        return (now - self._started_at + TOLERANCE) % PERIOD


ALL_DARK = Animation((Keyframe(0.0, ()),), 0.0)


class Lamps(ShowingThread[Lights]):
    """Shows lights; a start and `stop` make all of them dark. A killed process leaves a strip as it is.

    bright, dimmed: the level of the brightest lamp, 0 to 255, in bright and in dimmed lights.
    retry: see `RETRY`.
    monotonic: seconds.
    """

    def __init__(
        self,
        device: LampDevice,
        parts: Parts,
        *,
        bright: int,
        dimmed: int,
        retry: float = RETRY,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(DARK, "lamps", parts, log, "the lamps are back", "lamps are missing: %s", retry)
        self._device = device
        self._bright, self._dimmed = bright, dimmed
        self._monotonic = monotonic
        self._missing: PartError | None = None
        self._fault: PartError | None = None
        self._animation = ALL_DARK
        self._opened_at = 0.0

    @property
    def missing(self) -> PartError | None:
        """Why lamps are missing, with the cure; None while all work."""
        return self._missing

    def _serve(self) -> None:
        try:
            self._open()
            while (wanted := self._wait()) is not None:
                self._light(wanted)
            with suppress(Exception):
                self._device.show(())
        finally:
            with suppress(Exception):
                self._device.close()

    def _wait(self) -> Lights | None:
        """Wait for new lights, a keyframe, a check or a retry; the lights to show, None for the end."""
        with self._condition:
            self._condition.wait_for(
                lambda: self._stopping.is_set() or self._check_requested or self._wanted != self._shown,
                self._timeout(),
            )
            if self._stopping.is_set():
                return None
            requested, self._check_requested = self._check_requested, False
            wanted = self._wanted
        if requested or (self._missing is not None and self._monotonic() >= self._opened_at + self._retry):
            self._open(requested=requested)
        return wanted

    def _timeout(self) -> float | None:
        """Seconds until the next keyframe or retry; None for never."""
        now = self._monotonic()
        next_change = self._animation.next_change(now)
        if self._missing is None:
            return next_change
        look = max(0.0, self._opened_at + self._retry - now)
        return look if next_change is None else min(look, next_change)

    def _light(self, wanted: Lights) -> None:
        """Show these lights; new ones begin with their first keyframe."""
        now = self._monotonic()
        if wanted != self._shown:
            self._animation = Animation(
                animate(wanted, self._bright, self._dimmed, self._device.dimmable), now
            )
        try:
            self._device.show(self._animation.row(now))
        except PartError as error:
            self._report_missing(error)
        else:
            self._report_found()
        with self._notifying():
            self._shown = wanted

    def _open(self, *, requested: bool = True) -> None:
        """Open what is missing, and restart the animation if that changed anything or was requested.

        A device that can be opened may still fail to show anything.
        """
        self._opened_at = self._monotonic()
        before, trouble = self._missing, self._device.open()
        self._fault = trouble
        if trouble is not None:
            self._report_missing(trouble)
        with self._notifying():
            self._tried = True
            if requested or str(trouble) != str(before):
                self._shown = None

    def _report_found(self) -> None:
        """Report the lamps as present, if all of them could be opened."""
        if self._fault is None:
            self._missing = None
            super()._report_found()

    def _report_missing(self, fault: Exception) -> None:
        why = str(fault) or type(fault).__name__
        trouble = fault if isinstance(fault, PartError) else PartError("lamps-broken", why=why)
        self._missing = self._fault = trouble
        super()._report_missing(trouble)
