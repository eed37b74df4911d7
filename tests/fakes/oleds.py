"""Displays on a simulated bus, what they are shown, what that costs, and the faults of one that is gone."""

from __future__ import annotations

import errno
from collections.abc import Callable

from companion.parts import Frame
from hardware.display.drawing import draw
from hardware.display.oled import Oled
from hardware.display.simulated import SimulatedBus
from hardware.display.wire import Trouble, Wire

PICTURE = draw(Frame("Hello", ("Ääkkö", "12345"), "ok?"))
OTHER = draw(Frame("Hello", ("Ääkkö", "12845"), "ok?"))
GONE = (errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EAGAIN)
FAULTS: list[tuple[int, Trouble]] = [
    (errno.EREMOTEIO, "nobody"),
    (errno.ENXIO, "nobody"),
    (errno.EIO, "broken"),
    (errno.EAGAIN, "broken"),
    (errno.ETIMEDOUT, "held"),
    (errno.EBUSY, "taken"),
]
"""What a display that does not acknowledge, a broken transfer, a lost fight for the bus, a bus that is held
low and one that another driver has are to the kernel, and to us."""
NAMES = [errno.errorcode[number] for number, _ in FAULTS]


def oled_on(driver: str, bus: SimulatedBus, **options: int) -> Oled:
    return Oled(driver, Wire(1, 0x3C, bus), **options)


def spent(bus: SimulatedBus, do: Callable[[], object]) -> int:
    """The bytes that cross the bus meanwhile."""
    before = bus.octets
    do()
    return bus.octets - before
