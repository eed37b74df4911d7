"""What each state of a lamp looks like: told apart without colour, by light and by rhythm, and calm for
hours.

A lamp that can be dimmed breathes for whoever has the go, shines at half of it for whoever may act, and at
an eighth for whoever is next; an eye takes these for about three quarters and less than half. A lamp that is
only on or off stays on for whoever may act, has a short gap every other second for whoever has the go, and
is dark but for a short flash for whoever is next. Nothing moves but the lamps of those who are waited for.
"""

from __future__ import annotations

import math
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import lru_cache
from operator import itemgetter

import msgspec

from companion.language.signals import Lamp, Shows
from companion.parts import Lights

FULL = 255
"""The light of a lamp that has all of it."""
CYCLE = 4.0
"""Seconds after which every rhythm begins anew: a slow breath."""
STEPS = 24
"""Of light in one breath: six a second, none of them seen as a jump."""
LEAST = 0.3
"""The part of the light that is left in the middle of a breath: more than whoever is next has."""
STEADY: Mapping[Shows, float] = {"may": 0.5, "next": 0.125, "done": 0.0}
"""The part of the light that the others have."""
GAP = 0.5
FLASH = 0.1
"""Seconds of the gap of a lamp that is only on or off, and of its flash."""
EVERY = 2.0
"""Seconds from one to the next."""


class Glow(msgspec.Struct, frozen=True):
    """A lamp of a colour, and its light, 0 to `FULL`."""

    colour: str
    light: float


class Beat(msgspec.Struct, frozen=True):
    """So many seconds after the beginning of a cycle the lamps look like this, until the next beat."""

    at: float
    row: tuple[Glow, ...]


def rhythm(lights: Lights, bright: int, dimmed: int, fades: Callable[[str], bool]) -> tuple[Beat, ...]:
    """One cycle of what the lamps show, in the order of their beats; the first is at 0.

    A single beat is for ever: nothing is to be done until something else is shown. bright, dimmed: the light
    of the brightest lamp, 0 to `FULL`. fades: whether a colour's lamp can be dimmed. One that cannot is as it
    is, bright or dimmed, and dark only where a dimmed one would be.
    """
    peak = dimmed if lights.dim else bright
    courses = [_course(lamp, peak, fades(lamp.colour)) for lamp in lights.lamps]
    beats: list[Beat] = []
    for at in sorted({0.0, *(at for course in courses for at, _ in course)}):
        row = tuple(
            Glow(lamp.colour, _then(course, at)) for lamp, course in zip(lights.lamps, courses, strict=True)
        )
        if not beats or beats[-1].row != row:
            beats.append(Beat(at, row))
    return tuple(beats)


Course = tuple[tuple[float, float], ...]
"""One lamp's cycle: from which second on it has which light."""


def _course(lamp: Lamp, peak: int, fades: bool) -> Course:
    if not peak:
        return ((0.0, 0.0),)
    if not fades:
        return _plain(lamp.shows)
    if lamp.shows == "asked":
        return _breath(peak)
    part = STEADY[lamp.shows]
    return ((0.0, max(1.0, peak * part) if part else 0.0),)


@lru_cache(maxsize=4)
def _breath(peak: int) -> Course:
    """From the brightest to the least and back, in whole steps of light: few where there is little."""
    lights = (max(1.0, float(round(peak * _breathing(step / STEPS)))) for step in range(STEPS))
    return tuple(_changes((step * CYCLE / STEPS, light) for step, light in enumerate(lights)))


def _breathing(part: float) -> float:
    """The part of the light at this part of a breath."""
    return LEAST + (1 - LEAST) * (1 + math.cos(2 * math.pi * part)) / 2


def _changes(course: Iterable[tuple[float, float]]) -> Iterator[tuple[float, float]]:
    last = -1.0
    for at, light in course:
        if light != last:
            yield at, light
        last = light


def _plain(shows: Shows) -> Course:
    if shows == "asked":
        return tuple(_often((0.0, FULL), (EVERY - GAP, 0.0)))
    if shows == "next":
        return tuple(_often((0.0, FULL), (FLASH, 0.0)))
    return ((0.0, FULL if shows == "may" else 0.0),)


def _often(*beats: tuple[float, float]) -> Iterator[tuple[float, float]]:
    for again in range(round(CYCLE / EVERY)):
        yield from ((again * EVERY + at, light) for at, light in beats)


def _then(course: Course, at: float) -> float:
    """The light at this second of the cycle."""
    return course[bisect_right(course, at, key=itemgetter(0)) - 1][1]
