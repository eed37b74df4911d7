"""An I2C bus that is not there, with a modelled display on it."""

from __future__ import annotations

import os
import threading
from collections.abc import Sequence
from typing import Any

from PIL import Image

from hardware.display.simulated import Controller
from hardware.display.wire import COMMANDS, MEMORY, UNACKNOWLEDGED

_READ = 1
"""The flag of a message that reads."""


class SimulatedBus:
    """Stands where an `smbus2.SMBus` stands, and can have its display pulled off. Safe in any thread.

    transfers, octets: what has crossed it so far, address and control bytes counted.
    """

    def __init__(self, controller: Controller, address: int = 0x3C) -> None:
        self._controller = controller
        self._address = address
        self._lock = threading.Lock()
        self._fault: int | None = None
        self._breaks: tuple[int, int] | None = None
        self.transfers = 0
        self.octets = 0

    def write_i2c_block_data(self, address: int, control: int, data: Sequence[int]) -> None:
        """Write a control byte and at most 32 bytes."""
        with self._lock:
            self._take(address, bytes((control, *data)))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Carry whole messages of `smbus2`. The first byte of one that is written is the control byte; one
        that is read gets the status byte.
        """
        with self._lock:
            for message in messages:
                if message.flags & _READ:
                    self._give(message)
                else:
                    self._take(message.addr, bytes(message))

    def close(self) -> None:
        """Nothing has been opened."""

    def unplug(self, fault: int = UNACKNOWLEDGED) -> None:
        """Take the display off: its power is cut, and every transfer fails with this error number."""
        with self._lock:
            self._fault = fault
            self._controller.cut_power()

    def plug(self) -> None:
        """Put the display back, as dark and blank as it comes out of its bag."""
        with self._lock:
            self._fault = None

    def flicker(self) -> None:
        """Cut the display's power so shortly that no transfer fails."""
        with self._lock:
            self._controller.cut_power()

    def break_after(self, octets: int, fault: int = UNACKNOWLEDGED) -> None:
        """Let this many bytes cross, addresses and control bytes counted, and have the next one fail once."""
        with self._lock:
            self._breaks = (self.octets + octets, fault)

    def mend(self) -> None:
        """Have nothing fail that was going to."""
        with self._lock:
            self._breaks = None

    @property
    def plugged(self) -> bool:
        """Whether the display is there."""
        return self._fault is None

    def picture(self) -> Image.Image:
        """What is to be seen on the display: mode "1", 128x64."""
        with self._lock:
            return self._controller.picture()

    def _take(self, address: int, data: bytes) -> None:
        """Bring a control byte and what follows it to the display, as far as it comes."""
        crossing = self._crossing(address, 1 + len(data))
        control, arrived = data[0], data[1 : max(crossing - 1, 1)]
        if control == COMMANDS:
            self._controller.commands(arrived)
        elif control == MEMORY:
            self._controller.write(arrived)
        self._end(crossing, 1 + len(data))

    def _give(self, message: Any) -> None:
        """Fetch the status byte from the display."""
        crossing = self._crossing(message.addr, 1 + len(message))
        message.buf[0] = bytes((self._controller.status,))
        self._end(crossing, 1 + len(message))

    def _crossing(self, address: int, octets: int) -> int:
        """How many of a transfer's bytes come to cross. Raises when the display is not there."""
        fault = self._fault if address == self._address else UNACKNOWLEDGED
        if fault is not None:
            raise OSError(fault, os.strerror(fault))
        return octets if self._breaks is None else min(octets, self._breaks[0] - self.octets)

    def _end(self, crossed: int, octets: int) -> None:
        """Count what crossed, and fail if it was not all."""
        self.transfers += 1
        self.octets += crossed
        if crossed < octets and self._breaks is not None:
            fault, self._breaks = self._breaks[1], None
            raise OSError(fault, os.strerror(fault))
