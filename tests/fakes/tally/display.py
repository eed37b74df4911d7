"""The box: what its display says, what it asks and what its buttons do."""

from __future__ import annotations

from functools import partial

from companion.games import Answer, Choice, Page, Question
from companion.games.screen import Screen, named, no_bags, token
from companion.language.text import text
from tests.fakes.tally import rules
from tests.fakes.tally.view import View
from tests.fakes.tally.words import MOST, Add, State


def pages(view: View) -> tuple[Page, ...]:
    """One page, drawn when somebody looks at it."""
    return (Page("table", partial(_table, view.state)),)


def _table(state: State) -> Screen:
    """Whose turn it is, and how far it is to the goal."""
    counter = text("display.counter", counter=state.counter, goal=state.goal)
    if rules.over(state):
        return Screen(text("display.won", token=token(rules.winner(state).colour)), (counter,))
    seat = rules.on_turn(state)
    return Screen(named(seat.colour, seat.name), (counter,), text("display.hint"))


def question(_state: State) -> Question | None:
    """Nothing has to be answered before the game can go on."""
    return None


def press(state: State, _page: str, button: str, _held: bool) -> Answer:
    """Advance asks how much is added; a player's own button adds one at once."""
    if button == "advance":
        return _how_much(state)
    seat = next((each for each in state.seats if each.colour == button), None)
    return None if seat is None else Add(seat.colour, 1)


def outcome(_before: State, _after: State) -> Screen | None:
    """Nothing: the page shows what came of a press."""
    return None


def tap(state: State, bag: int) -> Answer:
    """What a tapped bag means: this game has none."""
    return tapped(state, bag)


def tapped(_state: State, _bag: int) -> Screen:
    """What the display says of a bag that was tapped."""
    return no_bags()


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
