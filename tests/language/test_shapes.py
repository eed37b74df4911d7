"""One shape for each colour: in every catalogue, in the style sheet, and in the display's signs."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from companion.language.shapes import SHAPES, Outline
from tests.fakes.box import MESSAGES
from tests.tree import ROOT

STYLE = (ROOT / "web" / "static" / "companion.css").read_text(encoding="utf-8")
SIGNS = ROOT / "hardware" / "display" / "signs"


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_every_catalogue_says_the_shapes_of_the_table(language: str) -> None:
    words = MESSAGES.language(language)
    assert {colour: words.phrase(f"shape.{colour}") for colour in SHAPES} == {
        colour: shape.sign for colour, shape in SHAPES.items()
    }


def rule(colour: str) -> str:
    """What the style sheet says of a colour's token."""
    found = re.search(rf"^\.tok\.{colour} \{{([^}}]*)\}}", STYLE, re.MULTILINE)
    assert found is not None, colour
    return found.group(1)


@pytest.mark.parametrize("colour", SHAPES)
def test_the_phone_draws_the_shape_of_the_table(colour: str) -> None:
    shape, style = SHAPES[colour], rule(colour)
    if not shape.corners:
        assert "border-radius: 50%" in style
        assert ("border: " in style) == shape.hole
        return
    assert "border-radius: 0" in style
    upright = {x for x, _ in shape.corners} == {0, 100} and len(shape.corners) == 4
    if not upright:
        corners = ", ".join(f"{_percent(x)} {_percent(y)}" for x, y in shape.corners)
        assert f"clip-path: polygon({corners})" in style


def _percent(of: int) -> str:
    return f"{of}%" if of else "0"


@pytest.mark.parametrize("colour", SHAPES)
@pytest.mark.parametrize("size", [20, 34])
def test_the_display_draws_the_shape_of_the_table(colour: str, size: int) -> None:
    rows = Path(SIGNS / f"{colour}-{size}.txt").read_text(encoding="ascii").split()
    rim = min(row.index("#") for row in rows if "#" in row)  # a square looks as large as a disc within it
    lit = [[pixel == "#" for pixel in row[rim : size - rim]] for row in rows[rim : size - rim]]
    unlike = {each: _unlike(lit, outline) for each, outline in SHAPES.items()}
    assert min(unlike, key=lambda each: unlike[each]) == colour


def _unlike(lit: list[list[bool]], shape: Outline) -> int:
    """How many pixels differ from the outline."""
    side = len(lit)
    return sum(
        pixel != _inside(shape, (x + 0.5) * 100 / side, (y + 0.5) * 100 / side)
        for y, row in enumerate(lit)
        for x, pixel in enumerate(row)
    )


def _inside(shape: Outline, x: float, y: float) -> bool:
    if not shape.corners:
        far = ((x - 50) ** 2 + (y - 50) ** 2) ** 0.5
        return far <= 50 and not (shape.hole and far < 33)
    inside = False
    for at, (x1, y1) in enumerate(shape.corners):
        x2, y2 = shape.corners[at - 1]
        if (y1 > y) != (y2 > y) and x < (x2 - x1) * (y - y1) / (y2 - y1) + x1:
            inside = not inside
    return inside
