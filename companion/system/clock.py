"""The machine's clock: whether it is right, and setting it by systemd's timedated.

Most Pis have no clock with a battery: without a network they start with the time of the last stop.
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
"""Tries while the network's time service has not stopped yet."""
_PAUSE = 0.1
_SETTABLE = f"{SERVICE}.AutomaticTimeSyncEnabled"


class ClockNotSet(CompanionError):
    """The clock could not be set. why: the system's error."""

    def __init__(self, code: str, why: str = "") -> None:
        super().__init__(text(code, why=why))


class BoxClock:
    """The machine's clock. Safe to use from any thread.

    now: the present time, UTC.
    address: of the bus with timedated; None in a simulated box.
    mark: a file, kept until the machine's next start, that notes that the time was set; None notes it in
    memory.
    plausible: the earliest and the latest time that can be right.
    timesync_file: exists once a network has set the time.
    pause: waits for so many seconds.
    """

    def __init__(
        self,
        now: Callable[[], datetime],
        address: str | None,
        mark: Path | None,
        *,
        plausible: tuple[datetime, datetime],
        timesync_file: Path,
        battery: Path = BATTERY,
        pause: Callable[[float], object] = time.sleep,
    ) -> None:
        self._now = now
        self._address = address
        self._mark = mark
        self._earliest, self._latest = plausible
        self._timesync_file = timesync_file
        self._battery = battery
        self._pause = pause
        self._sure = False
        self._lock = threading.Lock()

    def unsure(self) -> bool:
        """Whether the time may be wrong and can be set here; never again after False."""
        if self._address is None or self._sure:
            return False
        self._sure = self._is_right()
        return not self._sure

    def set(self, to: datetime) -> None:
        """Set the clock once. Raises `ClockNotSet`, also for an implausible time, or if it is right by
        now.
        """
        with self._lock:
            if not self._earliest <= to < self._latest:
                raise ClockNotSet("clock.absurd")
            if self._address is None or not self.unsure():
                raise ClockNotSet("clock.sure")
            from companion.system.bus import Bus, BusError  # only a box that knows no time needs it

            try:
                with closing(Bus(self._address)) as bus:
                    self._set(bus, to, BusError)
            except BusError as failed:
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
            self._retry_set_time(bus, int(to.timestamp() * 1_000_000), failed)
        finally:
            if by_network:  # as soon as there is a network, it knows better than any phone
                bus.call(SERVICE, PATH, f"{SERVICE}.SetNTP", "bb", True, False)

    def _retry_set_time(self, bus: Bus, microseconds: int, failed: type[Exception]) -> None:
        for left in reversed(range(_TRIES)):
            try:
                bus.call(SERVICE, PATH, f"{SERVICE}.SetTime", "xbb", microseconds, False, False)
            except failed as refused:
                if getattr(refused, "name", "") != _SETTABLE or not left:
                    raise
                self._pause(_PAUSE)
            else:
                return

    def _is_right(self) -> bool:
        """Whether it was set here since the machine's start, or by a network or a battery."""
        if not self._earliest <= self._now() < self._latest:
            return False
        if self._timesync_file.exists() or (self._mark is not None and self._mark.exists()):
            return True
        return self._from_battery() or self._synchronized()

    def _from_battery(self) -> bool:
        """Whether the kernel took the time from a clock with a battery; one without starts in 1970."""
        for each in sorted(self._battery.glob("rtc*")):
            with suppress(OSError, ValueError):
                began = (each / "hctosys").read_text(encoding="ascii").strip() == "1"
                seconds = int((each / "since_epoch").read_text(encoding="ascii"))
                if began and seconds >= self._earliest.timestamp():
                    return True
        return False

    def _synchronized(self) -> bool:
        """Whether timedated reports a synchronized clock; True without timedated."""
        if self._address is None:
            return True
        from companion.system.bus import Bus, BusError  # only a box that knows no time needs it

        try:
            with closing(Bus(self._address)) as bus:
                return bool(bus.property(SERVICE, PATH, f"{SERVICE}.NTPSynchronized"))
        except BusError:
            return True  # it could not be set either
