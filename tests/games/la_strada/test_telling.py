"""What La Strada tells a broker: what is used up most, and when the end is in sight."""

from __future__ import annotations

import pytest
from hypothesis import given, settings

from companion.games.la_strada import telling
from companion.games.la_strada.state import State
from companion.games.telling import Far
from tests.games.la_strada.playing import Play
from tests.games.la_strada.tables import states


@pytest.mark.rule("LS-END-03", "LS-END-04")
def test_how_far_it_has_come_is_what_is_used_up_most() -> None:
    play = Play("red", "grey", "black")
    assert telling.far(play.state) == Far(0, 12)
    play.link(1, 2, 3)
    assert telling.far(play.state) == Far(3, 12)
    scarce = Play("red", "grey", "black", supply={"plains": 4, "forests": 0, "hills": 0})
    scarce.link(1, plains=3)
    assert telling.far(scarce.state) == Far(3, 4)
    assert telling.told(scarce.state)["resources"]["red"] == scarce.state.seats[0].resources


@pytest.mark.rule("LS-END-01")
def test_the_end_is_in_sight_when_somebody_is_near_his_last_merchant() -> None:
    assert not telling.end_in_sight(Play("red", "grey", "black").state)
    assert telling.end_in_sight(Play("red", "grey", "black", supply={"merchants": 2}).state)


@settings(max_examples=25)
@given(states())
def test_of_every_state_something_can_be_told(state: State) -> None:
    far = telling.far(state)
    assert far is None or 0 <= far.done <= far.of > 0
    assert set(telling.told(state)["gold"]) == {seat.colour for seat in state.seats}
    assert telling.end_in_sight(state) in {True, False}
