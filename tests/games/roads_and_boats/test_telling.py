"""What Roads & Boats tells a broker: how far the wonder is, and when the end is in sight."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from companion.games.roads_and_boats import telling, wonder
from companion.games.roads_and_boats.commands import BuyBrick, End
from companion.games.roads_and_boats.state import State
from companion.games.telling import Far
from tests.games.roads_and_boats.playing import Play
from tests.games.roads_and_boats.states import states


@pytest.mark.rule("RB-WON-12")
def test_how_far_it_has_come_is_counted_in_bricks_up_to_the_end_mark() -> None:
    play = Play("red", "blue", neutral=200)
    ends_at = wonder.ends_at(play.state)
    assert telling.far(play.state) == Far(0, ends_at)
    play.to("wonder")
    play.do(BuyBrick("red", 2))
    assert telling.far(play.state) == Far(2, ends_at)
    told = telling.told(play.state)["bricks"]
    assert told == {"laid": 2, "left": ends_at - 2, "of": {"red": 2}}
    play.correct(bricks=[None] * (ends_at - 7))
    assert not telling.end_in_sight(play.state)
    play.correct(bricks=[None] * (ends_at - 6))
    assert telling.end_in_sight(play.state)


@pytest.mark.rule("RB-WON-14")
def test_the_end_is_in_sight_when_few_neutral_bricks_are_left() -> None:
    assert not telling.end_in_sight(Play("red", "blue", neutral=4).state)
    assert telling.end_in_sight(Play("red", "blue", neutral=3).state)
    play = Play("red", "blue", neutral=3)
    play.do(End())
    assert telling.told(play.state)["turns_left"] == 0


@settings(max_examples=25)
@given(states())
def test_of_every_state_something_can_be_told(state: State) -> None:
    far = telling.far(state)
    assert 0 <= far.done <= far.of
    assert far.of > 0
    assert telling.told(state)["bricks"]["left"] == far.of - far.done
    assert telling.end_in_sight(state) in {True, False}
