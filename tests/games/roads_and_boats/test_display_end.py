"""The end on the display: who has won and what decided, of those who played to the end."""

from __future__ import annotations

from companion.games.roads_and_boats.commands import CountWealth, End, Leave
from companion.games.roads_and_boats.pictures import SHOWN_TIED, points_so_far, scores
from companion.games.roads_and_boats.words import COLOURS
from companion.language.picture import Band, Counts
from companion.language.text import Text, text
from tests.games.roads_and_boats.playing import Play

SIX = COLOURS[:6]


def counted(*gold: int) -> Play:
    """A game that is over: the first stands nearest the temple, and each carries so much gold."""
    row = SIX[: len(gold)]
    play = Play(*row, temple=list(row), more_players=True)
    play.do(End(), *[CountWealth(each, gold=n, coins=0, stock=0) for each, n in zip(row, gold, strict=True)])
    return play


def what_decided(play: Play) -> Band[Text]:
    return scores(play.view()).bands[1]


def test_more_than_there_is_room_for_are_seen_by_their_points_alone() -> None:
    assert SHOWN_TIED == 3
    play = counted(2, 2, 2, 2, 2, 2)
    assert len(what_decided(play).left) == 1
    (points,) = scores(play.view()).bands[2].left
    assert isinstance(points, Counts)
    assert [each.number for each in points.counts] == [20] * 5


def test_a_player_who_left_does_not_stand_beside_the_winner_with_more_points() -> None:
    play = Play("red", "blue", "green")
    play.do(CountWealth("green", gold=9, coins=0, stock=0), Leave("green", "stays", "stays"), End())
    play.do(*[CountWealth(each, gold=1, coins=0, stock=0) for each in ("red", "blue")])
    for picture in (scores(play.view()), points_so_far(play.view(), text("display.standings"))):
        (points,) = picture.bands[-1].left
        assert isinstance(points, Counts)
        assert "green" not in [each.colour for each in points.counts]
