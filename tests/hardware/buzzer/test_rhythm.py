"""What the buzzer says: words that are known by their rhythm alone, and short."""

from __future__ import annotations

import json
import re
from itertools import combinations
from pathlib import Path
from typing import get_args

import pytest
from gpiozero.tones import Tone

from companion.language.signals import Sound
from companion.panel.signals import MAX_SOUNDS
from hardware.buzzer.driver import MAX_AGE
from hardware.buzzer.rhythm import GAP, PAUSE, Pulse, pulses

SOUNDS: tuple[Sound, ...] = get_args(Sound)
VOLUMES = pytest.mark.parametrize("volume", [1, 2, 3])


def rhythm(word: tuple[Pulse, ...]) -> tuple[int, bool]:
    """A sound without its pitch: the number of pulses, and whether all are alike."""
    return len(word), len({pulse.on_time for pulse in word}) == 1


@VOLUMES
def test_no_two_words_have_one_rhythm(volume: int) -> None:
    for one, other in combinations(SOUNDS, 2):
        assert rhythm(pulses(one, volume)) != rhythm(pulses(other, volume)), (one, other)


@VOLUMES
def test_a_word_is_shorter_than_a_second_and_its_pulses_stand_apart(volume: int) -> None:
    for sound in SOUNDS:
        word = pulses(sound, volume)
        *within, after = (pulse.off_time for pulse in word)
        assert sum(pulse.on_time for pulse in word) + sum(within) < 1.0
        assert set(within) <= {GAP}
        assert after == PAUSE > 2 * GAP


def test_the_last_sound_of_the_longest_burst_of_draws_begins_before_it_is_too_late() -> None:
    drawn = sum(pulse.on_time + pulse.off_time for pulse in pulses("rare", 3))
    assert (MAX_SOUNDS - 1) * drawn < MAX_AGE


def test_a_long_pulse_is_thrice_a_short_one_at_least_and_louder_is_longer() -> None:
    for sound in SOUNDS:
        quiet, middle, loud = (pulses(sound, volume) for volume in (1, 2, 3))
        for few, more, most in zip(quiet, middle, loud, strict=True):
            assert few.on_time < more.on_time < most.on_time
    for volume in (1, 2, 3):
        short, long = (pulse.on_time for pulse in pulses("go", volume))
        assert long > 3 * short


def test_melodies_differ_too() -> None:
    melodies = {tuple(pulse.tone for pulse in pulses(sound, 2)) for sound in SOUNDS}
    assert len(melodies) == len(SOUNDS)


def test_a_phone_plays_the_same_rhythms_and_tones() -> None:
    script = (Path(__file__).parents[3] / "web/static/turn.js").read_text(encoding="utf-8")
    block = re.search(r"const WORDS = \{(.*?)\n\};", script, re.DOTALL)
    assert block is not None
    played = re.findall(r"(\w+): (\[\[.*\]\]),", block[1])
    assert {word for word, _ in played} == set(SOUNDS) - {"refused"}, "only a press at the box is refused"
    for word, written in played:
        ours, phones = pulses(word, 3), json.loads(written)
        assert [round(Tone(pulse.tone).frequency) for pulse in ours] == [pitch for pitch, _ in phones]
        assert [pulse.on_time > 0.1 for pulse in ours] == [lasts > 100 for _, lasts in phones]
