"""What the panel asks when somebody leaves the game or joins it: who, and what becomes of his merchants."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import Choice, Question
from companion.games.la_strada import leaving
from companion.games.la_strada.commands import Join, Leave
from companion.games.la_strada.state import State
from companion.games.la_strada.words import Colour
from companion.games.screen import Screen, token
from companion.language.text import text


def coming_and_going(state: State) -> Iterator[Choice]:
    """The choice of the table page's list; none where nobody may leave or join."""
    choices = (*_leave(state), *_join(state))
    if choices:
        screen = Screen(text("display.leave-or-join"), (text("display.leave-or-join.means"),))
        yield Choice(screen, Question("leave-or-join", choices))


def _leave(state: State) -> Iterator[Choice]:
    for colour in leaving.may_leave(state):
        title = text("display.leaves", token=token(colour), colour=colour)
        yield Choice(Screen(title, (text("display.leaves.means"),)), _board(colour))


def _join(state: State) -> Iterator[Choice]:
    gone = {seat.colour for seat in state.seats if seat.left}
    for colour in leaving.may_join(state):
        means = text("display.joins.back" if colour in gone else "display.joins.new")
        title = text("display.joins", token=token(colour), colour=colour)
        yield Choice(Screen(title, (means,)), Join(colour))


def _board(colour: Colour) -> Question:
    """Whether his merchants stay where they stand."""
    stays = Screen(text("display.board.stays"), (text("display.board.stays.means"),))
    cleared = Screen(text("display.board.cleared"), (text("display.board.cleared.means"),))
    return Question(
        f"board-{colour}", (Choice(stays, Leave(colour)), Choice(cleared, Leave(colour, "cleared")))
    )
