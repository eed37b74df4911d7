"""The lamps' thread: it lights what was left to be shown, and sleeps until that changes by itself or by news.

Steady lamps keep it asleep for good; a lamp that breathes wakes it six times a second. What is not there is
looked for again, and shows what is wanted as soon as it is back.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from typing import Protocol

from companion.parts import Lights, Parts
from hardware.lamps.rhythm import CYCLE, Beat, Glow, rhythm
from hardware.part import PartError, Presence

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


class Lamps:
    """Shows lights. `show`, `settle` and `check` may be called from any thread.

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
        self._lit = lit
        self._presence = Presence("lamps", parts, log, "the lamps are back", "lamps are missing: %s")
        self._bright, self._dimmed = bright, dimmed
        self._retry = retry
        self._monotonic = monotonic
        self._news = threading.Condition()
        self._wanted = DARK
        self._shown: Lights | None = None
        self._tried = self._checking = self._stopping = False
        self._missing: PartError | None = None
        self._trouble: PartError | None = None
        self._cycle = NOTHING
        self._looked = 0.0
        self._woken = 0
        self._thread = threading.Thread(target=self._run, name="lamps", daemon=True)

    def start(self) -> None:
        """Begin to look for the lamps and to light them. Returns at once; twice does nothing more."""
        if self._thread.ident is None:
            self._thread.start()

    def stop(self) -> None:
        """Make all of them dark, and let them go.

        Who is killed cannot do that: a strip then keeps its last light, a pin what the kernel leaves it with,
        until the next start, which begins with all dark, or until the power is cut.
        """
        with self._news:
            self._stopping = True
            self._news.notify_all()
        if self._thread.ident is not None:
            self._thread.join(1.0)

    def show(self, lights: Lights) -> None:
        """Leave these lights to be shown. The same again changes nothing."""
        with self._news:
            if lights != self._wanted:
                self._wanted = lights
                self._news.notify_all()

    @property
    def wanted(self) -> Lights:
        """The lights that were left last."""
        return self._wanted

    @property
    def missing(self) -> PartError | None:
        """What keeps lamps from being lit, with its cure; None while all are there, as far as is known."""
        return self._missing

    @property
    def woken(self) -> int:
        """How often the thread has been woken so far: what lamps cost a processor."""
        return self._woken

    def settle(self, timeout: float) -> bool:
        """Wait until the lights that were left last are lit, or lamps are known to be missing.

        Gives False when `timeout` seconds were not enough, or nothing more is lit.
        """

        def settled() -> bool:
            return self._tried and (self._missing is not None or self._shown == self._wanted)

        with self._news:
            self._news.wait_for(lambda: self._stopping or settled(), timeout)
            return settled()

    def check(self) -> None:
        """Look at once for what is missing, and send everything again to a strip that lost its power."""
        with self._news:
            self._checking = True
            self._news.notify_all()

    def _run(self) -> None:
        self._guarded(self._look)
        while (wanted := self._wait()) is not None:
            self._guarded(partial(self._light, wanted))
        with suppress(Exception):
            self._lit.show(())
        with suppress(Exception):
            self._lit.close()

    def _guarded(self, work: Callable[[], None]) -> None:
        """Do it. What nobody expects of lamps ends nothing: it is logged, and they are opened anew."""
        try:
            work()
        except Exception as fault:
            trouble = PartError("lamps-broken", why=str(fault) or type(fault).__name__)
            if str(trouble) != str(self._missing):
                log.exception("the lamps stumbled; they are looked for again")
            with suppress(Exception):
                self._lit.close()
            self._lose(trouble)
            self._cycle = NOTHING
            with self._news:
                self._tried, self._shown = True, self._wanted
                self._news.notify_all()

    def _wait(self) -> Lights | None:
        """Wait until something is to be done; gives the lights that are wanted then, None for the end."""
        with self._news:
            self._news.wait_for(
                lambda: self._stopping or self._checking or self._wanted != self._shown, self._patience()
            )
            self._woken += 1
            if self._stopping:
                return None
            asked, self._checking = self._checking, False
            wanted = self._wanted
        if asked or (self._missing is not None and self._monotonic() >= self._looked + self._retry):
            self._guarded(partial(self._look, asked=asked))
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
            self._lose(gone)
        else:
            self._find()
        with self._news:
            self._shown = wanted
            self._news.notify_all()

    def _look(self, *, asked: bool = True) -> None:
        """Open what is missing. What can be dimmed may have changed with it: the lights begin anew then, as
        they do where somebody asked for it. That it could be opened does not yet say that it can be lit.
        """
        self._looked = self._monotonic()
        before, trouble = self._missing, self._lit.look()
        self._trouble = trouble
        if trouble is not None:
            self._lose(trouble)
        with self._news:
            self._tried = True
            if asked or str(trouble) != str(before):
                self._shown = None
            self._news.notify_all()

    def _find(self) -> None:
        """They were lit, as far as they are there."""
        if self._trouble is not None:
            return
        self._missing = None
        self._presence.found()

    def _lose(self, trouble: PartError) -> None:
        self._presence.missing(trouble)
        with self._news:
            self._missing = self._trouble = trouble
            self._news.notify_all()
