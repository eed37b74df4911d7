"""What the pages of Roads & Boats say of a moment is what the rules say of it."""

from __future__ import annotations

from typing import Any

import pytest

from tests.fakes.sitting import Sitting, act, shown
from tests.web.pages.rendering import words

COLOURS = ("red", "blue", "green", "yellow")
FULL = [None] * 30 + ["red", "blue"] * 15
"""The bricks of a wonder of which one more covers the mark."""


def corrected(**fields: Any) -> list[dict[str, Any]]:
    return [
        {"type": "correct", "field": field, "value": value, "reason": "for the test"}
        for field, value in fields.items()
    ]


def fleet(transporter: str, by: int) -> dict[str, Any]:
    return {"type": "change-fleet", "colour": "red", "transporter": transporter, "by": by}


def counted(**gold: int) -> list[dict[str, Any]]:
    return [
        {"type": "count-wealth", "colour": colour, "gold": each, "coins": 0, "stock": 0}
        for colour, each in gold.items()
    ]


LEFT = {"type": "leave", "colour": "blue", "board": "stays", "mark": "stays"}
TIED = [{"type": "end"}, *counted(red=1, blue=2, green=2, yellow=2)]
CASES = {
    "the turn before the last goes on": (
        corrected(turn=32, bricks=[None] * 31, phase="wonder"), ["Neutral brick, on to turn 33"], [],
    ),
    "the last turn ends the game": (
        corrected(turn=33, bricks=[None] * 32, phase="wonder"), ["Neutral brick: the game ends"], ["turn 34"],
    ),
    "a neutral brick before the mark goes on": (
        corrected(turn=31, bricks=FULL, phase="wonder"), ["on to turn 32"], [],
    ),
    "a neutral brick on the mark ends the game": (
        corrected(turn=31, bricks=[*FULL, "red"], phase="wonder"), ["Neutral brick: the game ends"], [],
    ),
    "a complete wonder after its phase gets no neutral brick": (
        [
            *corrected(option={"amb_09": True}, turn=31, bricks=[*FULL, "red"], phase="wonder"),
            {"type": "buy-brick", "colour": "red", "count": 1},
        ],
        ["The wonder is complete: no neutral brick is laid any more.", "The phase is over: the game ends"],
        ["then the neutral brick is laid", "a neutral brick is laid on the board", "on to turn"],
    ),
    "all tied winners are named": (
        TIED, ["Green and Yellow have as many, but Blue stands nearest the temple."], [],
    ),
    "one tied winner is compared with one": (
        [*TIED, *counted(yellow=0)], ["Green has as many, but Blue stands nearer the temple."], [],
    ),
    "before the last wonder phase one loads": (
        corrected(turn=33, bricks=[None] * 32, phase="movement"),
        ["Load gold, sets of coins and stock."],
        [],
    ),
    "in the last wonder phase nobody loads": (
        corrected(turn=33, bricks=[None] * 32, phase="wonder"), [], ["Load gold, sets of coins and stock."],
    ),
    "a limit on land does not mention water": (
        [*corrected(turn=2, bricks=[None]), fleet("donkey", 2)],
        ["At a limit, on land, on water or in all: Red. With one more there, one must go."],
        [],
    ),
    "too many transporters say how many must go": (
        [*corrected(turn=2, bricks=[None]), fleet("donkey", 2), fleet("raft", 4)],
        ["Red has too many transporters, and 1 must go now"],
        [],
    ),
}  # fmt: skip


def after(sitting: Sitting, *commands: dict[str, Any], players: int = 2) -> str:
    """The words of the table's page; who comes first stands nearest the temple."""
    phone, row = sitting.phone(), COLOURS[:players]
    seats = [{"colour": each, "name": each.title()} for each in row]
    start = {"type": "start", "system": "roads-and-boats", "players": seats}
    for command in ({**start, "options": {"temple": list(row)}}, *commands):
        answer = act(phone, command)
        assert answer.status_code == 200, answer.get_data()
    return " ".join(words(shown(phone, "/table")).split())


@pytest.mark.parametrize("case", CASES)
def test_a_page_says_what_the_rules_say_of_its_moment(sitting: Sitting, case: str) -> None:
    commands, says, never = CASES[case]
    page = after(sitting, *commands, players=4 if "tied" in case else 2)
    assert [each for each in says if each not in page] == []
    assert [each for each in never if each in page] == []


def test_a_player_left_alone_has_no_order_of_play_but_a_number_mark(sitting: Sitting) -> None:
    automatic = after(sitting, LEFT).split("What is automatic now")[1].split("Yours to do")[0]
    assert "order of play" not in automatic
    act(sitting.phone(), *corrected(phase="wonder"))
    assert "sees irrigation and the end of the game" in words(shown(sitting.phone(), "/table"))
    assert "at the end mark" in words(shown(sitting.phone(), "/act"))
