"""Each colour has one shape: in catalogues, style sheet and display signs, on the case and in the wiring."""

from __future__ import annotations

import json
import re

import pytest

from companion.language.shapes import SHAPES, Outline
from companion.language.signs import sign_rows
from docs.wiring.drawing import Drawing
from docs.wiring.parts import TOKEN, token
from tests.fakes.box import MESSAGES
from tests.tree import ROOT

STYLE = (ROOT / "web" / "static" / "companion.css").read_text(encoding="utf-8")
CASE = (ROOT / "hardware" / "case" / "companion.scad").read_text(encoding="utf-8")


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_every_catalogue_has_the_letter_of_each_shape(language: str) -> None:
    words = MESSAGES.language(language)
    assert {colour: words.phrase(f"shape.{colour}") for colour in SHAPES} == {
        colour: shape.letter for colour, shape in SHAPES.items()
    }


def rule(colour: str) -> str:
    """The style of a colour's token."""
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
    rows = sign_rows(colour, size)
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


def test_the_case_has_the_shapes_of_the_table_in_the_order_of_its_buttons() -> None:
    table = re.search(r"^shapes = \[\n(.*?)^\];", CASE, re.DOTALL | re.MULTILINE)
    order = re.search(r"^colours = .*: ([a-z, ]+)$", CASE, re.MULTILINE)
    assert table is not None
    assert order is not None
    rows = re.findall(r"^ *(.*?), *// (\w+)$", table[1], re.MULTILINE)
    assert [colour for _, colour in rows] == order[1].split(", ") == list(SHAPES)
    for row, colour in rows:
        corners, hole = json.loads(row)
        assert (tuple(map(tuple, corners)), hole) == (SHAPES[colour].corners, SHAPES[colour].hole)


@pytest.mark.parametrize("colour", SHAPES)
def test_the_wiring_draws_the_shape_of_the_table(colour: str) -> None:
    drawing, shape = Drawing(100, 100, "", ""), SHAPES[colour]
    token(drawing, colour, (50, 50))
    svg = drawing.text()
    points = re.search(r'<polygon points="([^"]*)"', svg)
    if shape.corners:
        assert points is not None
        seen = [tuple(map(float, each.split(","))) for each in points[1].split()]
        expected = [tuple(50 + (each - 50) * TOKEN / 100 for each in corner) for corner in shape.corners]
        assert [pytest.approx(each, abs=0.06) for each in expected] == seen
        return
    assert points is None
    circle = re.search(r'<circle .*?fill="(.*?)"', svg)
    assert circle is not None
    assert (circle[1] == "#ffffff") == shape.hole
