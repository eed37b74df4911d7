"""The legend of the display's signs is complete."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from companion.games.registry import registered
from companion.language.picture import Answers, Cells, Dots, Mark, Picture, Row, Sign, Table
from companion.language.shapes import SHAPES
from companion.language.signs import sign_sizes
from tests.fakes.box import MESSAGES
from tests.fakes.scenes import la_strada, roads_and_boats
from tests.tree import ROOT

GAMES = registered()
SCENES = {"roads-and-boats": roads_and_boats, "la-strada": la_strada}
BESIDE = {*SHAPES, "digits"}
"""Text pictures without an entry: players' shapes, on the sheet's first side, and figures."""


def signs_of(mark: Mark[Any]) -> Iterator[str]:
    match mark:
        case Sign(name):
            yield name
        case Cells(each):
            yield from (cell.sign for cell in each)
        case Dots(heaps):
            yield from (heap.sign for heap in heaps)
        case Table(signs):
            yield from signs
        case Answers(each):
            yield from (answered.answer for answered in each)
        case Row() if mark.ready:
            yield "done"


def drawn(picture: Picture[Any]) -> set[str]:
    marks = [mark for band in picture.bands for mark in (*band.left, *band.right)]
    return {name for mark in marks for name in signs_of(mark) if name in sign_sizes()}


@pytest.mark.parametrize("system", GAMES)
def test_every_sign_that_the_display_draws_is_in_the_legend(system: str) -> None:
    pictures = [screen.picture for screen in SCENES[system]().values() if screen.picture is not None]
    assert len(pictures) > 10
    assert {name for picture in pictures for name in drawn(picture)} <= {*GAMES[system].signs}


def test_every_text_picture_is_in_a_legend() -> None:
    explained = {name for game in GAMES.values() for name in game.signs}
    assert {*sign_sizes()} - BESIDE <= explained


@pytest.mark.parametrize("language", MESSAGES.codes)
@pytest.mark.parametrize("system", GAMES)
def test_the_legend_has_words_for_each_once(system: str, language: str) -> None:
    signs, words = GAMES[system].signs, MESSAGES.language(language, system)
    texts = [words.phrase(f"sign.{name}") for name in signs]
    assert len({*texts}) == len(signs)
    assert [each for each in texts if each.startswith("sign.")] == []


@pytest.mark.parametrize("system", GAMES)
def test_gold_has_on_pages_the_four_points_that_it_has_on_the_display(system: str) -> None:
    folder = system.replace("-", "_")
    style = ROOT / "companion/games" / folder / "templates" / folder / "style.css"
    (gold,) = (
        line
        for line in style.read_text(encoding="utf-8").splitlines()
        if "clip-path: var(--four-points)" in line
    )
    assert "gold" in gold.partition("{")[0] or "coin" in gold.partition("{")[0]
