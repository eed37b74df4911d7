"""Gold by kind of colony and number of merchants, and who wins."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import Connect, End
from companion.games.la_strada.options import Options
from companion.games.la_strada.scoring import merchant_gold
from companion.games.la_strada.words import COLOURS, KINDS, Kind
from tests.games.la_strada.playing import Play

NUMBERS: dict[Kind, int] = {"city": 1, "town": 5, "village": 10, "hamlet": 15}
"""The first colony of each kind."""


@pytest.mark.rule("LS-SCORE-01", "LS-SCORE-02", "LS-SCORE-03", "LS-SCORE-04", "LS-SCORE-05")
@pytest.mark.rule("LS-MKT-01", "LS-MKT-02", "LS-MKT-03", "TV-LS-08", "TV-LS-10")
@pytest.mark.parametrize(
    ("kind", "each"),
    [
        ("hamlet", (2, 1, 0, 0)),
        ("village", (3, 2, 1, 0)),
        ("town", (4, 3, 2, 1)),
        ("city", (5, 4, 3, 2)),
    ],
)
def test_each_player_puts_one_merchant_on_a_colony_and_it_pays_all_of_them_one_less(
    kind: Kind, each: tuple[int, int, int, int]
) -> None:
    play, number = Play(*COLOURS), NUMBERS[kind]
    for there, gold in enumerate(each, start=1):
        play.link(number)
        assert play.colony(number).merchants == play.colony(number).linked == COLOURS[:there]
        assert play.seat().merchants == 11
        assert play.refusal(Connect(play.active, number, plains=1)) == ("already-linked", "LS-BUILD-08")
        play.pass_on()
        totals = {score["colour"]: score["total"] for score in play.view().fields["scores"]}
        assert totals == {colour: gold if COLOURS.index(colour) < there else 0 for colour in COLOURS}


def test_a_colony_without_merchants_pays_nothing() -> None:
    assert {
        merchant_gold(Options(), kind, 0, two_players=two) for kind in KINDS for two in (True, False)
    } == {0}


@pytest.mark.rule("LS-SCORE-01", "LS-AMB-01")
def test_the_table_of_gold_is_the_groups_own_where_its_board_differs() -> None:
    play = Play(worth={"town": [6, 5, 5, 0]})
    play.link(5)
    assert play.view().fields["scores"][0]["total"] == 6
    play.link(1)
    assert play.view().fields["scores"][0]["total"] == 11
    play.pass_on()
    play.link(5)
    assert [each["total"] for each in play.view().fields["scores"]] == [5 + 5, 5, 0]


@pytest.mark.rule("LS-SCORE-08", "TV-LS-14")
def test_a_tie_in_gold_goes_to_the_player_with_more_unspent_resources() -> None:
    play = Play("red", "grey", "black")
    for colour in ("red", "grey"):
        for number in (1, 2, 3, 4):
            there = list(play.colony(number).merchants)
            play.correct(colony={"number": number, "merchants": [*there, colour]})
    for number, colour in ((5, "red"), (6, "grey")):
        play.correct(colony={"number": number, "merchants": [colour]})
    play.correct(resources={"red": 1, "grey": 3})
    play.do(End())
    assert play.view().fields["ended"]["scores"][:2] == [
        {"colour": "grey", "total": 20, "resources": 3, "rank": 1},
        {"colour": "red", "total": 20, "resources": 1, "rank": 2},
    ]


@pytest.mark.rule("LS-SCORE-08", "LS-AMB-10")
def test_equal_gold_and_resources_share_the_rank_and_resources_count_at_the_end_alone() -> None:
    play = Play("red", "grey", "black")
    play.pass_on()
    assert play.resources() == {"red": 6, "grey": 6, "black": 0}
    assert play.view().standing == {"red": 1, "grey": 1, "black": 1}
    play.do(End())
    assert play.view().standing == {"red": 1, "grey": 1, "black": 3}


@pytest.mark.rule("LS-SCORE-08")
def test_gold_comes_before_resources() -> None:
    play = Play("red", "grey", "black")
    play.link(15)
    play.correct(resources={"red": 0, "grey": 10})
    assert [each["colour"] for each in play.view().fields["scores"]] == ["red", "grey", "black"]
