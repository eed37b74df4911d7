"""The protocol of WS2812 strips: one wire, a bit by the length of its pulse.

The SPI bus makes the pulses, four of its bits each: 0b1000 for 0, 0b1110 for 1. So every byte ends low, and a
pause of the bus between two bytes only lengthens a low, which a strip tolerates up to its reset. With three
bits each, as other drivers have, a pause could lengthen a pulse.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from hardware.lamps.colours import Rgb

HERTZ = 3_300_000
"""Of the bus. A Raspberry Pi makes 3.23 to 3.29 MHz of it: highs of 304 to 310 ns for 0 and of 912 to 930 ns
for 1, within the datasheets of the WS2812B and of its V5. Up to the Pi 4 the core clock must be fixed."""
RESET = 128
"""Bytes of low, 310 µs; after 280 µs a strip shows its pixels and starts again at the first. Sent before the
pixels, too, as some boards leave the wire high between two transfers."""


@cache
def _pulses(octet: int) -> bytes:
    bits = [octet >> shift & 1 for shift in range(7, -1, -1)]
    halves = [0b1110 if bit else 0b1000 for bit in bits]
    return bytes(high << 4 | low for high, low in zip(halves[::2], halves[1::2], strict=True))


def encode(pixels: Iterable[Rgb]) -> bytes:
    """The bytes for these pixels, from the strip's first: green, red and blue of each, the highest bit
    first.
    """
    wire = b"".join(
        _pulses(round(green)) + _pulses(round(red)) + _pulses(round(blue)) for red, green, blue in pixels
    )
    return bytes(RESET) + wire + bytes(RESET)
