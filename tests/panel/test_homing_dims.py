"""A display at which nobody presses anything dims, moves its picture, and wakes."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.panel.memory import PASSES
from tests.fakes.box import Box, running


def dimmed(box: Box) -> bool:
    return box.frame.dim


def test_after_ten_idle_minutes_the_display_dims_and_then_shifts_every_minute(box: Box) -> None:
    box.play("red", "blue")
    box.passes(599 - PASSES)
    assert (box.frame.dim, box.frame.shift) == (False, 0)
    box.passes(1)
    assert (box.frame.dim, box.frame.shift) == (True, 1)
    box.passes(59)
    assert box.frame.shift == 1
    box.passes(1)
    assert box.frame.shift == 2


def test_a_press_on_a_dimmed_display_wakes_it_and_acts(box: Box) -> None:
    box.play("red", "blue")
    box.passes(3600)
    assert dimmed(box)
    box.press("advance")
    assert not dimmed(box)
    assert box.frame.shift == 0
    assert box.game["phase"] == "movement"


def test_what_happens_on_a_phone_or_at_the_reader_wakes_the_display(box: Box) -> None:
    box.play("red", "blue")
    box.passes(3600)
    box.told(do="advance")
    assert not dimmed(box)
    box.passes(3600)
    assert dimmed(box)
    box.tap("0F0184F07B")
    assert not dimmed(box)


def test_the_owner_may_choose_when_it_dims(tmp_path: Path) -> None:
    with running(tmp_path / "soon", dim_after=6.0) as box:
        box.passes(6)
        assert dimmed(box)


@pytest.mark.parametrize(("every", "places"), [(60.0, [1, 2, 3]), (20.0, [1, 4, 7]), (0.0, [0, 0, 0])])
def test_the_owner_may_choose_how_often_the_dimmed_picture_moves(
    tmp_path: Path, every: float, places: list[int]
) -> None:
    with running(tmp_path, shift_every=every) as box:
        box.passes(600)
        seen = []
        for _ in range(3):
            assert dimmed(box)
            seen.append(box.frame.shift)
            box.passes(60)
    assert seen == places
