"""How little crosses the bus; the figures are those of `python -m benchmarks.display`."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Mapping

import pytest

from benchmarks.display import MEASURED, cost
from companion.parts import Frame
from hardware.display.drawing import PLACES, ROW, draw
from hardware.display.oled import DRIVERS, PAGES, WIDTH, pack

DEAREST: Mapping[str, int] = {"digit": 30, "line": 120, "unchanged": 0}
STOCK: Mapping[str, int] = {"ssd1306": 1034, "ssd1309": 1034, "sh1106": 1080}
"""What the stock library sends for any picture, the same one again too."""
TALL = "ÅgjÇ|" * 4


@pytest.mark.parametrize("driver", sorted(DRIVERS))
@pytest.mark.parametrize("change", sorted(DEAREST))
def test_what_changes_costs_at_most(driver: str, change: str) -> None:
    assert cost(driver, MEASURED[change]()) <= DEAREST[change]


@pytest.mark.parametrize("driver", sorted(DRIVERS))
def test_another_page_of_the_panel_costs_less_than_what_the_stock_library_always_sends(driver: str) -> None:
    assert cost(driver, MEASURED["page"]()) < STOCK[driver]


def pages_of(one: Frame, other: Frame) -> set[int]:
    """The controller's pages in which two pictures differ."""
    before, after = pack(draw(one)), pack(draw(other))
    slices: Iterable[slice] = (slice(page * WIDTH, (page + 1) * WIDTH) for page in range(PAGES))
    return {page for page, part in enumerate(slices) if before[part] != after[part]}


@pytest.mark.parametrize("shift", range(len(PLACES)))
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
        assert pages_of(empty, frame) == {row * ROW // 8, row * ROW // 8 + 1}


def test_the_figures_are_printed_a_line_each_with_the_stock_library_s_beside() -> None:
    said = subprocess.run(
        [sys.executable, "-m", "benchmarks.display"], capture_output=True, text=True, timeout=60, check=True
    ).stdout.splitlines()
    words = [line.split() for line in said]
    assert [tuple(each[:2]) for each in words] == [(driver, what) for driver in DRIVERS for what in MEASURED]
    for driver, what, octets, luma, stocks, *_ in words:
        assert luma == "luma"
        assert int(stocks) == STOCK[driver]
        assert int(octets) <= DEAREST.get(what, int(stocks))
