"""A question on the display: which choice is shown, and how long it stands. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games import Choice, Command, Question, Refused
from companion.games.screen import Screen, Text, text
from companion.panel.desk import Desk, NewCode, ShutDown

JUMP = 5
"""How many choices a held Select passes over in a long list."""
_LONG = 9


class Asking(msgspec.Struct, frozen=True):
    """A question that the panel opened.

    shown: the choice on the display. game, moment: where the game stood when it was opened: it closes
    when that changes. step: the undo or redo step it is about, which must stay the same.
    """

    question: Question
    shown: int = 0
    game: str | None = None
    moment: Text | None = None
    steps: tuple[Mapping[str, Any] | None, ...] | None = None

    @property
    def choice(self) -> Choice:
        """The choice on the display."""
        return self.question.choices[self.shown]


def opened(question: Question, desk: Desk, *, about_steps: bool = False) -> Asking:
    """Ask a question at this moment."""
    return Asking(question, 0, desk.body.get("id"), desk.moment, steps_of(desk) if about_steps else None)


def steps_of(desk: Desk) -> tuple[Mapping[str, Any] | None, ...]:
    """What undo and redo would do, to notice when that becomes something else."""
    return (desk.step("undo"), desk.step("redo"))


def standing(asking: Asking, desk: Desk) -> Asking | Text:
    """The question as it stands now, without choices that have become impossible, or why it closes.

    It closes when another phase has begun, when its step is no longer the same, and when the shown
    choice would be refused: another one never slips under a finger that is about to say yes.
    """
    if (asking.game, asking.moment) != (desk.body.get("id"), desk.moment):
        return text("panel.closed.moment")
    if asking.steps is not None and asking.steps != steps_of(desk):
        return text("panel.closed.step")
    refused = refusal(asking.choice, desk)
    if refused is not None:
        return said(refused)
    left = tuple(each for each in asking.question.choices if refusal(each, desk) is None)
    if len(left) == len(asking.question.choices):
        return asking
    shown = left.index(asking.choice)
    return replace(asking, question=replace(asking.question, choices=left), shown=shown)


def possible(question: Question, desk: Desk) -> Question | Text:
    """The question with the choices that would be accepted now, or why none would be."""
    refusals = [refusal(each, desk) for each in question.choices]
    left = tuple(each for each, no in zip(question.choices, refusals, strict=True) if no is None)
    if left:
        return replace(question, choices=left)
    first = next(no for no in refusals if no is not None)
    return said(first)


def refusal(choice: Choice, desk: Desk) -> Refused | None:
    """Why taking a choice would lead to nothing now, or None when it would be accepted."""
    then = choice.then
    if isinstance(then, Command):
        return None if isinstance(then, NewCode | ShutDown) else desk.would_refuse(then)
    first: Refused | None = None
    for each in then.choices:  # one that would be accepted is enough: a tree of many is not walked through
        refused = refusal(each, desk)
        if refused is None:
            return None
        first = first or refused
    return first


def moved(shown: int, choices: int, *, back: bool = False, held: bool = False) -> int:
    """The next choice, the one before, or with a held button one further on in a long list."""
    step = JUMP if held and choices >= _LONG else 1
    return (shown + (-step if back else step)) % choices


def asked_screen(question: Question, shown: int) -> Screen:
    """The shown choice, with what the buttons do unless the choice says so itself."""
    screen = question.choices[shown].screen
    if screen.hint is not None:
        return screen
    of = len(question.choices)
    hint = text("panel.hint.yes") if of == 1 else text("panel.hint.next", number=shown + 1, of=of)
    return replace(screen, hint=hint)


def said(refused: Refused) -> Text:
    """A refusal as a sentence."""
    return Text(f"refused.{refused.code}", refused.params, refused.system)
