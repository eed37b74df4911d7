"""The display's I2C interface: sends commands and memory, reads the status byte.

luma's interface cannot read, and raises different exceptions for one fault; this one raises `DisplayGone`.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import smbus2

COMMANDS = 0x00
MEMORY = 0x40
"""Control bytes, before commands and before bytes for the memory."""
NOP = 0xE3
"""The command that does nothing; a display that is present acknowledges it."""

UNACKNOWLEDGED = 121
"""Linux' `EREMOTEIO`, a missing acknowledgement; other systems lack the name."""

Trouble: TypeAlias = Literal["no-bus", "no-right", "taken", "nobody", "broken", "held"]
"""no-bus: the machine has no such bus. no-right: not for this user. taken: another driver has it.
`nobody`: no display acknowledges at that address. broken: the transfer broke off or went wrong.
held: the bus is held low.
"""

_TROUBLES: Mapping[int, Trouble] = {
    errno.ENOENT: "no-bus", errno.ENODEV: "no-bus",
    errno.EACCES: "no-right", errno.EPERM: "no-right",
    errno.EBUSY: "taken",
    UNACKNOWLEDGED: "nobody", errno.ENXIO: "nobody",
    errno.ETIMEDOUT: "held",
}  # fmt: skip
_EXPLANATIONS: Mapping[Trouble, str] = {
    "no-bus": "there is no such bus; is I2C switched on?",
    "no-right": "no right to the bus; is the user in the group i2c?",
    "taken": "another driver has it",
    "nobody": "no display acknowledges; is it powered, and on this address?",
    "broken": "the transfer broke off; is a wire loose?",
    "held": "the bus is held low; are SDA and SCL swapped or short?",
}


class DisplayGone(OSError):
    """The display cannot be reached: its message has bus, address and reason. trouble: what `errno` means."""

    def __init__(self, bus: int, address: int, fault: OSError) -> None:
        number = fault.errno or errno.EIO
        self.trouble: Trouble = _TROUBLES.get(number, "broken")
        where = f"I2C bus {bus}, address 0x{address:02X}"
        super().__init__(number, f"{where}: {_EXPLANATIONS[self.trouble]} ({os.strerror(number)})")

    def __str__(self) -> str:
        return str(self.strerror)


class Wire:
    """One address on a bus. Every method but `close` raises `DisplayGone`.

    port: the number of the bus. bus: an open one to use in its place, closed with `close`.
    """

    def __init__(self, port: int, address: int, bus: Any = None) -> None:
        self._port = port
        self._address = address
        try:
            self._bus: Any = smbus2.SMBus(port) if bus is None else bus
        except OSError as fault:
            raise DisplayGone(port, address, fault) from fault

    def commands(self, *octets: int) -> None:
        """Send commands with their parameters."""
        self._transfer(smbus2.i2c_msg.write(self._address, bytes((COMMANDS, *octets))))

    def memory(self, octets: bytes) -> None:
        """Send bytes for the memory, in one transfer: the kernel takes up to 8 KiB."""
        self._transfer(smbus2.i2c_msg.write(self._address, bytes((MEMORY,)) + octets))

    def status(self) -> int:
        """Read the status byte, after a control byte that selects it: 4 bytes on the bus."""
        answer: Any = smbus2.i2c_msg.read(self._address, 1)
        self._transfer(smbus2.i2c_msg.write(self._address, bytes((COMMANDS,))), answer)
        return bytes(answer)[0]

    def close(self) -> None:
        """Close the bus."""
        self._bus.close()

    def _transfer(self, *messages: Any) -> None:
        try:
            self._bus.i2c_rdwr(*messages)
        except OSError as fault:
            raise DisplayGone(self._port, self._address, fault) from fault
