"""What a strip of APA102 is sent, or of the SK9822 made after it: data with a clock, no timing to keep."""

from __future__ import annotations

import math
from collections.abc import Sequence

from hardware.lamps.colours import Rgb
from hardware.lamps.rhythm import FULL

HERTZ = 1_000_000
"""Of the bus; the pixels take twenty times as much, long wires do not."""
START = bytes(4)
MARK = 0b111_00000
"""The three bits with which a pixel begins; five of brightness follow."""
BRIGHTEST = 31


def sent(pixels: Sequence[Rgb]) -> bytes:
    """The bytes for these pixels, the first of the strip first: each its brightness, blue, green, red."""
    return START + b"".join(_pixel(each) for each in pixels) + bytes(_end(len(pixels)))


def _pixel(light: Rgb) -> bytes:
    """As little of the pixel's brightness as will do: that leaves the more steps to its three colours."""
    red, green, blue = light
    brightness = max(1, math.ceil(max(light) * BRIGHTEST / FULL))
    part = BRIGHTEST / brightness
    return bytes((MARK | brightness, *(min(FULL, round(each * part)) for each in (blue, green, red))))


def _end(pixels: int) -> int:
    """Bytes after the last pixel: each hands the data on half a clock later, so the last one needs a clock
    for two of them; an SK9822 shows nothing before 32 more. All low, as the start: where the strip is
    longer, ones would be one more pixel, at its brightest.
    """
    return len(START) + math.ceil(pixels / 16)
