"""The card of an ended game: of a fixed size, in the players' colours, with room for all that it says."""

from __future__ import annotations

import re
from io import BytesIO

import pytest
from PIL import Image, ImageColor

from companion.language.shapes import SHAPES
from tests.tree import ROOT
from web.pages.card import COLOURS, EDGE, PAPER, Card, Line, png

STYLE = (ROOT / "web" / "static" / "companion.css").read_text(encoding="utf-8")
LONGEST = "Wilhelmine W"
MOMENT = f"{LONGEST} takes the lead over {LONGEST}, and keeps it longer than anyone had thought possible."


def card(winner: str, *colours: str, moments: int = 3) -> Card:
    lines = tuple(Line(each, LONGEST, 1234, at, "Has left") for at, each in enumerate((winner, *colours), 1))
    return Card(f"{LONGEST} wins", "Roads & Boats", (winner,), lines, ((winner, MOMENT),) * moments)


def drawn(of: Card) -> Image.Image:
    image = Image.open(BytesIO(png(of)), formats=["PNG"])
    image.load()
    return image


def test_it_is_a_picture_of_the_size_that_messengers_show_whole() -> None:
    assert drawn(card("red", "blue")).size == (1200, 630)


def test_the_winner_is_shown() -> None:
    heads = {winner: drawn(card(winner, "black")).crop((0, 0, 1200, 180)) for winner in ("red", "blue")}
    for winner, head in heads.items():
        every = head.getcolors()
        assert every is not None
        assert ImageColor.getrgb(COLOURS[winner]) in {colour for _, colour in every}
    assert heads["red"].tobytes() != heads["blue"].tobytes()


@pytest.mark.parametrize("players", range(1, len(SHAPES) + 1))
def test_nothing_runs_into_the_edge(players: int) -> None:
    image = drawn(card(*[*SHAPES][:players]))
    for margin in (0, 6, 12, 20):
        ring = [
            image.crop(box).getcolors()
            for box in (
                (margin, margin, 1200 - margin, margin + 1),
                (margin, 629 - margin, 1200 - margin, 630 - margin),
                (margin, margin, margin + 1, 630 - margin),
                (1199 - margin, margin, 1200 - margin, 630 - margin),
            )
        ]
        only = ImageColor.getrgb(EDGE if margin < 12 else PAPER)
        assert all(each is not None and [colour for _, colour in each] == [only] for each in ring), margin


@pytest.mark.parametrize(("left", "right"), [(0, 500), (500, 1200)], ids=["players", "moments"])
def test_players_and_moments_reach_into_the_lower_third(left: int, right: int) -> None:
    short = Card("Anna wins", "", ("red",), (Line("red", "Anna", 9, 1), Line("blue", "Leo", 8, 2)),
                 (("red", "Anna buys 2 bricks."), (None, "The wonder is complete.")))  # fmt: skip
    seen = drawn(short).crop((left, 420, right, 610)).convert("L").point(lambda grey: 255 * (grey < 200))
    assert seen.crop((20, 0, right - left - 20, 190)).getbbox()


@pytest.mark.parametrize("colour", SHAPES)
def test_a_player_has_the_colour_that_pages_have_by_day(colour: str) -> None:
    rule = re.search(rf"^\.tok\.{colour} \{{([^}}]*)\}}", STYLE, re.MULTILINE)
    assert rule is not None
    assert f"{'--l' if SHAPES[colour].hole else '--c'}: {COLOURS[colour]};" in rule.group(1)
