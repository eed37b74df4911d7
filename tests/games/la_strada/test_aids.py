"""The table aids: what a road costs and how far resources go, and what a colony pays."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games import Refused
from companion.games.la_strada.commands import Leave
from companion.games.la_strada.state import State
from tests.games.la_strada.playing import GAME, Play


def ask(name: str, state: State | None = None, **fields: Any) -> dict[str, Any]:
    """Ask an aid; the answer as plain data."""
    aid = GAME.aids[name]
    answer = aid.answer(state, msgspec.convert(fields, aid.asks))
    assert isinstance(answer, aid.answers)
    plain: dict[str, Any] = msgspec.to_builtins(answer)
    return plain


def refused(name: str, state: State | None = None, **fields: Any) -> tuple[str, str | None, dict[str, Any]]:
    with pytest.raises(Refused) as no:
        ask(name, state, **fields)
    return no.value.code, no.value.rule, no.value.params


@pytest.mark.rule("LS-BUILD-01", "LS-TURN-04", "TV-LS-11")
@pytest.mark.parametrize(
    ("tiles", "left"), [({"hills": 1, "forests": 1}, 0), ({"forests": 2}, 1), ({"plains": 3}, 1)]
)
def test_a_road_is_priced_and_what_is_left_is_told(tiles: dict[str, Any], left: int) -> None:
    assert ask("road", resources=7, **tiles) == {"cost": 7 - left, "left": left}
    assert ask("road", **tiles) == {"cost": 7 - left}
    assert refused("road", resources=6 - left, **tiles)[:2] == ("too-dear", "LS-TURN-04")


@pytest.mark.rule("LS-TURN-04", "TV-LS-11")
def test_a_road_that_is_too_dear_is_refused() -> None:
    assert refused("road", resources=7, hills=2) == ("too-dear", "LS-TURN-04", {"cost": 8, "resources": 7})


@pytest.mark.rule("LS-END-05")
def test_a_road_that_nobody_can_ever_pay_is_refused_without_resources_too() -> None:
    assert ask("road", plains=5) == {"cost": 10}
    assert refused("road", plains=4, forests=1) == ("never-affordable", "LS-END-05", {"cost": 11, "most": 10})


@pytest.mark.rule("LS-BUILD-01", "TV-LS-12")
def test_how_many_tiles_of_one_terrain_resources_buy() -> None:
    most = {"plains": 5, "forests": 3, "hills": 2}
    left = {"plains": 0, "forests": 1, "hills": 2}
    assert ask("road", resources=10) == {"resources": 10, "most": most, "left": left}
    assert ask("road") == {"resources": 10, "most": most, "left": left}, "more than that nobody has"
    assert ask("road", resources=1)["most"] == {"plains": 0, "forests": 0, "hills": 0}


@pytest.mark.rule("LS-BUILD-11", "LS-TURN-04")
def test_in_a_game_resources_and_tiles_are_those_of_whose_turn_it_is() -> None:
    play = Play("red", "grey", "black")
    play.correct(supplies={"red": {"plains": 1}})
    state = play.state
    assert ask("road", state, hills=1) == {"cost": 4, "left": 2}
    assert refused("road", state, plains=2)[:2] == ("tiles-short", "LS-BUILD-11")
    assert refused("road", state, hills=2)[:2] == ("too-dear", "LS-TURN-04")
    assert ask("road", state)["most"] == {"plains": 1, "forests": 2, "hills": 1}
    assert ask("road", state)["left"] == {"plains": 4, "forests": 0, "hills": 2}
    assert ask("road", state, resources=10, plains=2) == {"cost": 4, "left": 6}, "a question of its own"
    assert refused("road", state, colour="grey", plains=1)[2] == {"cost": 2, "resources": 0}
    assert ask("road", state, colour="red", resources=9, hills=2) == {"cost": 8, "left": 1}
    assert refused("road", state, colour="yellow", plains=1)[:2] == ("not-playing", "LS-SETUP-03")


@pytest.mark.rule("LS-SCORE-01", "LS-SCORE-02", "LS-SCORE-03", "LS-SCORE-04", "LS-SCORE-05", "TV-LS-08")
@pytest.mark.parametrize(
    ("kind", "each"),
    [("hamlet", [2, 1, 0, 0]), ("village", [3, 2, 1, 0]), ("town", [4, 3, 2, 1]), ("city", [5, 4, 3, 2])],
)
def test_a_colony_pays_by_kind_and_merchants(kind: str, each: list[int]) -> None:
    for merchants, gold in enumerate(each, start=1):
        assert ask("colony", kind=kind, merchants=merchants) == {"each": gold, "total": merchants * gold}
    assert ask("colony", kind=kind) == {"each": each[0], "total": each[0]}


@pytest.mark.rule("LS-SCORE-01", "LS-MKT-03")
def test_a_colony_of_the_game_is_told_as_it_is_and_with_one_more() -> None:
    play = Play("red", "grey", "black", worth={"city": [9, 8, 7, 6]})
    assert ask("colony", play.state, number=1) == {
        "kind": "city", "merchants": 0, "each": 0, "total": 0, "more": {"each": 9, "total": 9},
    }  # fmt: skip
    play.link(1)
    play.pass_on()
    play.link(1)
    assert ask("colony", play.state, number=1)["more"] == {"each": 7, "total": 21}
    play.pass_on()
    play.link(1)
    assert ask("colony", play.state, number=1) == {
        "kind": "city", "merchants": 3, "each": 7, "total": 21, "more": None,
    }  # fmt: skip
    assert refused("colony", play.state, number=20)[:2] == ("no-such-colony", "LS-SETUP-02")
    assert refused("colony", number=1)[:2] == ("no-game-no-colonies", "LS-SETUP-02")


@pytest.mark.rule("LS-2P-05", "LS-2P-07")
def test_with_two_players_a_colony_holds_one_merchant_and_pays_its_best() -> None:
    play = Play("grey", "red")
    assert ask("colony", play.state, kind="town") == {"each": 4, "total": 4}
    assert refused("colony", play.state, kind="town", merchants=2)[:2] == ("one-merchant-in-all", "LS-2P-05")
    play.link(5)
    assert ask("colony", play.state, number=5) == {
        "kind": "town", "merchants": 1, "each": 4, "total": 4, "more": None,
    }  # fmt: skip


@pytest.mark.rule("LS-SCORE-01", "LS-MKT-02")
def test_linking_brings_something_to_who_has_left_only_where_his_merchants_stand() -> None:
    play = Play("red", "grey", "black", "yellow")
    play.link(15)
    play.do(Leave("red"), Leave("yellow"))
    there = ask("joining", play.state, number=15)["players"]
    assert [(each["colour"], each["then"]) for each in there] == [("grey", 1), ("red", 1), ("black", 0)]
    elsewhere = ask("joining", play.state, number=2)["players"]
    assert [each["colour"] for each in elsewhere] == ["grey", "black"]
    assert refused("joining", play.state, number=2, colour="red")[:2] == ("has-left", "LS-SETUP-03")


@pytest.mark.rule("LS-MKT-02")
def test_there_is_no_room_for_merchants_of_those_who_have_left() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.pass_on()
    play.link(1)
    assert ask("colony", play.state, number=1)["more"]
    play.do(Leave("black"))
    assert ask("colony", play.state, number=1)["more"] is None


@pytest.mark.rule("LS-SCORE-01", "LS-SCORE-06", "LS-MKT-03")
def test_what_joining_would_bring_is_told_for_each_player_before_it_is_done() -> None:
    play = Play("red", "grey", "black")
    for _ in range(2):
        play.link(15, 1)
        play.pass_on()
    assert ask("joining", play.state, number=15) == {
        "colour": "black",
        "kind": "hamlet",
        "merchant": True,
        "players": (
            {"colour": "black", "before": 0, "after": 0, "total": 0, "then": 0},
            {"colour": "red", "before": 1, "after": 0, "total": 5, "then": 4},
            {"colour": "grey", "before": 1, "after": 0, "total": 5, "then": 4},
        ),
    }
    city = ask("joining", play.state, number=2, colour="red")
    assert [(each["colour"], each["then"] - each["total"]) for each in city["players"]] == [
        ("red", 5), ("grey", 0), ("black", 0),
    ]  # fmt: skip
    assert refused("joining", play.state, number=1, colour="red")[:2] == ("already-linked", "LS-BUILD-08")
    assert refused("joining", play.state, number=20)[:2] == ("no-such-colony", "LS-SETUP-02")
    assert refused("joining", play.state, number=2, colour="yellow")[:2] == ("not-playing", "LS-SETUP-03")
    assert refused("joining", number=1)[:2] == ("no-game-no-colonies", "LS-SETUP-02")


@pytest.mark.rule("LS-2P-05", "LS-MKT-05")
def test_of_two_players_joining_the_others_colony_brings_no_gold_and_needs_no_merchant() -> None:
    play = Play("grey", "red", supply={"merchants": 1})
    play.link(1)
    play.pass_on()
    answer = ask("joining", play.state, number=1)
    assert (answer["merchant"], [each["then"] for each in answer["players"]]) == (False, [0, 5])
    assert refused("joining", play.state, number=2, colour="red")[:2] == ("no-merchant", "LS-MKT-05")


@pytest.mark.parametrize(
    ("name", "fields"),
    [
        ("joining", {}), ("joining", {"number": 0}),
        ("colony", {}), ("colony", {"merchants": 1}), ("colony", {"number": 1, "kind": "city"}),
        ("colony", {"number": 1, "merchants": 1}), ("colony", {"kind": "city", "merchants": 5}),
        ("road", {"plains": 10}), ("road", {"resources": 11}), ("road", {"mountains": 1}),
    ],
)  # fmt: skip
def test_what_says_too_little_or_too_much_is_no_question(name: str, fields: dict[str, Any]) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(fields, GAME.aids[name].asks)
