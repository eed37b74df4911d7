"""The light of each player's colour, and the limit of their current."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from hardware.lamps.rhythm import FULL, LampLevel

Rgb: TypeAlias = tuple[float, float, float]
"""Red, green and blue, each 0 to `FULL`."""

LIGHT: Mapping[str, tuple[int, int, int]] = {
    "red": (255, 0, 0),
    "yellow": (255, 130, 0),
    "green": (0, 220, 0),
    "blue": (0, 20, 255),
    "purple": (190, 0, 190),
    "black": (255, 190, 150),
    "grey": (0, 160, 150),
}
"""By a player's colour, a light distinct at full strength: red, amber, green, blue, magenta, white, cyan.

Black is white, as on every page; grey is cyan. Brightness shows whether a player may act, not the colour.
Mixtures have less green and blue, as a pixel's green is its brightest."""
UNKNOWN = (255, 255, 255)
"""The light of a colour that is not in `LIGHT`."""

CHANNEL_CURRENT = 20.0
"""Milliamperes of one channel of a pixel at `FULL`, of a WS2812 as of an APA102."""
MAX_CURRENT = 400.0
"""Milliamperes for the light of all pixels, which every Raspberry Pi's supply can spare at 5 V. Seven lamps
at full white would take 420, at the default brightness 106."""


def pixel(level: LampLevel) -> Rgb:
    """The light of one lamp; its strongest channel is at least 1 while it is lit."""
    if level.level <= 0:
        return (0.0, 0.0, 0.0)
    red, green, blue = LIGHT.get(level.colour, UNKNOWN)
    factor = max(level.level, FULL / max(red, green, blue)) / FULL
    return (red * factor, green * factor, blue * factor)


def current(pixels: Iterable[Rgb]) -> float:
    """Milliamperes of these pixels' light; each pixel takes about one more, lit or not."""
    return sum(sum(each) for each in pixels) * CHANNEL_CURRENT / FULL


def limit_current(pixels: Sequence[Rgb]) -> tuple[Rgb, ...]:
    """The same pixels, dimmed by one factor where they would exceed `MAX_CURRENT`."""
    taken = current(pixels)
    factor = min(1.0, MAX_CURRENT / taken) if taken else 1.0
    return tuple((red * factor, green * factor, blue * factor) for red, green, blue in pixels)
