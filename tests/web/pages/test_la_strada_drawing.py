"""Whatever an evening of La Strada brings, every page is drawn in words, in both languages. No browser."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from tests.fakes.sitting import Sitting, act
from tests.web.pages.drawn import BRACES, nothing_is_missing, words

PAGES = (
    "/setup",
    "/table",
    "/act",
    "/act?colony={colony}&plains=2&hills=1",
    "/act/correct?colony={colony}",
    "/log",
    "/games",
)
CODES = re.compile(
    r"(?<![\w/.])(page|ls|did|refused|warning|moment|aid|kind|stock|reason|why|field|option)\.[a-z]"
)
COLOURS = ("grey", "red", "black", "yellow")


def entries(luck: random.Random, game: dict[str, Any]) -> dict[str, Any]:
    """What somebody at the table might enter now; the rules may refuse it."""
    active = game["active"]
    road = {"plains": luck.randint(0, 2), "forests": luck.randint(0, 1), "hills": luck.randint(0, 1)}
    return luck.choice(
        [
            {"type": "connect", "colour": active, "colony": luck.randint(1, 19), **road},
            {"type": "connect", "colour": active, "colony": luck.randint(1, 19), "plains": 1},
            {"type": "end-turn"},
            {"type": "undo"},
            {"type": "cannot-connect", "colour": active} if luck.random() < 0.1 else {"type": "end-turn"},
        ]
    )


@pytest.mark.parametrize("players", [2, 3, 4])
def test_every_moment_of_an_evening_can_be_drawn(sitting: Sitting, players: int) -> None:
    phone = sitting.phone(colour="grey")
    nothing_is_missing(sitting.app)
    luck = random.Random(players)
    seats = [{"colour": colour, "name": ""} for colour in COLOURS[:players]]
    options = {"names": {"7": "{Lodi}", "12": "<b>"}, "supply": {"merchants": 4}}
    assert (
        act(phone, {"type": "start", "system": "la-strada", "players": seats, "options": options}).status_code
        == 200
    )
    for step in range(120):
        game = sitting.table.snapshot.body["game"]
        act(phone, entries(luck, game) if not game["ended"] else {"type": "undo"})
        if step % 6 == 0 or game["ended"]:
            language = ("en", "it")[step // 6 % 2]
            for page in PAGES:
                address = page.format(colony=luck.randint(1, 19))
                drawn = phone.get(address, headers={"Accept-Language": language})
                assert drawn.status_code == 200, address
                said = words(drawn.get_data(as_text=True)).replace("{Lodi}", "")
                assert not CODES.search(said), (address, CODES.search(said))
                assert not BRACES.search(said), (address, BRACES.search(said))


@pytest.mark.parametrize(
    "query",
    [
        "colony=999",
        "colony=x&plains=x",
        "plains=-4&hills=99999999999",
        "way=nobody-1&colony=2",
        "colony=",
        "forests=1",
    ],
)
def test_a_choice_that_cannot_be_is_drawn_as_none(sitting: Sitting, query: str) -> None:
    phone = sitting.phone(colour="grey")
    seats = [{"colour": "grey"}, {"colour": "red"}]
    act(phone, {"type": "start", "system": "la-strada", "players": seats})
    drawn = phone.get(f"/act?{query}")
    assert drawn.status_code == 200
    assert "Choose a colony and the tiles of the road" in drawn.get_data(as_text=True)
    assert 'id="f-connect"' not in drawn.get_data(as_text=True)
