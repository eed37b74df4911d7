"""A mine's card: who built it and when, what its bag has seen, and what to expect."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.roads_and_boats.commands import BuildMine, Draw, DrawAll, RecordDraw, SinkShaft, VoidDraw
from companion.games.roads_and_boats.view import picture
from tests.games.roads_and_boats.playing import Play


def card(play: Play, number: int = 7) -> dict[str, Any]:
    drawn: list[dict[str, Any]] = picture(play.state)["mines"]
    return next(each for each in drawn if each["number"] == number)


def filled(turn: int, colour: str, mixture: str, gold: int, iron: int) -> dict[str, Any]:
    return {
        "what": "filled", "turn": turn, "colour": colour, "mixture": mixture, "gold": gold, "iron": iron,
    }  # fmt: skip


def drew(turn: int, ore: str, *, by_hand: bool) -> dict[str, Any]:
    return {"what": "drawn", "turn": turn, "ore": ore, "by_hand": by_hand}


@pytest.mark.rule("RB-MINE-12")
def test_a_card_tells_builder_fillings_and_every_draw_that_counts_with_its_turn() -> None:
    play = Play()
    play.know("yellow", "new-shaft", "specialised-mine")
    play.to("building")
    play.do(BuildMine(7, "red", "standard"))
    play.to("production")
    play.do(Draw(7), VoidDraw(7, "two came out"), RecordDraw(7, "iron"))
    play.to("building")
    play.do(SinkShaft(7, "yellow", "gold"))
    play.correct(bag={"number": 7, "gold": 6, "iron": 2})
    play.to("production")
    play.do(Draw(7))
    ore = play.state.mines[0].drawn
    assert ore is not None
    assert card(play)["past"] == [
        filled(1, "red", "standard", 3, 3),
        drew(2, "iron", by_hand=True),
        filled(2, "yellow", "gold", 4, 0),
        {"what": "recounted", "turn": 2, "gold": -1, "iron": 0},
        drew(3, ore, by_hand=False),
    ]
    assert card(play)["left"] == 7


def test_a_bag_that_is_counted_again_and_again_is_one_change_a_turn_and_none_where_nothing_differs() -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True))
    first = card(play)["past"]
    for gold in (9, 1, 5) * 7:
        play.correct(bag={"number": 7, "gold": gold, "iron": 2})
    assert card(play)["past"] == [*first, {"what": "recounted", "turn": 1, "gold": 2, "iron": -1}]
    play.correct(bag={"number": 7, "gold": 3, "iron": 3})
    assert card(play)["past"] == first


@pytest.mark.rule("RB-MINE-08", "TV-RB-BAG-04")
def test_a_card_tells_how_long_a_mine_lasts_and_how_likely_each_ore_is_by_then() -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True), RecordDraw(7, "gold"))
    assert card(play)["left"] == 5
    assert card(play)["prospects"] == [
        {"draws": 1, "gold": 40, "iron": 60, "ore": None},
        {"draws": 2, "gold": 70, "iron": 90, "ore": None},
        {"draws": 3, "gold": 90, "iron": 100, "ore": None},
        {"draws": 4, "gold": 100, "iron": 100, "ore": None},
    ]
    play.correct(bag={"number": 7, "gold": 0, "iron": 0})
    assert (card(play)["left"], card(play)["prospects"]) == (0, [])


@given(st.integers(0, 99), st.integers(0, 99))
def test_what_is_merely_likely_is_never_called_certain(gold: int, iron: int) -> None:
    play = Play()
    play.do(BuildMine(7, "red", "standard", late=True))
    play.correct(bag={"number": 7, "gold": gold, "iron": iron})
    for each in card(play)["prospects"]:
        assert (each["gold"] == 100) == (iron < each["draws"])
        assert (each["gold"] == 0) == (gold == 0)


@pytest.mark.rule("RB-SOLO-04")
def test_alone_a_card_tells_what_comes() -> None:
    play = Play("red")
    play.do(BuildMine(7, "red", "standard", late=True))
    coming = [each["ore"] for each in card(play)["prospects"]]
    assert coming == ["gold", "iron", "gold", "iron"]
    play.do(DrawAll())
    assert card(play)["past"][-1] == drew(1, "gold", by_hand=False)


def test_who_takes_over_a_colour_takes_over_the_mines_built_with_it() -> None:
    play = Play("red", "blue")
    play.do(BuildMine(7, "blue", "standard", late=True))
    play.correct(players=[{"colour": "red"}, {"colour": "green"}])
    assert card(play)["past"][0]["colour"] == "green"
