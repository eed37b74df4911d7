"""Each sound's rhythm of short and long pulses, and its melody for a buzzer with more than one pitch."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.language.signals import Sound

GAP = 0.08
"""Seconds between two pulses of a sound."""
PAUSE = 0.25
"""Seconds after a sound, longer than any silence within one."""

_LENGTHS: Mapping[int, Mapping[str, float]] = {
    1: {".": 0.02, "-": 0.08},
    2: {".": 0.04, "-": 0.15},
    3: {".": 0.07, "-": 0.25},
}
"""By volume, the seconds of a short and of a long pulse: longer ones carry farther."""

_RHYTHMS: Mapping[Sound, tuple[tuple[str, str], ...]] = {
    "common": ((".", "A5"),),
    "rare": ((".", "A5"), (".", "C6"), (".", "E6")),
    "go": ((".", "A5"), ("-", "E6")),
    "refused": (("-", "E5"), ("-", "C5")),
    "end": (("-", "E6"), (".", "C6"), (".", "A5"), ("-", "E5")),
}
"""Number and lengths of the pulses differ for any two sounds. Tones are low enough for software timing."""


class Pulse(msgspec.Struct, frozen=True):
    """One pulse: a note such as `A5`, and the seconds of its sound and of the silence after it."""

    tone: str
    on_time: float
    off_time: float


def pulses(sound: Sound, volume: int) -> tuple[Pulse, ...]:
    """The pulses of a sound at this volume, 1 to 3: less than a second, without the last silence."""
    lengths, rhythm = _LENGTHS[volume], _RHYTHMS[sound]
    gaps = (*(GAP for _ in rhythm[1:]), PAUSE)
    return tuple(Pulse(tone, lengths[length], gap) for (length, tone), gap in zip(rhythm, gaps, strict=True))
