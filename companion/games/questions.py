"""Questions and screens that games share."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

from companion.games import Choice, Command, Decline, Question, confirmation, is_destructive
from companion.games.screen import Screen
from companion.language.text import Text, text

Then: TypeAlias = Command | Question
"""The result of a choice."""


def what_now(choices: Iterable[Choice], end: Command, means: Text) -> Question:
    """The actions that are possible without a phone. end: ends the game, the last choice."""
    ends, sure = (Screen(text(f"display.{which}"), (means,)) for which in ("end-game", "end-sure"))
    every = (*choices, Choice(ends, confirmation("end-game", play_on(), sure, end)))
    if is_destructive(every[0]):  # else a held button alone would end the game
        every = (Choice(play_on(), Decline()), *every)
    return Question("what-now", every)


def play_on() -> Screen:
    """The first choice before the end of a game: it goes on."""
    return Screen(text("display.play-on"), (text("display.play-on.means"),))


def no_list() -> Screen:
    """The screen for a held Select without actions."""
    return Screen(text("display.no-list"), (text("display.no-list.means"),))


def leave_or_join(
    leave: Mapping[str, Then], join: Mapping[str, Then], back: Iterable[str]
) -> Iterator[Choice]:
    """The choice of players to leave or join; nothing if there are none.

    leave, join: the result for each colour. back: colours that have left before.
    """
    choices = (
        *(_player_choice("leaves", "leaves.means", colour, then) for colour, then in leave.items()),
        *(
            _player_choice("joins", "joins.back" if colour in back else "joins.new", colour, then)
            for colour, then in join.items()
        ),
    )
    if choices:
        screen = Screen(text("display.leave-or-join"), (text("display.leave-or-join.means"),))
        yield Choice(screen, Question("leave-or-join", choices))


def _player_choice(does: str, means: str, colour: str, then: Then) -> Choice:
    title = text(f"display.{does}", colour=colour)
    return Choice(Screen(title, (text(f"display.{means}"),)), then)


def stays_or_cleared(colour: str, stays: Then, cleared: Then) -> Question:
    """Whether the pieces of a leaving player stay on the board."""
    choices = (
        Choice(Screen(text(f"display.board.{what}"), (text(f"display.board.{what}.means"),)), then)
        for what, then in (("stays", stays), ("cleared", cleared))
    )
    return Question(f"board-{colour}", tuple(choices))
