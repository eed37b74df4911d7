"""What the pages draw: the markets, what a link is worth to everyone, and what is open now."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from companion.games.la_strada import scoring
from companion.games.la_strada.commands import Connect
from tests.games.la_strada.playing import Play


@given(st.lists(st.integers(1, 19), max_size=12))
def test_what_a_link_was_forecast_to_bring_is_what_it_brings(visits: list[int]) -> None:
    play = Play("black", "grey", "red")
    for number in visits:
        before = {each.colour: each.total for each in scoring.scores(play.state)}
        view, who = play.view(), play.active
        linked = play.attempt(Connect(play.active, number, plains=1))
        if number not in view.open:
            assert linked is None
        elif linked is not None:
            told = {each.colour: each.after - each.before for each in view.joins(number, who)}
            after = {each.colour: each.total for each in scoring.scores(play.state)}
            assert after == {colour: gold + told.get(colour, 0) for colour, gold in before.items()}
        play.pass_on()
