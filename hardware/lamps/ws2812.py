"""What a strip of WS2812 is sent: one wire, on which how long each pulse is says 0 or 1.

The SPI bus makes the pulses: of four of its bits one is high for a 0, three for a 1. Two bits of the strip
fill a byte, which so begins high and ends low: where a bus pauses between two bytes, only a low gets longer,
which a strip does not mind before it is a reset. With three bits for each, as many do it, a pause could fall
into a pulse.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from hardware.lamps.colours import Rgb

HERTZ = 3_300_000
"""Of the bus. A Raspberry Pi makes 3.23 to 3.29 million of it: a high of 304 to 310 ns is a 0, one of 912 to
930 ns a 1, and as long again it is low: within the bounds of the WS2812B's sheet and of its fifth version's.
On a Pi up to the 4 that holds while the clock of its core does not change: see the wiring."""
RESET = 128
"""Bytes of low, 310 µs: after 280 a strip shows what it was told, and takes what comes for a new beginning.
It stands before the pixels, too: on some boards the wire is high between two transfers."""


@cache
def _pulses(octet: int) -> bytes:
    bits = [octet >> shift & 1 for shift in range(7, -1, -1)]
    halves = [0b1110 if bit else 0b1000 for bit in bits]
    return bytes(high << 4 | low for high, low in zip(halves[::2], halves[1::2], strict=True))


def sent(pixels: Iterable[Rgb]) -> bytes:
    """The bytes for these pixels, the first of the strip first: green, red, blue, the highest bit first."""
    wire = b"".join(
        _pulses(round(green)) + _pulses(round(red)) + _pulses(round(blue)) for red, green, blue in pixels
    )
    return bytes(RESET) + wire + bytes(RESET)
