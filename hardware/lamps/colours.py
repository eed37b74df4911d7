"""The light of each player's colour, and what all of it together may take."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TypeAlias

from hardware.lamps.rhythm import FULL, Glow

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
"""Seven lights that an eye tells apart, each at its full strength: red, amber, green, blue, magenta, white
and cyan. There is no black or grey light. Black is white, as its disc is drawn on every page; grey is the
cyan that its slate leans to, for both sit at one table in some games. Neither is a dim one of another: how
bright a lamp is says whose go it is, never whose it is. Of green and blue there is less in a mixture, for a
pixel's green is the brightest of its three."""
UNKNOWN = (255, 255, 255)
"""The light of a colour that a game of tomorrow has."""

CHANNEL = 20.0
"""Milliamperes of one of a pixel's three lights at `FULL`, of a WS2812 as of an APA102."""
MOST = 400.0
"""Milliamperes that all pixels together may take for their light: what every supply of a Raspberry Pi has to
spare on 5 V. Seven lamps at full white would take 420, at the brightness of the defaults 106."""


def pixel(glow: Glow) -> Rgb:
    """The light of one lamp. One that is lit is never rounded away: its strongest is 1 at least."""
    if glow.light <= 0:
        return (0.0, 0.0, 0.0)
    red, green, blue = LIGHT.get(glow.colour, UNKNOWN)
    part = max(glow.light, FULL / max(red, green, blue)) / FULL
    return (red * part, green * part, blue * part)


def current(pixels: Iterable[Rgb]) -> float:
    """Milliamperes that these pixels take for their light; each takes about one more, lit or not."""
    return sum(sum(each) for each in pixels) * CHANNEL / FULL


def limited(pixels: Sequence[Rgb]) -> tuple[Rgb, ...]:
    """The same pixels, all darker by one factor where they would take more than `MOST`."""
    taken = current(pixels)
    part = min(1.0, MOST / taken) if taken else 1.0
    return tuple((red * part, green * part, blue * part) for red, green, blue in pixels)
