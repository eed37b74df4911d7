"""What a correction says has not been, the report does not tell."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games.registry import registered
from companion.table.report import build_report
from tests.fakes.evening import Evening
from tests.games.reports import moments, rows, section

PLAYERS = [{"colour": "red", "name": "Rosa"}, {"colour": "blue", "name": "Björn"}]


@pytest.fixture
def boats(tmp_path: Path) -> Iterator[Evening]:
    """Red and blue, in turn 1, in production."""
    evening = Evening(tmp_path / "boats", games=registered())
    evening.do({"type": "start", "system": "roads-and-boats", "players": PLAYERS})
    yield evening
    evening.table.close()


def until(boats: Evening, phase: str) -> None:
    while boats.game["phase"] != phase:
        boats.do({"type": "advance", "draw_rest": True})


def correct(boats: Evening, field: str, value: Any) -> None:
    boats.do({"type": "correct", "field": field, "value": value, "reason": "entered wrongly"})


def moments_of(boats: Evening) -> list[str]:
    return moments(build_report(boats.table.history(boats.game["id"])))


@pytest.mark.rule("RB-MINE-08")
def test_a_draw_that_was_voided_is_not_remembered(boats: Evening) -> None:
    correct(boats, "option", {"amb_23": True})
    boats.do({"type": "build-mine", "number": 3, "colour": "red", "mixture": "standard", "late": True})
    correct(boats, "bag", {"number": 3, "gold": 1, "iron": 4})
    boats.do({"type": "record-draw", "number": 3, "ore": "gold"})
    assert "1: Mine 3 gives gold: the chance was 1 in 5." in moments_of(boats)
    boats.do({"type": "void-draw", "number": 3, "reason": "it was iron"})
    assert not [each for each in moments_of(boats) if "Mine 3 gives" in each]
    boats.do({"type": "record-draw", "number": 3, "ore": "iron"})
    assert not [each for each in moments_of(boats) if "Mine 3 gives" in each]
    assert rows(build_report(boats.table.history(boats.game["id"])), "ore")[0].startswith(
        "3 | 1 | 0 | 0.2 | 0 or less: 80"
    )


def test_a_mine_is_remembered_by_its_right_number_and_not_at_all_if_it_was_never_built(
    boats: Evening,
) -> None:
    for number, colour in ((3, "red"), (5, "blue")):
        boats.do(
            {"type": "build-mine", "number": number, "colour": colour, "mixture": "standard", "late": True}
        )
    assert "1: Red builds the first mine, number 3." in moments_of(boats)
    correct(boats, "mine", {"number": 3, "to": 4})
    assert "1: Red builds the first mine, number 4." in moments_of(boats)
    correct(boats, "mine", {"number": 4, "to": None})
    assert [each for each in moments_of(boats) if "first mine" in each] == [
        "1: Blue builds the first mine, number 5."
    ]


@pytest.mark.rule("RB-WON-08")
def test_what_was_paid_for_bricks_that_a_correction_took_away_or_added_is_as_the_rules_ask(
    boats: Evening,
) -> None:
    """Red buys three bricks, 1+2+3: one of them was entered too many, and blue's second was forgotten."""
    until(boats, "wonder")
    boats.do({"type": "buy-brick", "colour": "red", "count": 3})
    boats.do({"type": "buy-brick", "colour": "blue"})
    assert [each for each in moments_of(boats) if "3 bricks" in each]
    correct(boats, "bricks", ["red", "red", "blue", "blue"])
    evening = build_report(boats.table.history(boats.game["id"]))
    assert rows(evening, "prices") == ["1 | 1+2 | 1+2", "Goods in all | 3 | 3"]
    assert section(evening, "result").rows[0][2] == 3
    assert not [each for each in moments_of(boats) if "3 bricks" in each]


@pytest.mark.rule("RB-END-01")
def test_an_end_that_a_correction_took_away_is_not_remembered(boats: Evening) -> None:
    correct(boats, "bricks", ["red"] * 61)
    until(boats, "wonder")
    boats.do({"type": "buy-brick", "colour": "blue"})
    assert [each for each in moments_of(boats) if "The wonder" in each or "over" in each]
    correct(boats, "bricks", ["red"] * 60)
    assert boats.game["ended"] is None
    assert not [each for each in moments_of(boats) if "The wonder" in each or "over" in each]


@pytest.mark.rule("RB-SETUP-11", "RB-SETUP-12")
def test_after_a_correction_of_the_row_its_first_player_begins(boats: Evening) -> None:
    """The figures had been drawn on the table, and the box was told so before anybody did anything."""
    was = boats.game["sequence"][0]
    now = "blue" if was == "red" else "red"
    correct(boats, "temple", [was, now])
    assert boats.game["sequence"] == [now, was]
    assert f"1: {now.capitalize()} begins." in moments_of(boats)
    until(boats, "movement")
    correct(boats, "sequence", [was, now])
    assert f"1: {now.capitalize()} begins." in moments_of(boats), "that is a later order of play"
    boats.do("end")
    given = boats.table.results(boats.game["id"])
    assert given.result.first == now
