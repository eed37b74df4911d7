"""Playing alone: the filled rows, twenty turns, mines that are not random, and no order of play."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    BuyBrick,
    CallForOrder,
    Correct,
    CountWealth,
    Done,
    Draw,
    DrawAll,
    End,
    Pray,
    TakePosition,
    VoidDraw,
)
from companion.games.roads_and_boats.events import BrickBought
from companion.games.roads_and_boats.scoring import rows_of_bricks, wonder_points
from companion.games.roads_and_boats.words import Colour
from tests.games.roads_and_boats.playing import Play


def alone(colour: Colour = "red", **switches: Any) -> Play:
    return Play(colour, **switches)


def emptied(gold: int, iron: int) -> str:
    """What a bag gives until it is empty, one letter a turn."""
    play = alone(rows=[4, 4, 4, 5, 20, 20, 20], neutral=60)
    play.do(BuildMine(1, "red", "standard", late=True))
    play.correct(bag={"number": 1, "gold": gold, "iron": iron})
    given_out = ""
    while play.state.mines[0].gold + play.state.mines[0].iron:
        play.do(Draw(1))
        given_out += (play.state.mines[0].drawn or "")[0].upper()
        play.to("production")
    return given_out


@pytest.mark.rule("RB-SOLO-02", "RB-WON-06", "TV-RB-SOLO-01")
@pytest.mark.parametrize(("colour", "filler"), [("red", "yellow"), ("blue", "red")])
def test_four_rows_begin_full_of_the_first_colour_that_no_player_plays(
    colour: Colour, filler: Colour
) -> None:
    play = alone(colour)
    assert play.view().fields["wonder"]["bricks"] == [filler] * 17
    assert play.view().fields["wonder"]["prices"] == {colour: 2}
    play.to("wonder")
    events = play.do(BuyBrick(colour, 3))
    assert [event.price for event in events if isinstance(event, BrickBought)] == [2, 3, 4]


@pytest.mark.rule("RB-SOLO-02")
def test_a_wonder_of_other_rows_is_filled_as_far_as_its_own_first_four() -> None:
    assert (
        alone(rows=[4, 4, 4, 4, 5, 5], irrigation_at=20).view().fields["wonder"]["bricks"] == ["yellow"] * 16
    )
    assert alone(rows=[1, 1, 1, 1, 1], irrigation_at=5).view().fields["wonder"]["ends_at"] == 5


@pytest.mark.rule("RB-SOLO-03", "RB-END-02", "TV-RB-SOLO-02")
def test_no_player_buys_for_twenty_turns() -> None:
    play = alone()
    assert play.view().fields["wonder"]["neutral_left"] == 20
    while not play.state.ended:
        play.do(Advance())
    assert (play.state.turn, len(play.state.bricks)) == (20, 37)
    assert play.view().fields["ended"]["reason"] == "last-neutral-brick"
    assert [len(row) for row in rows_of_bricks(play.state)] == [4, 4, 4, 5, 5, 5, 5, 5]
    assert play.view().fields["wonder"]["neutral_left"] == 0
    assert 33 - play.state.bricks.count(None) == 13


@pytest.mark.rule("RB-SOLO-03")
def test_another_number_of_neutral_bricks_is_meant_as_it_was_entered() -> None:
    assert alone(neutral=33).view().fields["options"]["neutral"] == 20
    play = alone(neutral=25)
    assert play.view().fields["wonder"]["neutral_left"] == 25
    play.correct(option={"neutral": 33})
    assert play.view().fields["wonder"]["neutral_left"] == 33


@pytest.mark.rule("RB-SOLO-04", "TV-RB-SOLO-04", "TV-RB-SOLO-05", "TV-RB-SOLO-06", "TV-RB-SOLO-08")
@pytest.mark.parametrize(
    ("gold", "iron", "out"),
    [
        (4, 0, "GGGG"),
        (0, 4, "IIII"),
        (3, 3, "GIGIGI"),
        (5, 5, "GIGIGIGIGI"),
        (7, 3, "GGGGGIGIGI"),
        (1, 2, "IGI"),
    ],
)
def test_a_mine_gives_what_its_bag_holds_most_of_and_gold_at_equality(gold: int, iron: int, out: str) -> None:
    assert emptied(gold, iron) == out


@given(st.integers(0, 9), st.integers(0, 9), st.integers(0, 50))
@pytest.mark.rule("RB-SOLO-04")
def test_no_secret_changes_what_a_solo_mine_gives(gold: int, iron: int, dice: int) -> None:
    play = alone(dice=dice)
    play.do(BuildMine(1, "red", "standard", late=True))
    play.correct(bag={"number": 1, "gold": gold, "iron": iron})
    if gold + iron == 0:
        assert play.refusal(Draw(1)) == ("mine-empty", "RB-MINE-09")
        return
    play.do(DrawAll())
    assert play.state.mines[0].drawn == ("gold" if gold >= iron else "iron")
    play.do(VoidDraw(1, "looked again"), Draw(1))
    assert play.state.mines[0].drawn == ("gold" if gold >= iron else "iron")
    assert play.view().mine_cards[0].odds in (
        None,
        {"gold": 100, "iron": 0},
        {"gold": 0, "iron": 100},
    )


@pytest.mark.rule("RB-SOLO-04", "RB-SOLO-01")
def test_with_the_switch_for_drawing_by_hand_a_mine_takes_gold_first_all_the_same() -> None:
    """Nothing is left to chance, so there is nothing for a hand to draw."""
    play = alone(amb_23=True)
    play.do(BuildMine(1, "red", "standard", late=True), Draw(1))
    out = [play.state.mines[0].drawn]
    for _ in range(5):
        play.to("production")
        play.do(DrawAll())
        out.append(play.state.mines[0].drawn)
    assert out == ["gold", "iron"] * 3
    assert play.view().by_hand is False


@pytest.mark.rule("RB-SOLO-05")
def test_there_is_no_order_of_play() -> None:
    play = alone()
    for _ in range(4):
        view = play.view().fields
        assert (view["may_call"], view["order"], view["acting"]) == (False, None, None)
        assert view["temple"] == view["sequence"] == ["red"]
        refused = play.refused(CallForOrder("red"))
        assert (refused.code, refused.rule) == ("solo-no-order", "RB-SOLO-05")
        play.do(Advance())
    assert play.refusal(Pray("red", keep=True)) == ("nobody-prays", "RB-CONF-03")
    assert play.refusal(TakePosition("red", 1)) == ("nobody-chooses", "RB-CONF-06")
    assert play.refusal(Done("red")) == ("nobody-acts", "RB-CONF-07")


@pytest.mark.rule("RB-SOLO-06", "TV-RB-SOLO-09")
@pytest.mark.parametrize(
    ("own", "points"),
    [([1, 1, 1, 1, 1, 1], 60), ([0, 0, 0, 6], 10), ([0, 0, 0, 0, 0, 0, 6], 10)],
)
def test_every_row_with_an_own_brick_gives_ten(own: list[int], points: int) -> None:
    play = alone(neutral=80)
    lengths = play.state.options.rows[4:]
    later = [
        brick
        for mine, of in zip(own, lengths, strict=False)
        for brick in ["red"] * mine + [None] * (of - mine)
    ]
    play.correct(bricks=["yellow"] * 17 + later[: 83 - 17])
    assert wonder_points(play.state, "red") == points
    play.do(CountWealth("red", 1, 0, 0), End())
    assert play.view().fields["ended"]["scores"][0] | {"rank": 1} == play.view().fields["ended"]["scores"][0]
    assert play.view().fields["ended"]["scores"][0]["total"] == points + 10
    assert play.view().fields["row_points"]["red"][:4] == [0, 0, 0, 0]


@pytest.mark.rule("RB-WON-10")
@pytest.mark.parametrize(("own", "irrigated"), [(7, False), (8, True)])
def test_twenty_turns_irrigate_only_with_eight_own_bricks(own: int, irrigated: bool) -> None:
    play = alone()
    play.to("wonder")
    play.do(BuyBrick("red", own))
    while not play.state.ended:
        play.do(Advance())
    assert play.view().fields["wonder"]["irrigated"] == irrigated


@pytest.mark.rule("RB-WON-12")
def test_no_number_mark_ends_a_solo_game_only_the_whole_wonder_does() -> None:
    play = alone()
    assert play.view().fields["wonder"]["ends_at"] == 83
    play.to("wonder")
    play.do(BuyBrick("red", 65))
    assert play.state.ended is None
    play.do(BuyBrick("red"))
    assert play.view().fields["ended"]["reason"] == "wonder-complete"


def test_a_wonder_of_four_rows_leaves_nothing_to_build_alone() -> None:
    play = alone()
    caught = play.refused(Correct("option", {"rows": [8, 8, 8, 20], "irrigation_at": 40}, "test"))
    assert (caught.code, caught.rule, caught.params) == (
        "options-inconsistent", "RB-SOLO-02", {"option": "rows"},
    )  # fmt: skip


@pytest.mark.rule("RB-SOLO-02")
def test_a_player_who_takes_the_colour_of_the_filling_gives_it_another_one() -> None:
    play = alone("red")
    play.correct(players=[{"colour": "green", "name": "Anna"}])
    assert set(play.state.bricks) == {"yellow"}
    play.correct(players=[{"colour": "yellow"}])
    assert set(play.state.bricks) == {"red"}
    play.correct(bricks=["red"] * 17 + ["yellow", None])
    assert play.refusal(Correct("bricks", ["blue"], "test")) == ("not-playing", "RB-SETUP-01")
    assert wonder_points(play.state, "yellow") == 10


def test_what_the_pages_draw_names_no_points_for_the_filling() -> None:
    play = alone()
    drawn = play.view()
    assert (drawn.solo, drawn.filler) == (True, "yellow")
    assert [row.shares for row in drawn.rows if row.counts] == [{}, {}, {}, {}]
    assert (drawn.to_dearer, drawn.turns_left) == (0, 20)


@pytest.mark.rule("RB-SOLO-03")
def test_a_start_with_all_bricks_of_the_box_shows_twenty_turns() -> None:
    play = alone(neutral=33)
    assert play.warned() == {"solo-turns": {"turns": 20}}
    play.do(Advance())
    assert play.warned() == {}
    assert alone(neutral=25).warned() == {}


@pytest.mark.rule("RB-SOLO-02")
def test_corrected_rows_leave_as_much_filling_as_their_own_first_four_hold() -> None:
    play = alone()
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    for rows in ([4, 4, 4, 4, 5, 5, 20, 20, 20], [6, 6, 6, 6, 20, 20, 20]):
        play.correct(option={"rows": rows})
        assert play.view().fields["wonder"]["bricks"] == ["yellow"] * sum(rows[:4]) + ["red", "red"]
        assert play.view().fields["wonder"]["prices"] == {"red": 4}
    short = play.refused(Correct("option", {"rows": [20, 20, 20, 20, 1], "irrigation_at": 45}, "test"))
    assert (short.code, short.params) == ("options-inconsistent", {"option": "rows"})
