"""Displays on a simulated bus: a model of each controller, what crosses to it, and how that can break off."""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from PIL import Image

from companion.parts import Frame
from hardware.display.drawing import draw
from hardware.display.oled import Oled
from hardware.display.simulated import Controller, SimulatedBus, Ssd1306
from hardware.display.wire import UNACKNOWLEDGED, Trouble, Wire

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


class Sh1106(Controller):
    """132 columns, of which 128 are seen, page mode only; its converter runs unless told otherwise."""

    columns = 132
    left = 2
    kind = 0x08
    parameters: Mapping[int, int] = {**Controller.parameters, 0xAD: 1}

    def cut_power(self) -> None:
        """As in every controller; the converter starts with the chip."""
        super().cut_power()
        self.powered = True

    def execute(self, command: int, rest: list[int]) -> None:
        """Know the converter beside what all know."""
        if command == 0xAD:
            self.powered = rest[0] == 0x8B
        else:
            super().execute(command, rest)


class Ssd1309(Ssd1306):
    """The same with its high voltage from outside: nothing to switch on."""

    def cut_power(self) -> None:
        """As in its brother, with the voltage there."""
        super().cut_power()
        self.powered = True

    def execute(self, command: int, rest: list[int]) -> None:
        """Have no pump to switch."""
        if command != 0x8D:
            super().execute(command, rest)


class Ssd1312(Ssd1306):
    """Sold as an SSD1306: its glass has on the left what the other has on the right."""

    def picture(self) -> Image.Image:
        """As in a mirror."""
        return super().picture().transpose(Image.Transpose.FLIP_LEFT_RIGHT)


class WideSsd1309(Ssd1309):
    """132 columns, of which 128 are seen; no window reaches the last four."""

    columns = 132
    left = 2

    def advance(self) -> None:
        """By pages, have no window."""
        if self.mode == 0b10:
            Controller.advance(self)
        else:
            super().advance()


class Sh1106AtTheEdge(Sh1106):
    """Its glass begins with the memory."""

    left = 0


MODELS: Mapping[str, Callable[[], Controller]] = {"ssd1306": Ssd1306, "sh1106": Sh1106, "ssd1309": Ssd1309}
"""For each of `hardware.display.oled.DRIVERS`."""
ODD: tuple[tuple[str, Callable[[], Controller], dict[str, Any]], ...] = (
    ("sh1106", Sh1106AtTheEdge, {"offset": 0}),
    ("ssd1309", WideSsd1309, {"offset": 2}),
    ("ssd1306", Ssd1312, {"mirror": True}),
)
"""What is sold as something else: the driver for it, its model, and the settings with which it is right."""


class WatchedBus(SimulatedBus):
    """A bus whose bytes are counted, and that can break off between any two of them.

    transfers, octets: what has crossed it so far, address and control bytes counted.
    """

    def __init__(self, controller: Controller, address: int = 0x3C) -> None:
        super().__init__(controller, address)
        self.controller = controller
        self._breaks: tuple[int, int] | None = None
        self.transfers = 0
        self.octets = 0

    def write_i2c_block_data(self, address: int, control: int, data: Sequence[int]) -> None:
        """Write a control byte and at most 32 bytes, as luma's own drivers do."""
        with self._lock:
            self._receive(address, bytes((control, *data)))

    def flicker(self) -> None:
        """Cut the display's power so shortly that no transfer fails."""
        with self._lock:
            self.controller.cut_power()

    def break_after(self, octets: int, fault: int = UNACKNOWLEDGED) -> None:
        """Let this many bytes cross, addresses and control bytes counted, and have the next one fail once."""
        with self._lock:
            self._breaks = (self.octets + octets, fault)

    def mend(self) -> None:
        """Have nothing fail that was going to."""
        with self._lock:
            self._breaks = None

    def _receive(self, address: int, data: bytes) -> None:
        crossing = self._crossing(1 + len(data))
        super()._receive(address, data[: max(crossing - 1, 1)])
        self._end(crossing, 1 + len(data))

    def _send_status(self, message: Any) -> None:
        super()._send_status(message)
        self._end(self._crossing(1 + len(message)), 1 + len(message))

    def _crossing(self, octets: int) -> int:
        """How many of a transfer's bytes come to cross."""
        return octets if self._breaks is None else min(octets, self._breaks[0] - self.octets)

    def _end(self, crossed: int, octets: int) -> None:
        """Count what crossed, and fail if it was not all."""
        self.transfers += 1
        self.octets += crossed
        if crossed < octets and self._breaks is not None:
            fault, self._breaks = self._breaks[1], None
            raise OSError(fault, os.strerror(fault))


def oled_on(driver: str, bus: WatchedBus, **options: Any) -> Oled:
    return Oled(driver, Wire(1, 0x3C, bus), **options)


def spent(bus: WatchedBus, do: Callable[[], object]) -> int:
    """The bytes that cross the bus meanwhile."""
    before = bus.octets
    do()
    return bus.octets - before
