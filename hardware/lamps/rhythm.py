"""The animation of each state of a lamp: distinct without colour, calm for hours.

| state | dimmable | on or off |
|---|---|---|
| asked | breathes | on, with a short gap every two seconds |
| may | half | on |
| next | an eighth | dark, with a short flash every two seconds |
| done | dark | dark |
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter

import msgspec

from companion.language.signals import Lamp, LampState
from companion.parts import Lights

FULL = 255
"""The highest level of a lamp."""
PERIOD = 4.0
"""Seconds after which every animation repeats: a slow breath."""
BREATH_STEPS = 24
"""Levels of one breath, small enough not to be seen as jumps."""
BREATH_MINIMUM = 0.3
"""The factor in the middle of a breath: above that of `next`."""
STEADY_LEVELS: Mapping[LampState, float] = {"may": 0.5, "next": 0.125, "done": 0.0}
"""The factors of steady lamps; an eye takes half for three quarters, an eighth for less than half."""
GAP = 0.5
FLASH = 0.1
"""Seconds of the gap and the flash of a lamp that is only on or off."""
BLINK_PERIOD = 2.0
"""Seconds between two gaps or flashes."""


class LampLevel(msgspec.Struct, frozen=True):
    """The level, 0 to `FULL`, of one colour's lamp."""

    colour: str
    level: float


class Keyframe(msgspec.Struct, frozen=True):
    """The lamps' levels from `at` seconds of the period on."""

    at: float
    row: tuple[LampLevel, ...]


def animate(
    lights: Lights, bright: int, dimmed: int, dimmable: Callable[[str], bool]
) -> tuple[Keyframe, ...]:
    """One period of these lights, in order, the first keyframe at 0; a single one is a still picture.

    bright, dimmed: the level of the brightest lamp, 0 to `FULL`. dimmable: whether a colour's lamp is; others
    are dark only where a dimmable one would be.
    """
    peak = dimmed if lights.dim else bright
    curves = [_curve(lamp, peak, dimmable(lamp.colour)) for lamp in lights.lamps]
    keyframes: list[Keyframe] = []
    for at in sorted({0.0, *(at for curve in curves for at, _ in curve)}):
        row = tuple(
            LampLevel(lamp.colour, _value_at(curve, at))
            for lamp, curve in zip(lights.lamps, curves, strict=True)
        )
        if not keyframes or keyframes[-1].row != row:
            keyframes.append(Keyframe(at, row))
    return tuple(keyframes)


Curve = tuple[tuple[float, float], ...]
"""One lamp's period: seconds, and the level from there on."""


def _curve(lamp: Lamp, peak: int, dimmable: bool) -> Curve:
    if not peak:
        return ((0.0, 0.0),)
    if not dimmable:
        return _blinking(lamp.state)
    if lamp.state == "asked":
        return _breath(peak)
    part = STEADY_LEVELS[lamp.state]
    return ((0.0, max(1.0, peak * part) if part else 0.0),)


@lru_cache(maxsize=4)
def _breath(peak: int) -> Curve:
    """From the brightest level to the least and back, in whole levels."""
    lights = (max(1.0, float(round(peak * _breathing(step / BREATH_STEPS)))) for step in range(BREATH_STEPS))
    return tuple(_changes((step * PERIOD / BREATH_STEPS, level) for step, level in enumerate(lights)))


def _breathing(part: float) -> float:
    """The factor at this part, 0 to 1, of a breath."""
    return BREATH_MINIMUM + (1 - BREATH_MINIMUM) * (1 + math.cos(2 * math.pi * part)) / 2


def _changes(curve: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    last = -1.0
    for at, level in curve:
        if level != last:
            yield at, level
        last = level


def _blinking(shows: LampState) -> Curve:
    if shows == "asked":
        return tuple(_repeated((0.0, FULL), (BLINK_PERIOD - GAP, 0.0)))
    if shows == "next":
        return tuple(_repeated((0.0, FULL), (FLASH, 0.0)))
    return ((0.0, FULL if shows == "may" else 0.0),)


def _repeated(*keyframes: tuple[float, float]) -> Iterator[tuple[float, float]]:
    for again in range(round(PERIOD / BLINK_PERIOD)):
        yield from ((again * BLINK_PERIOD + at, level) for at, level in keyframes)


def _value_at(curve: Curve, at: float) -> float:
    """The level at this second of the period."""
    return curve[bisect_right(curve, at, key=itemgetter(0)) - 1][1]
