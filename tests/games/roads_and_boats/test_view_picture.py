"""What the pages draw: rows, shares, prices, odds, and what is open now."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.commands import (
    Advance,
    BuildMine,
    BuyBrick,
    CallForOrder,
    Done,
    End,
    Pray,
    TakePosition,
)
from companion.games.roads_and_boats.display import odds
from companion.games.roads_and_boats.view import picture, row_shares
from companion.games.roads_and_boats.words import COLOURS, Colour
from tests.games.roads_and_boats.playing import Play


def rows(play: Play) -> list[dict[str, Any]]:
    """The wonder's rows from the bottom up."""
    drawn: list[dict[str, Any]] = picture(play.state)["wonder"]["rows"]
    return drawn[::-1]


@pytest.mark.rule("TV-RB-SCORE-01", "RB-SCORE-03")
def test_a_row_is_shared_by_bricks_and_neutral_ones_share_nothing() -> None:
    bricks: tuple[Colour | None, ...] = ("blue", "red", "blue", None, "red", "red", "yellow")
    assert row_shares(bricks) == {"blue": 3, "red": 5, "yellow": 1}


@pytest.mark.rule("TV-RB-WON-01", "RB-WON-03", "RB-WON-04")
def test_the_wonder_is_drawn_from_the_top_down_and_filled_from_the_bottom_left() -> None:
    play = Play("red", "blue", "green")
    play.to("wonder")
    play.do(BuyBrick("red", 3), BuyBrick("blue", 2))
    drawn = picture(play.state)["wonder"]["rows"]
    assert [row["row"] for row in drawn] == list(range(15, 0, -1))
    lengths = [len(row["spaces"]) for row in rows(play)]
    assert lengths == [4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 6, 6, 7, 7, 7]
    last = [row["spaces"][-1]["number"] for row in rows(play)]
    assert last == [4, 8, 12, 17, 22, 27, 32, 38, 44, 50, 56, 62, 69, 76, 83]
    first, second = rows(play)[:2]
    assert [space["brick"] for space in first["spaces"]] == ["red", "red", "red", "blue"]
    assert [space["next"] for space in second["spaces"]] == [False, True, False, False]


@pytest.mark.rule("TV-RB-WON-04", "RB-WON-12")
@pytest.mark.parametrize(
    ("players", "end", "beyond"),
    [
        (2, (12, 6), [13, 14, 15]),
        (3, (13, 4), [14, 15]),
        (4, (13, 7), [14, 15]),
        (5, (14, 7), [15]),
        (6, (15, 7), []),
    ],
)
def test_the_marks_stand_on_their_spaces_and_rows_beyond_the_end_are_not_reached(
    players: int, end: tuple[int, int], beyond: list[int]
) -> None:
    play = Play(*COLOURS[:players], more_players=True)
    marks = {
        space["mark"]: (row["row"], place)
        for row in rows(play)
        for place, space in enumerate(row["spaces"], start=1)
        if space["mark"]
    }
    assert marks == {"irrigation": (10, 1), "end": end}
    assert [row["row"] for row in rows(play) if not row["reached"]] == beyond


@pytest.mark.rule("TV-RB-WON-09")
def test_the_ladder_of_prices_steps_up_when_row_four_fills() -> None:
    play = Play()
    play.correct(bricks=["red"] * 13)
    play.to("wonder")
    ladder = picture(play.state)["players"]["red"]["prices"]
    assert [(step["count"], step["total"]) for step in ladder] == [(1, 1), (2, 3), (3, 6), (4, 10), (5, 16)]


def test_no_more_bricks_are_offered_than_there_is_room_for() -> None:
    play = Play()
    play.correct(bricks=["red"] * 60)
    assert len(picture(play.state)["players"]["red"]["prices"]) == 2


@pytest.mark.rule("RB-MINE-16")
def test_a_bag_shows_its_odds_and_an_empty_one_none() -> None:
    play = Play()
    play.to("building")
    play.do(BuildMine(1, "red", "standard"), BuildMine(2, "red", "standard"))
    play.correct(bag={"number": 1, "gold": 1, "iron": 2})
    play.correct(bag={"number": 2, "gold": 0, "iron": 0})
    shown = {mine["number"]: mine["percent"] for mine in picture(play.state)["mines"]}
    assert shown == {1: {"gold": 33, "iron": 67}, 2: None}
    assert 1 not in picture(play.state)["free_bags"]


@pytest.mark.parametrize(
    ("gold", "iron", "said"), [(1, 7, 13), (7, 1, 88), (1, 99, 1), (99, 1, 99), (0, 2, 0)]
)
def test_phones_and_display_say_the_same_odds(gold: int, iron: int, said: int) -> None:
    play = Play()
    play.to("building")
    play.do(BuildMine(1, "red", "standard"))
    play.correct(bag={"number": 1, "gold": gold, "iron": iron})
    assert picture(play.state)["mines"][0]["percent"] == {"gold": said, "iron": 100 - said}
    assert odds(play.state, play.state.mines[0]).params == {"gold": said, "iron": 100 - said}


@pytest.mark.rule("RB-CONF-03", "RB-CONF-06", "RB-CONF-07")
def test_what_happens_now_is_one_thing_at_each_moment() -> None:
    play = Play(temple=["red", "yellow"])
    said = [picture(play.state)["now"]["code"]]
    play.to("building")
    play.do(BuildMine(1, "red", "standard"), Advance(), Advance())
    said.append(picture(play.state)["now"]["code"])
    play.do(Advance(draw_rest=True), CallForOrder("red"))
    said.append(picture(play.state)["now"]["code"])
    play.do(Pray("red", keep=True))
    assert picture(play.state)["now"] == {"code": "choosing", "params": {"colour": "yellow"}}
    play.do(TakePosition("yellow", 1))
    assert picture(play.state)["now"] == {"code": "go-movement", "params": {"colour": "yellow"}}
    assert said == ["production", "draw", "praying"]


def test_whose_go_it_is_and_who_follows() -> None:
    play = Play(temple=["red", "yellow"])
    play.determine(positions={"yellow": 1})
    drawn = picture(play.state)
    assert (drawn["now"], drawn["next_to_act"]) == (
        {"code": "go-production", "params": {"colour": "yellow"}},
        "red",
    )
    play.do(Done("yellow"))
    assert picture(play.state)["next_to_act"] is None


@pytest.mark.parametrize(
    ("phase", "first"), [("production", "research"), ("building", "mines"), ("wonder", "bricks")]
)
def test_the_acting_page_begins_with_what_belongs_to_the_phase(phase: Any, first: str) -> None:
    play = Play()
    if phase != "production":
        play.to(phase)
    sections = picture(play.state)["sections"]
    assert sections[0] == {"name": first, "now": True}
    assert len({each["name"] for each in sections}) == len(sections) == 11


def test_after_the_end_wealth_comes_first_and_nothing_is_next() -> None:
    play = Play()
    play.do(End())
    drawn = picture(play.state)
    assert drawn["sections"][0] == {"name": "wealth", "now": True}
    assert [each["name"] for each in drawn["sections"]] == ["wealth", "repair", "tags"]
    assert not any(space["next"] for row in rows(play) for space in row["spaces"])
