"""What the lamps show, what is heard, and how both are switched off at the box."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games.roads_and_boats.commands import (
    BuildMine,
    DrawAll,
    End,
    Research,
)
from companion.language.signals import Sound
from companion.language.text import CompanionError, text
from companion.panel.signals import MAX_SOUNDS, WINDOW, SoundLimiter
from tests.fakes.box import Box, page


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box with lamps and a buzzer, both switched on."""
    box = Box(tmp_path, dim_after=60)
    box.lamps = box.sound_on = True
    with box.on():
        yield box


def mining(box: Box, mines: int = 2) -> None:
    """A production in which mines owe their ore: 1 gold, the others iron."""
    box.play("red", "blue")
    box.phone(Research("red", "specialised-mine", late=True))
    for number in range(1, mines + 1):
        box.phone(BuildMine(number, "red", "gold" if number == 1 else "iron", late=True))
    box.sounds.clear()


def test_what_comes_in_one_burst_is_bounded(box: Box) -> None:
    mining(box, MAX_SOUNDS + 3)
    box.phone(DrawAll(), just_now=True)
    assert len(box.sounds) == MAX_SOUNDS
    box.time += WINDOW
    box.phone(End())
    assert box.sounds[MAX_SOUNDS:] == ["end"]


def test_of_too_many_sounds_the_last_are_played() -> None:
    rare: Sound = "rare"
    drawn = (rare,) * MAX_SOUNDS
    assert SoundLimiter().limit((*drawn, "go"), 0.0) == (*drawn[1:], "go")


def test_a_switch_that_cannot_be_stored_is_reported_and_changes_nothing(box: Box) -> None:
    box.fails_to_store = CompanionError(text("panel.failed"))
    _to_choice(box, "Sound off?")
    box.press("advance")
    assert box.sound_on
    assert box.sounds == ["refused"]


def _to_list(box: Box) -> None:
    page(box, "The box")
    for _ in range(60):
        if box.frame.title.startswith("The box"):
            break
        box.press("select")
    box.hold("select")


def _to_choice(box: Box, title: str) -> None:
    _to_list(box)
    for _ in range(10):
        if box.frame.title == title:
            return
        box.press("select")
    raise AssertionError(f"{title} is not offered")
