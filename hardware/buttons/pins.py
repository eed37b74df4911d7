"""The pins of this Raspberry Pi as gpiozero's devices use them: each is a line of the kernel's.

gpiozero's own pins by lgpio are looked at two thousand times a second; here one thread sleeps until the
kernel has an edge on any of them.
"""

from __future__ import annotations

import logging
import os
import select
import threading
import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import gpiozero

from hardware.buttons.kernel import Chip, Input, header_chip

log = logging.getLogger(__name__)

BOUNCE = 0.02
"""Seconds that a pin must be still before its edge is believed; the kernel sees to it."""
MISSING = (OSError, gpiozero.GPIOZeroError)
"""What is raised where the machine does not give a pin."""

Changed = Callable[[float, bool], object]
"""Told of an edge: seconds of the monotonic clock, and the new level."""


class KernelPin:
    """One input with a pull-up. Its line is claimed once somebody listens, debounced as was set by then."""

    function = "input"
    edges = "both"
    pull = "up"

    def __init__(self, chip: Chip, edges: Edges, gpio: int) -> None:
        self.info = SimpleNamespace(name=f"GPIO{gpio}")
        self.bounce: float | None = None
        self._chip = chip
        self._edges = edges
        self._gpio = gpio
        self._line: Input | None = None
        self._changed: Changed | None = None

    @property
    def state(self) -> bool:
        """The level now; up while nobody listens."""
        return self._line is None or self._line.high()

    @property
    def when_changed(self) -> Changed | None:
        """Called with each edge, on the thread of all pins. Setting it raises `OSError`."""
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
        self._watched: dict[int, tuple[Input, Changed]] = {}
        self._heard, self._bell = os.pipe()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
        self._thread.start()

    def watch(self, line: Input, changed: Changed) -> None:
        """Tell of this line's edges from now on."""
        with self._lock:
            self._watched[line.handle] = (line, changed)
        self._wake()

    def forget(self, line: Input) -> None:
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
    """Where gpiozero gets its pins: by their GPIO number. `close` closes the chip and every pin."""

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


def header_pins() -> KernelPins:
    """The pins of this Raspberry Pi. Raises `NoChip`."""
    return KernelPins(header_chip())


def open_pin(chip: Any, gpio: int) -> gpiozero.DigitalInputDevice:
    """Open a pin for a button to ground, with the chip's pull-up. Raises one of `MISSING`."""
    return gpiozero.DigitalInputDevice(gpio, pull_up=True, bounce_time=BOUNCE, pin_factory=chip)
