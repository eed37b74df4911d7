"""Playing alone: the filled rows, twenty turns, mines that are not random, and no order of play."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games import Command
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
    Join,
    Leave,
    Pray,
    TakePosition,
    VoidDraw,
)
from companion.games.roads_and_boats.events import BrickBought
from companion.games.roads_and_boats.scoring import wonder_points
from companion.games.roads_and_boats.words import Colour
from tests.games.roads_and_boats.playing import Play


def alone(colour: Colour = "red", **switches: Any) -> Play:
    return Play(colour, **switches)


@pytest.mark.rule("RB-SOLO-02", "RB-WON-06", "TV-RB-SOLO-01")
@pytest.mark.parametrize(("colour", "filler"), [("red", "yellow"), ("blue", "red")])
def test_four_rows_begin_full_of_the_first_colour_that_no_player_plays(
    colour: Colour, filler: Colour
) -> None:
    play = alone(colour)
    assert play.view().fields["wonder"]["bricks"] == [filler] * 17
    assert play.view().fields["wonder"]["prices"] == {colour: 2}
    assert [row.shares for row in play.view().rows if row.counts] == [{}, {}, {}, {}]
    play.to("wonder")
    events = play.do(BuyBrick(colour, 3))
    assert [event.price for event in events if isinstance(event, BrickBought)] == [2, 3, 4]
    other = alone(colour, rows=[1, 1, 1, 1, 1], irrigation_at=5).view().fields["wonder"]
    assert (other["bricks"], other["ends_at"]) == ([filler] * 4, 5)


@pytest.mark.rule("RB-SOLO-03", "RB-END-02", "RB-WON-10", "TV-RB-SOLO-02")
@pytest.mark.parametrize(("own", "irrigated"), [(0, False), (7, False), (8, True)])
def test_twenty_turns_irrigate_only_with_eight_own_bricks(own: int, irrigated: bool) -> None:
    play = alone()
    assert (play.view().fields["wonder"]["neutral_left"], play.view().turns_left) == (20, 20)
    if own:
        play.to("wonder")
        play.do(BuyBrick("red", own))
    while not play.state.ended:
        play.do(Advance())
    assert (play.state.turn, len(play.state.bricks)) == (20, 37 + own)
    assert play.view().fields["ended"]["reason"] == "last-neutral-brick"
    assert play.view().fields["wonder"]["neutral_left"] == 0
    assert play.view().fields["wonder"]["irrigated"] == irrigated


@pytest.mark.rule("RB-SOLO-03")
def test_the_boxs_33_neutral_bricks_are_20_and_another_number_is_meant_as_it_was_entered() -> None:
    play = alone(neutral=33)
    assert play.view().fields["options"]["neutral"] == 20
    assert play.warned() == {"solo-turns": {"turns": 20}}
    play.do(Advance())
    assert play.warned() == {}
    play = alone(neutral=25)
    assert (play.view().fields["wonder"]["neutral_left"], play.warned()) == (25, {})
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
@pytest.mark.parametrize("amb_23", [False, True], ids=["by the box", "no hand draws either"])
def test_a_mine_gives_what_its_bag_holds_most_of_and_gold_at_equality(
    gold: int, iron: int, out: str, amb_23: bool
) -> None:
    play = alone(amb_23=amb_23, dice=gold)
    assert play.view().by_hand is False
    play.do(BuildMine(1, "red", "standard", late=True))
    play.correct(bag={"number": 1, "gold": gold, "iron": iron})
    for ore in ({"G": "gold", "I": "iron"}[each] for each in out):
        assert play.view().mine_cards[0].odds == {"gold": 0, "iron": 0} | {ore: 100}
        play.do(Draw(1), VoidDraw(1, "looked again"), DrawAll())
        assert play.state.mines[0].drawn == ore
        play.to("production")
    assert play.refusal(Draw(1)) == ("mine-empty", "RB-MINE-09")


@pytest.mark.rule("RB-SOLO-05", "RB-SOLO-02")
@pytest.mark.parametrize(
    ("command", "code", "rule"),
    [
        (CallForOrder("red"), "solo-no-order", "RB-SOLO-05"),
        (Pray("red", keep=True), "nobody-prays", "RB-CONF-03"),
        (TakePosition("red", 1), "nobody-chooses", "RB-CONF-06"),
        (Done("red"), "nobody-acts", "RB-CONF-07"),
        (Join("blue"), "solo-no-join", "RB-SOLO-02"),
        (Leave("red"), "solo-no-leave", "RB-SOLO-02"),
        (Correct("bricks", ["blue"], "test"), "not-playing", "RB-SETUP-01"),
        (
            Correct("option", {"rows": [8, 8, 8, 20], "irrigation_at": 40}, "test"),
            "options-inconsistent",
            "RB-SOLO-02",
        ),
    ],
)
def test_there_is_no_order_of_play_no_other_player_and_something_to_build(
    command: Command, code: str, rule: str
) -> None:
    play = alone()
    view = play.view().fields
    assert (view["may_call"], view["order"], view["acting"]) == (False, None, None)
    assert view["temple"] == view["sequence"] == ["red"]
    assert "leaving" not in [each.name for each in play.view().sections]
    assert play.refusal(command) == (code, rule)


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


@pytest.mark.rule("RB-WON-12")
def test_no_number_mark_ends_a_solo_game_only_the_whole_wonder_does() -> None:
    play = alone()
    assert play.view().fields["wonder"]["ends_at"] == 83
    play.to("wonder")
    play.do(BuyBrick("red", 65))
    assert play.state.ended is None
    play.do(BuyBrick("red"))
    assert play.view().fields["ended"]["reason"] == "wonder-complete"


@pytest.mark.rule("RB-SOLO-02")
def test_a_player_who_takes_the_colour_of_the_filling_gives_it_another_one() -> None:
    play = alone("red")
    play.correct(players=[{"colour": "green", "name": "Anna"}])
    assert set(play.state.bricks) == {"yellow"}
    play.correct(players=[{"colour": "yellow"}])
    assert set(play.state.bricks) == {"red"}
    play.correct(bricks=["red"] * 17 + ["yellow", None])
    assert wonder_points(play.state, "yellow") == 10


@pytest.mark.rule("RB-SOLO-02")
def test_corrected_rows_leave_as_much_filling_as_their_own_first_four_hold() -> None:
    play = alone()
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    for rows in ([4, 4, 4, 4, 5, 5, 20, 20, 20], [6, 6, 6, 6, 20, 20, 20]):
        play.correct(option={"rows": rows})
        assert play.view().fields["wonder"]["bricks"] == ["yellow"] * sum(rows[:4]) + ["red", "red"]
        assert play.view().fields["wonder"]["prices"] == {"red": 4}
    short = Correct("option", {"rows": [20, 20, 20, 20, 1], "irrigation_at": 45}, "test")
    assert play.refused(short).params == {"option": "rows"}
