"""What the lamps show, what is heard, and how both are switched off at the box."""

from __future__ import annotations

from companion.language.signals import Sound
from companion.panel.signals import MAX_SOUNDS, SoundLimiter


def test_of_too_many_sounds_the_last_are_played() -> None:
    rare: Sound = "rare"
    drawn = (rare,) * MAX_SOUNDS
    assert SoundLimiter().limit((*drawn, "go"), 0.0) == (*drawn[1:], "go")
