"""Where the buttons' pins come from, and what can be wrong with one."""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

import gpiozero
from gpiozero.pins.mock import MockFactory, MockPin

from hardware.buttons.header import place
from hardware.buttons.kernel import Chip, Line, LineTaken, NoChip, header_chip

log = logging.getLogger(__name__)

Changed = Callable[[float, bool], object]
"""Told of an edge: seconds of the monotonic clock, and the new level."""


@dataclass(frozen=True, slots=True)
class PinName:
    """What gpiozero asks of a pin's info."""

    name: str


class KernelPin:
    """One input with a pull-up. Its line is claimed once somebody listens, debounced as was set by then."""

    function = "input"
    edges = "both"
    pull = "up"

    def __init__(self, chip: Chip, edges: Edges, gpio: int) -> None:
        self.info = PinName(f"GPIO{gpio}")
        self.bounce: float | None = None
        self._chip = chip
        self._edges = edges
        self._gpio = gpio
        self._line: Line | None = None
        self._changed: Changed | None = None

    @property
    def state(self) -> bool:
        """The level now; up while nobody listens."""
        return self._line is None or self._line.high()

    @property
    def when_changed(self) -> Changed | None:
        """Called with each edge, on the thread of all pins. Setting it raises `LineTaken` and `OSError`."""
        return self._changed

    @when_changed.setter
    def when_changed(self, changed: Changed | None) -> None:
        self.close()
        if changed is not None:
            self._line = self._chip.claim(self._gpio, self.bounce or 0.0)
            self._changed = changed
            self._edges.watch(self._line, changed)

    def close(self) -> None:
        """Give the line back."""
        line, self._line, self._changed = self._line, None, None
        if line is not None:
            self._edges.forget(line)


class Edges:
    """One thread that waits for the edges of every line."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[int, tuple[Line, Changed]] = {}
        self._heard, self._bell = os.pipe()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
        self._thread.start()

    def watch(self, line: Line, changed: Changed) -> None:
        """Tell of this line's edges from now on."""
        with self._lock:
            self._watched[line.handle] = (line, changed)
        self._wake()

    def forget(self, line: Line) -> None:
        """Tell of them no more, and close the line, unless that has been done."""
        with self._lock:
            if self._watched.get(line.handle, (None,))[0] is not line:
                return
            del self._watched[line.handle]
            line.close()
            self._wake()

    def stop(self) -> None:
        """End the thread. Lines that are still watched are closed."""
        self._stopping = True
        self._wake()
        self._thread.join(1.0)
        with self._lock:
            for line, _ in self._watched.values():
                line.close()
            self._watched.clear()
        os.close(self._heard)
        os.close(self._bell)

    def _wake(self) -> None:
        os.write(self._bell, b"\0")

    def _run(self) -> None:
        while not self._stopping:
            poll = select.poll()
            with self._lock:
                for handle in (self._heard, *self._watched):
                    poll.register(handle, select.POLLIN)
            for handle, _ in poll.poll():
                if handle == self._heard:
                    os.read(self._heard, 4096)
                else:
                    self._tell(handle)

    def _tell(self, handle: int) -> None:
        """Tell of what came on a line, unless it has been forgotten meanwhile."""
        with self._lock:
            if handle not in self._watched:
                return
            line, changed = self._watched[handle]
            try:
                edges = line.edges()
            except OSError:
                log.exception("a pin cannot be read any more")
                del self._watched[handle]
                line.close()
                return
        for up in edges:
            try:
                changed(time.monotonic(), up)
            except Exception:
                log.exception("an edge was not taken")


class KernelPins:
    """The source: pins by their GPIO number. `close` closes the chip and every pin."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._edges = Edges()

    def pin(self, gpio: int) -> KernelPin:
        """A pin; nothing is claimed yet."""
        return KernelPin(self._chip, self._edges, gpio)

    def reserve_pins(self, requester: Any, *pins: Any) -> None:
        """Nothing to do: the kernel gives each line to one only."""

    def release_pins(self, reserver: Any, *pins: Any) -> None:
        """Nothing to do: a pin gives its line back when it is closed."""

    def ticks(self) -> float:
        """Now, as edges are stamped."""
        return time.monotonic()

    def ticks_diff(self, later: float, earlier: float) -> float:
        """Seconds between two stamps."""
        return later - earlier

    def close(self) -> None:
        """Let everything go."""
        self._edges.stop()
        self._chip.close()


BOUNCE = 0.02
"""Seconds that a pin must be still before its edge is believed; the kernel sees to it."""

Why = Literal["no-chip", "no-rights", "busy", "failed"]


class PinsMissing(Exception):
    """The machine does not give the pins.

    why: there are none; they may not be used; another has a pin, `by` its name if it told one; or the
    system's own words stand in `by`.
    """

    def __init__(self, why: Why, by: str = "") -> None:
        super().__init__(why, by)
        self.why = why
        self.by = by

    def __str__(self) -> str:
        return f"{self.why} ({self.by})" if self.by else self.why


def real() -> KernelPins:
    """The pins of this Raspberry Pi. Raises `PinsMissing`."""
    try:
        return KernelPins(header_chip())
    except NoChip as missing:
        raise PinsMissing("no-rights" if missing.rights else "no-chip") from missing


def mock() -> Any:
    """Pins of our own that nothing is connected to, whatever the environment says; a Pi 3's."""
    return MockFactory(revision="a02082", pin_class=MockPin)


DRIVERS: Mapping[str, Callable[[], Any]] = {"gpio": real}


def claim(chip: Any, gpio: int) -> Any:
    """Open a pin for a button to ground, with the chip's pull-up. Raises `PinsMissing`."""
    try:
        return gpiozero.DigitalInputDevice(gpio, pull_up=True, bounce_time=BOUNCE, pin_factory=chip)
    except LineTaken as taken:
        raise PinsMissing("busy", taken.by) from taken
    except (OSError, gpiozero.GPIOZeroError) as error:
        raise PinsMissing("failed", f"{place(gpio)}: {error}") from error
