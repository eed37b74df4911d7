"""The aid for what bricks cost if others buy first."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.roads_and_boats.commands import BuyBrick, Leave
from tests.games.roads_and_boats.asking import ask, refused
from tests.games.roads_and_boats.playing import Play


def in_the_wonder_phase(bricks: int, **options: Any) -> Play:
    play = Play("red", "blue", "yellow", neutral=80, **options)
    play.correct(bricks=[None] * bricks)
    play.to("wonder")
    return play


@pytest.mark.rule("RB-WON-06", "RB-WON-07", "RB-WON-08")
def test_if_blue_buys_two_first_the_third_costs_more_where_his_fill_the_fourth_row() -> None:
    state = in_the_wonder_phase(13).state
    then = ask("what-if", state, colour="red", bricks=3, before={"blue": 2})
    assert then == {"prices": [1, 2, 4], "total": 7, "otherwise": [1, 2, 3]}
    both = ask("what-if", state, colour="red", bricks=3, before={"blue": 2, "yellow": 2})
    assert both["prices"] == [2, 3, 4]


@pytest.mark.rule("RB-WON-07")
@pytest.mark.parametrize("filled", [0, 5, 17, 30])
def test_elsewhere_what_others_buy_changes_nothing(filled: int) -> None:
    then = ask("what-if", in_the_wonder_phase(filled).state, colour="red", bricks=3, before={"blue": 2})
    assert then["prices"] == then["otherwise"]


@pytest.mark.rule("RB-WON-07")
def test_nobody_who_has_left_buys_first() -> None:
    play = in_the_wonder_phase(13)
    play.do(Leave("blue"))
    said = refused("what-if", play.state, colour="red", bricks=3, before={"blue": 2})
    assert (said.code, said.rule) == ("has-left", "RB-SETUP-01")


@pytest.mark.rule("RB-WON-08")
def test_it_comes_true_at_the_table() -> None:
    play = in_the_wonder_phase(13)
    play.do(BuyBrick("red"))
    said = ask("what-if", play.state, colour="red", bricks=2, before={"blue": 2})
    play.do(BuyBrick("blue", 2))
    assert ask("bricks", play.state, colour="red", bricks=2)["prices"] == said["prices"] == [2, 4]


@pytest.mark.rule("RB-WON-08")
def test_with_the_base_fixed_at_the_start_of_the_phase_nobody_makes_it_dearer() -> None:
    state = in_the_wonder_phase(13, amb_08=True).state
    then = ask("what-if", state, colour="red", bricks=3, before={"blue": 6})
    assert then["prices"] == then["otherwise"] == [1, 2, 3]


def test_without_a_game_it_is_asked_with_what_lies() -> None:
    then = ask("what-if", filled=16, bricks=2, before={"blue": 1})
    assert (then["prices"], then["otherwise"]) == ([2, 3], [1, 3])
    assert ask("what-if", filled=16, bought=1, bricks=1)["prices"] == [2]


@pytest.mark.rule("RB-WON-12")
def test_more_than_there_is_room_for_is_refused_with_how_many_still_fit() -> None:
    state = in_the_wonder_phase(60).state
    no = refused("what-if", state, colour="red", bricks=3, before={"blue": 4})
    assert (no.code, no.rule, no.params) == ("too-many-bricks", "RB-WON-12", {"count": 2})
    assert ask("what-if", state, colour="red", bricks=2, before={"blue": 4})["prices"] == [2, 3]


def test_who_buys_is_not_among_those_who_buy_first_and_nobody_is_who_does_not_play() -> None:
    state = in_the_wonder_phase(0).state
    with pytest.raises(msgspec.ValidationError):
        ask("what-if", state, colour="red", bricks=1, before={"red": 1})
    no = refused("what-if", state, colour="red", bricks=1, before={"green": 1})
    assert (no.code, no.rule) == ("not-playing", "RB-SETUP-01")
