"""About how many rounds are left: an estimate that follows what is used."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import End, Leave
from companion.games.la_strada.forecast import RoundsLeft, rounds_left
from tests.games.la_strada.playing import Play


def about(play: Play) -> int:
    left = rounds_left(play.state)
    assert left is not None
    return left.about


@pytest.mark.rule("LS-END-03", "LS-END-04")
def test_the_faster_merchants_go_the_fewer_rounds_are_left() -> None:
    slow, fast = Play("red", "grey", "black"), Play("red", "grey", "black")
    assert about(slow) == about(fast)
    for colonies in ((1, 2, 3), (4, 5, 6), (7, 8, 9)):
        fast.link(*colonies)
        fast.pass_on(3)
        slow.pass_on(3)
    assert rounds_left(fast.state) == RoundsLeft(2, "merchants", "red")
    assert about(slow) > about(fast)


@pytest.mark.rule("LS-END-04")
def test_tiles_may_be_what_runs_out_first() -> None:
    play = Play("red", "grey", "black", supply={"plains": 4, "forests": 0, "hills": 0})
    play.link(1, plains=3)
    assert rounds_left(play.state) == RoundsLeft(1, "tiles", "red")


@pytest.mark.rule("LS-2P-06")
def test_of_two_players_the_free_colonies_count() -> None:
    play = Play("grey", "red")
    left = rounds_left(play.state)
    assert left is not None
    assert (left.by, left.colour) == ("colonies", None)
    play.correct(option={"kinds": {"city": 1, "town": 0, "village": 0, "hamlet": 1}})
    assert about(play) == 1


@pytest.mark.rule("LS-END-01", "LS-END-03")
def test_a_player_who_left_brings_no_end_near() -> None:
    play = Play("red", "grey", "black", supply={"merchants": 2})
    play.link(1, 2)
    assert rounds_left(play.state) is None, "Red is known to end it"
    play.do(Leave("red"))
    assert rounds_left(play.state) == RoundsLeft(2, "merchants", "black")


@pytest.mark.rule("LS-END-01")
def test_where_the_end_is_known_or_has_come_nothing_is_estimated() -> None:
    play = Play("red", "grey", "black", supply={"merchants": 1})
    play.link(1)
    assert "ends-at-turn" in play.warned()
    assert rounds_left(play.state) is None
    play.do(End())
    assert "rounds_left" not in play.view().fields
