"""The machine's clock: whether anybody keeps it right, and setting it once, by systemd's timedated.

Most Pis have no battery for it: without a network they begin where they left off, or long ago.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import closing, suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING

from companion.language.text import CompanionError, text

if TYPE_CHECKING:
    from companion.system.bus import Bus

SERVICE, PATH = "org.freedesktop.timedate1", "/org/freedesktop/timedate1"
BATTERY = Path("/sys/class/rtc")
_TRIES = 20
"""How often it is tried again while whoever keeps the clock by a network has not stopped yet."""
_PAUSE = 0.1
_SETTABLE = f"{SERVICE}.AutomaticTimeSyncEnabled"


class ClockNotSet(CompanionError):
    """The clock could not be set; it stands as it stood. why: the system's words."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(text(code, why=why))


class BoxClock:
    """Safe to use from any thread.

    now: the present time, UTC. address: of the bus with timedated; None where there is none to be asked, as
    in a simulated box. mark: a file that outlasts the process and not the machine's start, for "it was set";
    None keeps that for the process alone. between: a time outside of these was never set. by_timesyncd: a
    file that is there once a network has told the time. pause: waits for so many seconds.
    """

    def __init__(
        self,
        now: Callable[[], datetime],
        address: str | None,
        mark: Path | None,
        *,
        between: tuple[datetime, datetime],
        by_timesyncd: Path,
        battery: Path = BATTERY,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._now = now
        self._address = address
        self._mark = mark
        self._earliest, self._latest = between
        self._by_timesyncd = by_timesyncd
        self._battery = battery
        self._pause = pause
        self._sure = False
        self._lock = threading.Lock()

    def unsure(self) -> bool:
        """Whether the time may be wrong, and could be set here. Once it is sure it stays so."""
        if self._address is None or self._sure:
            return False
        self._sure = self._known()
        return not self._sure

    def set(self, to: datetime) -> None:
        """Set the clock, once. Raises `ClockNotSet`, also for a time that none has that was set, and when
        somebody else has set it meanwhile.
        """
        with self._lock:
            if not self._earliest <= to < self._latest:
                raise ClockNotSet("clock.absurd")
            if self._address is None or not self.unsure():
                raise ClockNotSet("clock.sure")
            from companion.system.bus import Bus, BusFailed  # only a box that knows no time needs it

            try:
                with closing(Bus(self._address)) as bus:
                    self._set(bus, to, BusFailed)
            except BusFailed as failed:
                raise ClockNotSet("clock.refused", str(failed)) from failed
            self._sure = True
            if self._mark is not None:
                with suppress(OSError):
                    self._mark.touch()

    def _set(self, bus: Bus, to: datetime, failed: type[Exception]) -> None:
        by_network = bool(bus.property(SERVICE, PATH, f"{SERVICE}.NTP"))
        if by_network:
            bus.call(SERVICE, PATH, f"{SERVICE}.SetNTP", "bb", False, False)
        try:
            self._patiently(bus, int(to.timestamp() * 1_000_000), failed)
        finally:
            if by_network:  # as soon as there is a network, it knows better than any phone
                bus.call(SERVICE, PATH, f"{SERVICE}.SetNTP", "bb", True, False)

    def _patiently(self, bus: Bus, microseconds: int, failed: type[Exception]) -> None:
        for left in reversed(range(_TRIES)):
            try:
                bus.call(SERVICE, PATH, f"{SERVICE}.SetTime", "xbb", microseconds, False, False)
            except failed as refused:
                if getattr(refused, "name", "") != _SETTABLE or not left:
                    raise
                self._pause(_PAUSE)
            else:
                return

    def _known(self) -> bool:
        """Whether it was set here since the machine's start, or is kept right."""
        if not self._earliest <= self._now() < self._latest:
            return False
        if self._by_timesyncd.exists() or (self._mark is not None and self._mark.exists()):
            return True
        return self._from_battery() or self._synchronized()

    def _from_battery(self) -> bool:
        """Whether the kernel took the time from a clock with a battery: one without begins in 1970."""
        for each in sorted(self._battery.glob("rtc*")):
            with suppress(OSError, ValueError):
                began = (each / "hctosys").read_text(encoding="ascii").strip() == "1"
                seconds = int((each / "since_epoch").read_text(encoding="ascii"))
                if began and seconds >= self._earliest.timestamp():
                    return True
        return False

    def _synchronized(self) -> bool:
        """What timedated says, which knows others that keep a clock; without it nobody does."""
        if self._address is None:
            return True
        from companion.system.bus import Bus, BusFailed  # only a box that knows no time needs it

        try:
            with closing(Bus(self._address)) as bus:
                return bool(bus.property(SERVICE, PATH, f"{SERVICE}.NTPSynchronized"))
        except BusFailed:
            return True  # it could not be set either
