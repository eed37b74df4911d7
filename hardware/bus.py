"""An I2C bus that is not there, with a modelled display on it."""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Sequence
from typing import Any

from PIL import Image

from hardware.controller import Controller

_COMMANDS = 0x00
_MEMORY = 0x40


class SimulatedBus:
    """Stands where an `smbus2.SMBus` stands, and can have its display pulled off. Safe in any thread.

    transfers, octets: what has crossed it so far, address and control bytes counted.
    """

    def __init__(self, controller: Controller, address: int = 0x3C) -> None:
        self._controller = controller
        self._address = address
        self._lock = threading.Lock()
        self._fault: int | None = None
        self.transfers = 0
        self.octets = 0

    def write_i2c_block_data(self, address: int, control: int, data: Sequence[int]) -> None:
        """Write a control byte and at most 32 bytes."""
        self._take(address, bytes((control, *data)))

    def i2c_rdwr(self, *messages: Any) -> None:
        """Carry whole messages of `smbus2`, whose first byte is the control byte."""
        for message in messages:
            self._take(message.addr, bytes(message))

    def close(self) -> None:
        """Nothing has been opened."""

    def unplug(self, fault: int = errno.EREMOTEIO) -> None:
        """Take the display off: its power is cut, and every transfer fails with this error number."""
        with self._lock:
            self._fault = fault
            self._controller.cut_power()

    def plug(self) -> None:
        """Put the display back, as dark and blank as it comes out of its bag."""
        with self._lock:
            self._fault = None

    @property
    def plugged(self) -> bool:
        """Whether the display is there."""
        return self._fault is None

    def picture(self) -> Image.Image:
        """What is to be seen on the display: mode "1", 128x64."""
        with self._lock:
            return self._controller.picture()

    def _take(self, address: int, data: bytes) -> None:
        with self._lock:
            fault = self._fault if address == self._address else errno.EREMOTEIO
            if fault is not None:
                raise OSError(fault, os.strerror(fault))
            self.transfers += 1
            self.octets += 1 + len(data)
            if data[0] == _COMMANDS:
                self._controller.commands(data[1:])
            elif data[0] == _MEMORY:
                self._controller.write(data[1:])
