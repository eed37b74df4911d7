"""The near end of the display's I2C bus: commands and memory out, the status byte in, and what can be wrong.

luma's own end raises two kinds of errors for one fault, and cannot read. This one raises `DisplayGone`
for every fault, and says which it was.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import smbus2

COMMANDS = 0x00
MEMORY = 0x40
"""The control bytes: what follows are commands, or bytes for the memory."""
NOTHING = 0xE3
"""The command that does nothing: who acknowledges it is there."""

UNACKNOWLEDGED = 121
"""`EREMOTEIO`, by which Linux says that nobody acknowledged; other systems have no such name."""

Trouble: TypeAlias = Literal["no-bus", "no-right", "taken", "nobody", "broken", "held"]
"""no-bus: the machine has no such bus. no-right: not for this user. taken: another driver has it.
nobody: no display acknowledges at that address. broken: the transfer broke off or went wrong.
held: somebody keeps the bus low, so that nothing can cross it.
"""

_TROUBLES: Mapping[int, Trouble] = {
    errno.ENOENT: "no-bus", errno.ENODEV: "no-bus",
    errno.EACCES: "no-right", errno.EPERM: "no-right",
    errno.EBUSY: "taken",
    UNACKNOWLEDGED: "nobody", errno.ENXIO: "nobody",
    errno.ETIMEDOUT: "held",
}  # fmt: skip
_SAID: Mapping[Trouble, str] = {
    "no-bus": "there is no such bus; is I2C switched on?",
    "no-right": "no right to the bus; is the user in the group i2c?",
    "taken": "another driver has it",
    "nobody": "nobody acknowledges; is it powered, and on this address?",
    "broken": "the transfer broke off; is a wire loose?",
    "held": "the bus is held low; are SDA and SCL swapped or short?",
}


class DisplayGone(OSError):
    """The display cannot be reached: bus, address, what is the matter, and the system's word for it.

    errno: the system's. trouble: what that means.
    """

    def __init__(self, bus: int, address: int, fault: OSError) -> None:
        number = fault.errno or errno.EIO
        self.trouble: Trouble = _TROUBLES.get(number, "broken")
        where = f"I2C bus {bus}, address 0x{address:02X}"
        super().__init__(number, f"{where}: {_SAID[self.trouble]} ({os.strerror(number)})")

    def __str__(self) -> str:
        return str(self.strerror)


class Wire:
    """Reaches one address. Every method but `close` raises `DisplayGone`.

    port: the number of the bus. bus: an open one that takes the place of the machine's; it is closed
    with this.
    """

    def __init__(self, port: int, address: int, bus: Any = None) -> None:
        self._port = port
        self._address = address
        try:
            self._bus: Any = smbus2.SMBus(port) if bus is None else bus
        except OSError as fault:
            raise DisplayGone(port, address, fault) from fault

    def commands(self, *octets: int) -> None:
        """Send commands, with their parameters."""
        self._carry(smbus2.i2c_msg.write(self._address, bytes((COMMANDS, *octets))))

    def memory(self, octets: bytes) -> None:
        """Send what goes into the memory, in one transfer: the kernel takes up to 8 KiB."""
        self._carry(smbus2.i2c_msg.write(self._address, bytes((MEMORY,)) + octets))

    def status(self) -> int:
        """Read the status byte: 4 octets on the bus.

        A control byte is written first: the controller answers by what the last one said.
        """
        answer: Any = smbus2.i2c_msg.read(self._address, 1)
        self._carry(smbus2.i2c_msg.write(self._address, bytes((COMMANDS,))), answer)
        return bytes(answer)[0]

    def close(self) -> None:
        """Let the bus go."""
        self._bus.close()

    def _carry(self, *messages: Any) -> None:
        try:
            self._bus.i2c_rdwr(*messages)
        except OSError as fault:
            raise DisplayGone(self._port, self._address, fault) from fault
