"""What the panel asks in the same way in several games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from companion.games import Choice, Command, LeaveIt, Question, asked_twice, is_careful
from companion.games.screen import Screen, token
from companion.language.text import Text, text

Then: TypeAlias = Command | Question
"""What taking a choice leads to."""


def what_now(choices: Iterable[Choice], end: Command, means: Text) -> Question:
    """A list of what a moment allows without a phone. end: ends the game, and is the last choice."""
    ends, sure = (Screen(text(f"display.{which}"), (means,)) for which in ("end-game", "end-sure"))
    every = (*choices, Choice(ends, asked_twice("end-game", play_on(), sure, end)))
    if is_careful(every[0]):  # a held button alone does not come to the end of the game
        every = (Choice(play_on(), LeaveIt()), *every)
    return Question("what-now", every)


def play_on() -> Screen:
    """That the game goes on: what is shown first where its end is asked for."""
    return Screen(text("display.play-on"), (text("display.play-on.means"),))


def no_list() -> Screen:
    """That Select, held, has nothing to list on this page."""
    return Screen(text("display.no-list"), (text("display.no-list.means"),))


def leave_or_join(
    leave: Mapping[str, Then], join: Mapping[str, Then], back: Iterable[str]
) -> Iterator[Choice]:
    """The choice of who leaves or joins; nothing where neither can be.

    leave, join: what each colour's choice leads to. back: the colours that somebody has left.
    """
    choices = (
        *(_who("leaves", "leaves.means", colour, then) for colour, then in leave.items()),
        *(
            _who("joins", "joins.back" if colour in back else "joins.new", colour, then)
            for colour, then in join.items()
        ),
    )
    if choices:
        screen = Screen(text("display.leave-or-join"), (text("display.leave-or-join.means"),))
        yield Choice(screen, Question("leave-or-join", choices))


def _who(does: str, means: str, colour: str, then: Then) -> Choice:
    title = text(f"display.{does}", token=token(colour), colour=colour)
    return Choice(Screen(title, (text(f"display.{means}"),)), then)


def stays_or_cleared(colour: str, stays: Then, cleared: Then) -> Question:
    """Whether what is a leaving player's stays on the board."""
    choices = (
        Choice(Screen(text(f"display.board.{what}"), (text(f"display.board.{what}.means"),)), then)
        for what, then in (("stays", stays), ("cleared", cleared))
    )
    return Question(f"board-{colour}", tuple(choices))
