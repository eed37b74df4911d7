"""A question that the panel has opened: what it is about, how it stands now, which of its choices would be
accepted. Pure.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.games import Answer, Choice, Command, LeaveIt, Question, Refused
from companion.games.screen import Screen
from companion.language.text import Text, text
from companion.panel.desk import Desk, Way, Where
from companion.table.play import StepTold

JUMP = 5
"""How many choices a held Select passes over in a long list."""
_LONG = 9
"""From how many choices on a list is long."""
STAYS = 20.0
"""Seconds after the last press for which what was asked for stays on the display."""
CODE_STAYS = 120.0
"""The same of a code to scan, and of a question to which somebody looks for a number."""


class Asking(msgspec.Struct, frozen=True):
    """A question that the panel opened.

    shown: the choice on the display. where: the game stood there when it was opened: it closes when that
    changes. steps: the undo and redo steps it is about, which must stay the same. lasts: seconds after the
    last press for which it stands. way: what the game answered with it, or with the one that led to it.
    """

    question: Question
    shown: int = 0
    where: Where | None = None
    steps: tuple[StepTold | None, StepTold | None] | None = None
    lasts: float = STAYS
    way: Way = None

    @property
    def choice(self) -> Choice:
        """The choice on the display."""
        return self.question.choices[self.shown]


def asked_now(
    question: Question, desk: Desk, *, about_steps: bool = False, lasts: float = STAYS, way: Way = None
) -> Asking:
    """Ask a question at this moment."""
    return Asking(question, 0, desk.where, desk.steps if about_steps else None, lasts, way)


def standing(asking: Asking, desk: Desk, *, anew: bool) -> Asking | Text:
    """The question as it stands now, without choices that have become impossible, or why it closes.

    It closes when another phase or another player's go has begun, when its step is no longer the same, and
    when the shown choice would be refused or says what is true no more: another one never slips under a
    finger that is about to say yes. anew: something was done since it was looked at last.
    """
    if asking.where != desk.where:
        return text("panel.closed.moment")
    if asking.steps is not None and asking.steps != desk.steps:
        return text("panel.closed.step")
    refused = refusal(asking.choice, desk)
    if refused is not None:
        return refused.said
    if anew and asking.way is not None:
        now = _asked_anew(asking, desk)
        if now is None:
            return text("panel.closed.moment")
        asking = now
    left = tuple(each for each in asking.question.choices if refusal(each, desk) is None)
    if len(left) == len(asking.question.choices):
        return asking
    shown = left.index(asking.choice)
    return replace(asking, question=replace(asking.question, choices=left), shown=shown)


def _asked_anew(asking: Asking, desk: Desk) -> Asking | None:
    """The question as the game asks it now, at the choice that is shown; None where it asks that no more."""
    now = _within(desk.answer(asking.way), asking.question.name)
    said = [] if now is None else [each.screen for each in now.choices]
    if now is None or asking.choice.screen not in said:
        return None
    return replace(asking, question=now, shown=said.index(asking.choice.screen))


def _within(answer: Answer | LeaveIt, name: str) -> Question | None:
    """The question of this name, or the one to which its choices lead."""
    if not isinstance(answer, Question):
        return None
    if answer.name == name:
        return answer
    found = (_within(each.then, name) for each in answer.choices)
    return next((each for each in found if each is not None), None)


def possible(question: Question, desk: Desk) -> Question | Text:
    """The question with the choices that would be accepted now, or why none would be."""
    refusals = [refusal(each, desk) for each in question.choices]
    left = tuple(each for each, no in zip(question.choices, refusals, strict=True) if no is None)
    if left:
        return replace(question, choices=left)
    first = next(no for no in refusals if no is not None)
    return first.said


def refusal(choice: Choice, desk: Desk) -> Refused | None:
    """Why taking a choice would lead to nothing now, or None when it would be accepted."""
    then = choice.then
    if isinstance(then, Command):
        return desk.refusal(then)
    first: Refused | None = None
    for each in then.choices:  # one that would be accepted is enough: a tree of many is not walked through
        if isinstance(each.then, LeaveIt):  # always accepted, and no reason to ask
            continue
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
    """The shown choice, with its place among all and what the buttons do, unless the choice says so itself,
    or has a code to scan: beside that there is no room.
    """
    screen = question.choices[shown].screen
    if screen.hint is not None or screen.qr is not None:
        return screen
    of = len(question.choices)
    if of == 1:
        return replace(screen, hint=text("panel.hint.yes"))
    return replace(screen, hint=text("panel.hint.next"), place=(shown + 1, of))
