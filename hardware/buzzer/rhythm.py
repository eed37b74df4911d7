"""What the buzzer says: each sound is a rhythm of short and long pulses, by which it is known also on a
buzzer of one pitch; on one that is given tones it has a melody, too.
"""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from companion.language.signals import Sound

GAP = 0.08
"""Seconds of silence between two pulses of a word."""
APART = 0.25
"""Seconds of silence after a word, longer than any within one."""

_LENGTHS: Mapping[int, Mapping[str, float]] = {
    1: {".": 0.02, "-": 0.08},
    2: {".": 0.04, "-": 0.15},
    3: {".": 0.07, "-": 0.25},
}
"""By the volume, the seconds of a short and of a long pulse: what sounds longer is heard farther away."""

_WORDS: Mapping[Sound, tuple[tuple[str, str], ...]] = {
    "common": ((".", "A5"),),
    "rare": ((".", "A5"), (".", "C6"), (".", "E6")),
    "go": ((".", "A5"), ("-", "E6")),
    "refused": (("-", "E5"), ("-", "C5")),
    "end": (("-", "E6"), (".", "C6"), (".", "A5"), ("-", "E5")),
}
"""No two have the same number of pulses, but for two: of these one has pulses of two lengths and the other of
one. The tones lie where a pulse that is timed by the processor is still a tone."""


class Pulse(msgspec.Struct, frozen=True):
    """It sounds, and is silent after that, for so many seconds. tone: its note, as musicians write it."""

    tone: str
    sounds: float
    silent: float


def pulses(sound: Sound, volume: int) -> tuple[Pulse, ...]:
    """A sound as it is said at this volume, 1 to 3: shorter than a second, but for the silence after it."""
    lengths, word = _LENGTHS[volume], _WORDS[sound]
    gaps = (*(GAP for _ in word[1:]), APART)
    return tuple(Pulse(tone, lengths[length], gap) for (length, tone), gap in zip(word, gaps, strict=True))
