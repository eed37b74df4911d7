"""A row of text is sent as two pages of the controller, wherever the picture stands."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from companion.parts import Frame
from hardware.display.drawing import OFFSETS, ROW_HEIGHT, draw
from hardware.display.oled import PAGES, WIDTH, pack

TALL = "ÅgjÇ|" * 4


def pages_of(one: Frame, other: Frame) -> set[int]:
    """The controller's pages in which two pictures differ."""
    before, after = pack(draw(one)), pack(draw(other))
    slices: Iterable[slice] = (slice(page * WIDTH, (page + 1) * WIDTH) for page in range(PAGES))
    return {page for page, part in enumerate(slices) if before[part] != after[part]}


@pytest.mark.parametrize("shift", range(len(OFFSETS)))
@pytest.mark.parametrize("qr", [None, "http://10.42.0.1:8080/J/4821"])
def test_every_row_of_text_lies_on_two_pages_of_its_own_wherever_the_picture_stands(
    shift: int, qr: str | None
) -> None:
    tall = TALL[: 10 if qr else None]
    empty = Frame("|", ("", ""), "", qr=qr, shift=shift)
    for row, frame in enumerate(
        (
            Frame(tall, ("", ""), qr=qr, shift=shift),
            Frame("|", (tall, ""), qr=qr, shift=shift),
            Frame("|", ("", tall), qr=qr, shift=shift),
            Frame("|", ("", ""), tall, qr=qr, shift=shift),
        )
    ):
        assert pages_of(empty, frame) == {row * ROW_HEIGHT // 8, row * ROW_HEIGHT // 8 + 1}
