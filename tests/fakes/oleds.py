"""Displays on a simulated bus, what they are shown, what that costs, and the faults of one that is gone."""

from __future__ import annotations

import errno
from collections.abc import Callable

from companion.parts import Frame
from hardware.display.drawing import draw
from hardware.display.oled import Oled
from hardware.display.simulated import SimulatedBus
from hardware.display.wire import Wire

PICTURE = draw(Frame("Hello", ("Ääkkö", "12345"), "ok?"))
OTHER = draw(Frame("Hello", ("Ääkkö", "12845"), "ok?"))
GONE = (errno.EREMOTEIO, errno.EIO, errno.ENXIO, errno.ETIMEDOUT, errno.EAGAIN)


def oled_on(driver: str, bus: SimulatedBus, **options: int) -> Oled:
    return Oled(driver, Wire(1, 0x3C, bus), **options)


def spent(bus: SimulatedBus, do: Callable[[], object]) -> int:
    """The bytes that cross the bus meanwhile."""
    before = bus.octets
    do()
    return bus.octets - before
