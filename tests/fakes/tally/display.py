"""The box: what its display says, what it asks and what its buttons do."""

from __future__ import annotations

from companion.games import Answer, Choice, Page, Question
from companion.games.screen import Screen, named, token
from companion.language.text import text
from tests.fakes.tally import rules
from tests.fakes.tally.words import MOST, Add, State


def pages(state: State) -> tuple[Page, ...]:
    """One page: whose turn it is, and how far it is to the goal."""
    counter = text("display.counter", counter=state.counter, goal=state.goal)
    if rules.over(state):
        seat = rules.winner(state)
        return (Page("table", Screen(text("display.won", token=token(seat.colour)), (counter,))),)
    seat = rules.on_turn(state)
    return (Page("table", Screen(named(seat.colour, seat.name), (counter,), text("display.hint"))),)


def press(state: State, button: str) -> Answer:
    """Advance asks how much is added; a player's own button adds one at once."""
    if button == "advance":
        return _how_much(state)
    seat = next((each for each in state.seats if each.colour == button), None)
    return None if seat is None else Add(seat.colour, 1)


def no_bags() -> Screen:
    """What a tapped bag comes to in a game without any."""
    return Screen(text("panel.no-bags"), (text("panel.no-bags.means"),))


def _how_much(state: State) -> Question:
    """The panel leaves out what would be refused, and says why when nothing is left."""
    colour = rules.on_turn(state).colour
    choices = (
        Choice(
            Screen(text("display.add", by=by), (text("display.makes", counter=state.counter + by),)),
            Add(colour, by),
        )
        for by in range(1, MOST + 1)
    )
    return Question("how-much", tuple(choices))
