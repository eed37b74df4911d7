"""Lamps that are the pixels of a strip on an SPI bus, in the order of the lights."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from hardware.lamps.colours import Rgb, limit_current, pixel
from hardware.lamps.rhythm import LampLevel
from hardware.part import PartError

PIXELS = 30
"""Pixels that are sent, dark ones after the lamps; further pixels of a longer strip stay as they are."""


class Bus(Protocol):
    """A bus to write to, as `hardware.spi.Spi`."""

    def write(self, data: bytes) -> None:
        """Send these bytes. Raises `PartError`."""

    def close(self) -> None:
        """Close the bus."""


class Strip:
    """A `LampDevice` of pixels. open_bus: raises `PartError`. encode: turns pixels into bytes."""

    def __init__(self, open_bus: Callable[[], Bus], encode: Callable[[Sequence[Rgb]], bytes]) -> None:
        self._open_bus = open_bus
        self._encode = encode
        self._bus: Bus | None = None

    def dimmable(self, _colour: str, /) -> bool:
        """Always True."""
        return True

    def open(self) -> PartError | None:
        """Open the bus, unless it is open; return its error."""
        if self._bus is None:
            try:
                self._bus = self._open_bus()
            except PartError as missing:
                return missing
        return None

    def show(self, row: Sequence[LampLevel]) -> None:
        """Send all pixels, if the bus is open. Raises `PartError` and closes the bus then."""
        if self._bus is None:
            return
        dark = [(0.0, 0.0, 0.0)] * (PIXELS - len(row))
        try:
            self._bus.write(self._encode((*limit_current([pixel(level) for level in row]), *dark)))
        except PartError:
            self.close()
            raise

    def close(self) -> None:
        """Close the bus; the pixels stay as they are."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()
