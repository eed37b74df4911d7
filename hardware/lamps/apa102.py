"""The protocol of APA102 strips, and of SK9822: data with a clock, no timing to keep."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hardware.lamps.colours import Rgb
from hardware.lamps.rhythm import FULL

HERTZ = 1_000_000
"""Of the bus; pixels allow twenty times as much, long wires do not."""
START = bytes(4)
MARK = 0b111_00000
"""The three bits before a pixel's five bits of brightness."""
BRIGHTEST = 31


def encode(pixels: Sequence[Rgb]) -> bytes:
    """The bytes for these pixels, from the strip's first: brightness, blue, green and red of each."""
    return START + b"".join(_pixel(each) for each in pixels) + bytes(_end(len(pixels)))


def _pixel(light: Rgb) -> bytes:
    """One pixel with the least brightness that will do, which leaves more steps to its three colours."""
    red, green, blue = light
    brightness = max(1, math.ceil(max(light) * BRIGHTEST / FULL))
    factor = BRIGHTEST / brightness
    return bytes((MARK | brightness, *(min(FULL, round(each * factor)) for each in (blue, green, red))))


def _end(pixels: int) -> int:
    """The number of zero bytes after the last pixel.

    Each pixel delays data by half a clock, and an SK9822 needs 32 more to show it. Ones would light the next
    pixel of a longer strip.
    """
    return len(START) + math.ceil(pixels / 16)
