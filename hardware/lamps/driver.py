"""The lamps' thread: it lights what was left to be shown, and sleeps until that changes by itself or by news.

Steady lamps keep it asleep for good; a lamp that breathes wakes it six times a second. What is not there is
looked for again, and shows what is wanted as soon as it is back.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

from companion.parts import Lights, Parts
from hardware.device import ShowingThread
from hardware.lamps.rhythm import CYCLE, Beat, Glow, rhythm
from hardware.part import PartError

log = logging.getLogger(__name__)

RETRY = 2.0
"""Seconds between two looks for lamps that are missing."""
EARLY = 0.001
"""Seconds that who wakes for a beat may be early, by a rounding: else he would be woken for it twice."""
DARK = Lights()


class Lit(Protocol):
    """What is lit: LEDs on pins, or a strip. Used by the lamps' thread alone."""

    def fades(self, colour: str, /) -> bool:
        """Whether the lamp of this colour can be dimmed."""

    def look(self) -> PartError | None:
        """Open what is not open yet; gives what keeps something of it from being opened."""

    def show(self, row: Sequence[Glow]) -> None:
        """Light these lamps, as far as they are there, and no other. Raises `PartError`."""

    def close(self) -> None:
        """Let everything go."""


class Cycle:
    """What is to be seen when. beats: as `rhythm` gives them. begun: the second at which they began."""

    def __init__(self, beats: Sequence[Beat], begun: float) -> None:
        self._beats = beats
        self._begun = begun

    def row(self, now: float) -> tuple[Glow, ...]:
        """What the lamps look like now."""
        passed = self._passed(now)
        return next(beat.row for beat in reversed(self._beats) if beat.at <= passed)

    def due(self, now: float) -> float | None:
        """Seconds until they look different; None where that is never."""
        if len(self._beats) == 1:
            return None
        passed = self._passed(now)
        return next((beat.at for beat in self._beats if beat.at > passed), CYCLE) - passed + EARLY

    def _passed(self, now: float) -> float:
        """Seconds of the cycle, by which a beat that is all but due is there."""
        return (now - self._begun + EARLY) % CYCLE


NOTHING = Cycle((Beat(0.0, ()),), 0.0)
"""All dark, for ever."""


class Lamps(ShowingThread[Lights]):
    """Shows lights; `stop` makes all of them dark.

    A killed process cannot do that: a strip then keeps its last light, a pin what the kernel leaves it with,
    until the next start, which begins with all dark, or until the power is cut.

    bright, dimmed: the light of the brightest lamp, 0 to 255, of bright and of dimmed lights. retry: see
    `RETRY`. monotonic: seconds.
    """

    def __init__(
        self,
        lit: Lit,
        parts: Parts,
        *,
        bright: int,
        dimmed: int,
        retry: float = RETRY,
        monotonic: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(DARK, "lamps", parts, log, "the lamps are back", "lamps are missing: %s", retry)
        self._lit = lit
        self._bright, self._dimmed = bright, dimmed
        self._monotonic = monotonic
        self._missing: PartError | None = None
        self._trouble: PartError | None = None
        self._cycle = NOTHING
        self._looked = 0.0

    @property
    def missing(self) -> PartError | None:
        """What keeps lamps from being lit, with its cure; None while all are there, as far as is known."""
        return self._missing

    def _serve(self) -> None:
        try:
            self._look()
            while (wanted := self._wait()) is not None:
                self._light(wanted)
            with suppress(Exception):
                self._lit.show(())
        finally:
            with suppress(Exception):
                self._lit.close()

    def _wait(self) -> Lights | None:
        """Wait until something is to be done; gives the lights that are wanted then, None for the end."""
        with self._condition:
            self._condition.wait_for(
                lambda: self._stopping.is_set() or self._check_requested or self._wanted != self._shown,
                self._patience(),
            )
            if self._stopping.is_set():
                return None
            asked, self._check_requested = self._check_requested, False
            wanted = self._wanted
        if asked or (self._missing is not None and self._monotonic() >= self._looked + self._retry):
            self._look(asked=asked)
        return wanted

    def _patience(self) -> float | None:
        """Seconds until something is to be done that nobody asks for; None for never."""
        now = self._monotonic()
        due = self._cycle.due(now)
        if self._missing is None:
            return due
        look = max(0.0, self._looked + self._retry - now)
        return look if due is None else min(look, due)

    def _light(self, wanted: Lights) -> None:
        """Light what is wanted, from its beginning where it is new."""
        now = self._monotonic()
        if wanted != self._shown:
            self._cycle = Cycle(rhythm(wanted, self._bright, self._dimmed, self._lit.fades), now)
        try:
            self._lit.show(self._cycle.row(now))
        except PartError as gone:
            self._report_missing(gone)
        else:
            self._report_found()
        with self._notifying():
            self._shown = wanted

    def _look(self, *, asked: bool = True) -> None:
        """Open what is missing. What can be dimmed may have changed with it: the lights begin anew then, as
        they do where somebody asked for it. That it could be opened does not yet say that it can be lit.
        """
        self._looked = self._monotonic()
        before, trouble = self._missing, self._lit.look()
        self._trouble = trouble
        if trouble is not None:
            self._report_missing(trouble)
        with self._notifying():
            self._tried = True
            if asked or str(trouble) != str(before):
                self._shown = None

    def _report_found(self) -> None:
        """They were lit, as far as they are there."""
        if self._trouble is None:
            self._missing = None
            super()._report_found()

    def _report_missing(self, fault: Exception) -> None:
        why = str(fault) or type(fault).__name__
        trouble = fault if isinstance(fault, PartError) else PartError("lamps-broken", why=why)
        self._missing = self._trouble = trouble
        super()._report_missing(trouble)
