"""What the panel asks when somebody leaves or joins: who, what becomes of his things, and the end mark."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games import Choice, Command, Question
from companion.games.roads_and_boats import leaving, wonder
from companion.games.roads_and_boats.commands import Join, Leave
from companion.games.roads_and_boats.state import State, playing
from companion.games.roads_and_boats.words import Colour
from companion.games.screen import Screen
from companion.language.text import text


def coming_and_going(state: State) -> Iterator[Choice]:
    """The choice of the table page's list; none where nobody may leave or join."""
    choices = (*_leave(state), *_join(state))
    if choices:
        screen = Screen(text("display.leave-or-join"), (text("display.leave-or-join.means"),))
        yield Choice(screen, Question("leave-or-join", choices))


def _leave(state: State) -> Iterator[Choice]:
    for colour in leaving.may_leave(state):
        title = text("display.leaves", colour=colour)
        yield Choice(Screen(title, (text("display.leaves.means"),)), _board(state, colour))


def _join(state: State) -> Iterator[Choice]:
    gone = {seat.colour for seat in state.seats if seat.left}
    for colour in leaving.may_join(state):
        means = text("display.joins.back" if colour in gone else "display.joins.new")
        title = text("display.joins", colour=colour)
        then = _mark(state, f"joins-{colour}", +1, Join(colour), Join(colour, mark="follows"))
        yield Choice(Screen(title, (means,)), then)


def _board(state: State, colour: Colour) -> Question:
    """Whether his transporters stay where they are."""
    stays = Screen(text("display.board.stays"), (text("display.board.stays.means"),))
    cleared = Screen(text("display.board.cleared"), (text("display.board.cleared.means"),))
    return Question(
        f"board-{colour}",
        (
            Choice(stays, _leaves(state, colour, Leave(colour), Leave(colour, mark="follows"))),
            Choice(
                cleared,
                _leaves(state, colour, Leave(colour, "cleared"), Leave(colour, "cleared", "follows")),
            ),
        ),
    )


def _leaves(state: State, colour: Colour, stays: Leave, follows: Leave) -> Command | Question:
    return _mark(state, f"leaves-{colour}-{stays.board}", -1, stays, follows)


def _mark(state: State, name: str, change: int, stays: Command, follows: Command) -> Command | Question:
    """Whether the end mark follows the number of players, where it can (RB-WON-12)."""
    space = leaving.mark_after(state, change)
    if space is None:
        return stays
    players = len(playing(state)) + change
    present = (text("display.mark.space", space=wonder.ends_at(state)),)
    other = (text("display.mark.space", space=space), text("display.mark.players", count=players))
    return Question(
        f"mark-{name}",
        (
            Choice(Screen(text("display.mark.stays"), present), stays),
            Choice(Screen(text("display.mark.follows"), other), follows),
        ),
    )
