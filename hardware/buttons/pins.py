"""A `pin_factory` of inputs for gpiozero, over the kernel's lines.

One thread sleeps until any pin has an edge; gpiozero's own, over lgpio, polls.
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

from hardware.gpio import Chip, InputLine, header_chip

log = logging.getLogger(__name__)

BOUNCE_TIME = 0.02
"""Seconds that a level must last before its edge counts; the kernel debounces."""
PIN_ERRORS = (OSError, gpiozero.GPIOZeroError)
"""Raised where a pin cannot be had."""

EdgeCallback = Callable[[float, bool], object]
"""Called with an edge: seconds on the monotonic clock, and the new level."""


class InputPin:
    """One input with a pull-up. Setting `when_changed` claims its line, debounced by `bounce` seconds."""

    function = "input"
    edges = "both"
    pull = "up"

    def __init__(self, chip: Chip, edges: EdgePoller, gpio: int) -> None:
        self.info = SimpleNamespace(name=f"GPIO{gpio}")
        self.bounce: float | None = None
        self._chip = chip
        self._edges = edges
        self._gpio = gpio
        self._line: InputLine | None = None
        self._callback: EdgeCallback | None = None

    @property
    def state(self) -> bool:
        """The level now; high while `when_changed` is None."""
        return self._line is None or self._line.high()

    @property
    def when_changed(self) -> EdgeCallback | None:
        """Called with each edge, on the thread of `EdgePoller`. Setting it raises `OSError`."""
        return self._callback

    @when_changed.setter
    def when_changed(self, callback: EdgeCallback | None) -> None:
        self.close()
        if callback is not None:
            self._line = self._chip.claim_input(self._gpio, self.bounce or 0.0)
            self._callback = callback
            self._edges.add(self._line, callback)

    def close(self) -> None:
        """Release the line."""
        line, self._line, self._callback = self._line, None, None
        if line is not None:
            self._edges.remove(line)


class EdgePoller:
    """One thread that polls the edges of all lines. Public methods may be called from any thread."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._lines: dict[int, tuple[InputLine, EdgeCallback]] = {}
        self._wake_read, self._wake_write = os.pipe()
        self._stopping = False
        self._thread = threading.Thread(target=self._run, name="pins", daemon=True)
        self._thread.start()

    def add(self, line: InputLine, callback: EdgeCallback) -> None:
        """Call back with this line's edges from now on."""
        with self._lock:
            self._lines[line.fd] = (line, callback)
        self._wake()

    def remove(self, line: InputLine) -> None:
        """Stop polling a line and close it. Repeated calls do nothing."""
        with self._lock:
            if self._lines.get(line.fd, (None,))[0] is not line:
                return
            del self._lines[line.fd]
            line.close()
            self._wake()

    def stop(self) -> None:
        """End the thread and close all lines."""
        self._stopping = True
        self._wake()
        self._thread.join(1.0)
        with self._lock:
            for line, _ in self._lines.values():
                line.close()
            self._lines.clear()
        os.close(self._wake_read)
        os.close(self._wake_write)

    def _wake(self) -> None:
        os.write(self._wake_write, b"\0")

    def _run(self) -> None:
        while not self._stopping:
            poll = select.poll()
            with self._lock:
                for fd in (self._wake_read, *self._lines):
                    poll.register(fd, select.POLLIN)
            for fd, _ in poll.poll():
                if fd == self._wake_read:
                    os.read(self._wake_read, 4096)
                else:
                    self._dispatch(fd)

    def _dispatch(self, fd: int) -> None:
        """Call back with a line's edges, unless it has been removed since `poll` returned."""
        with self._lock:
            if fd not in self._lines:
                return
            line, callback = self._lines[fd]
            try:
                edges = line.read_edges()
            except OSError:
                log.exception("a pin cannot be read any more")
                del self._lines[fd]
                line.close()
                return
        for high in edges:
            try:
                callback(time.monotonic(), high)
            except Exception:
                log.exception("an edge was not taken")


class InputPinFactory:
    """A `pin_factory`: input pins by GPIO number. `close` closes the chip and all pins."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self._edges = EdgePoller()

    def pin(self, gpio: int) -> InputPin:
        """A pin, not claimed yet."""
        return InputPin(self._chip, self._edges, gpio)

    def reserve_pins(self, requester: Any, *pins: Any) -> None:
        """Do nothing: the kernel reserves lines."""

    def release_pins(self, reserver: Any, *pins: Any) -> None:
        """Do nothing: closing a pin releases its line."""

    def ticks(self) -> float:
        """Seconds on the clock that stamps edges."""
        return time.monotonic()

    def ticks_diff(self, later: float, earlier: float) -> float:
        """Seconds between two stamps."""
        return later - earlier

    def close(self) -> None:
        """Close the chip and all pins."""
        self._edges.stop()
        self._chip.close()


def input_pin_factory() -> InputPinFactory:
    """The input pins of this Raspberry Pi. Raises `ChipNotFound`."""
    return InputPinFactory(header_chip())


def open_input(pin_factory: Any, gpio: int) -> gpiozero.DigitalInputDevice:
    """Open a pin for a button to ground, with the chip's pull-up. Raises one of `PIN_ERRORS`."""
    return gpiozero.DigitalInputDevice(gpio, pull_up=True, bounce_time=BOUNCE_TIME, pin_factory=pin_factory)
