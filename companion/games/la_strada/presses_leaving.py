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
    """Choices of the table page's list; none where nobody may leave or join."""
    if leaving.may_leave(state):
        yield Choice(Screen(text("display.who-leaves"), (text("display.leaves.means"),)), _who_leaves(state))
    if leaving.may_join(state):
        yield Choice(Screen(text("display.who-joins"), (text("display.joins.means"),)), _who_joins(state))


def _who_leaves(state: State) -> Question:
    lines = (text("display.leaves.means"),)
    return Question(
        "who-leaves",
        tuple(
            Choice(Screen(text("display.leaves", token=token(colour), colour=colour), lines), _board(colour))
            for colour in leaving.may_leave(state)
        ),
    )


def _board(colour: Colour) -> Question:
    """Whether his merchants stay where they stand."""
    stays = Screen(text("display.board.stays"), (text("display.board.stays.means"),))
    cleared = Screen(text("display.board.cleared"), (text("display.board.cleared.means"),))
    return Question(
        f"board-{colour}", (Choice(stays, Leave(colour)), Choice(cleared, Leave(colour, "cleared")))
    )


def _who_joins(state: State) -> Question:
    gone = {seat.colour for seat in state.seats if seat.left}
    return Question(
        "who-joins",
        tuple(
            Choice(
                Screen(
                    text("display.joins", token=token(colour), colour=colour),
                    (text("display.joins.back" if colour in gone else "display.joins.new"),),
                ),
                Join(colour),
            )
            for colour in leaving.may_join(state)
        ),
    )
