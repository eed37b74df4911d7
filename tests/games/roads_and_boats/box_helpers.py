"""A box with Roads & Boats on its table, and what is done to it."""

from __future__ import annotations

from tests.fakes.box import Box


def build(box: Box, *numbers: int, mixture: str = "standard") -> None:
    """Mines that were built in an earlier turn, so that they are to be drawn."""
    for number in numbers:
        box.post(do="build-mine", number=number, colour="red", mixture=mixture, late=True)


def to(box: Box, phase: str) -> None:
    while box.game["phase"] != phase:
        box.post(do="advance", draw_rest=True)
