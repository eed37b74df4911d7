"""Lamps that are the pixels of a strip on an SPI bus: one for each, in the order in which they are shown."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

from hardware.lamps.colours import Rgb, limited, pixel
from hardware.lamps.rhythm import Glow
from hardware.part import PartError

PIXELS = 30
"""Pixels that are told something, so that of a longer row nothing stays lit: half a metre of the denser
strips. A strip may be shorter, then the rest falls off its end; of a longer one the rest stays as it is,
dark."""


class Bus(Protocol):
    """What a strip is sent over; `hardware.spi.Spi` is one."""

    def write(self, data: bytes) -> None:
        """Send these bytes. Raises `PartError`."""

    def close(self) -> None:
        """Let the bus go."""


class Strip:
    """open_bus: raises `PartError`. sent: the bytes for pixels. For one thread."""

    def __init__(self, open_bus: Callable[[], Bus], sent: Callable[[Sequence[Rgb]], bytes]) -> None:
        self._open_bus = open_bus
        self._sent = sent
        self._bus: Bus | None = None

    def fades(self, _colour: str, /) -> bool:
        """Every pixel can be dimmed."""
        return True

    def look(self) -> PartError | None:
        """Open the bus, if it is not; gives what keeps it from being opened."""
        if self._bus is None:
            try:
                self._bus = self._open_bus()
            except PartError as missing:
                return missing
        return None

    def show(self, row: Sequence[Glow]) -> None:
        """Light the pixels, where the bus is open. Raises `PartError`; the bus is to be opened anew then."""
        if self._bus is None:
            return
        dark = [(0.0, 0.0, 0.0)] * (PIXELS - len(row))
        try:
            self._bus.write(self._sent((*limited([pixel(glow) for glow in row]), *dark)))
        except PartError:
            self.close()
            raise

    def close(self) -> None:
        """Let the bus go. The pixels stay as they are; they need no bus for that."""
        bus, self._bus = self._bus, None
        if bus is not None:
            bus.close()
