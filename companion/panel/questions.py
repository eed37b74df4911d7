"""A question that the panel has opened: choices that would be accepted, and whether it still holds. Pure."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.games import Answer, Choice, Command, Decline, Question, Refused
from companion.games.screen import Screen
from companion.language.text import Text, text
from companion.panel.context import GamePosition, PanelContext, Trigger
from companion.table.snapshot import UndoStep

JUMP = 5
"""Choices that a held Select passes over in a long list."""
_LONG_LIST = 9
"""Choices from which a list is long."""
TIMEOUT = 20.0
"""Seconds after the last press for which a notice or a question stands."""
CODE_TIMEOUT = 120.0
"""The same of a QR code, and of a question for which a number has to be looked up."""


class OpenQuestion(msgspec.Struct, frozen=True):
    """A question on the display."""

    question: Question
    choice_index: int = 0
    """The choice on the display."""
    position: GamePosition | None = None
    """The game when it was opened: it closes when that changes."""
    steps: tuple[UndoStep | None, UndoStep | None] | None = None
    """The undo and redo steps that it is about; it closes when they change."""
    timeout: float = TIMEOUT
    """Seconds after the last press."""
    trigger: Trigger = None
    """What the game answered with it, or with the question before it."""
    before: OpenQuestion | None = None
    """The question that led to it; Back returns there."""

    @property
    def choice(self) -> Choice:
        """The choice on the display."""
        return self.question.choices[self.choice_index]


def open_question(
    question: Question,
    context: PanelContext,
    *,
    about_steps: bool = False,
    timeout: float = TIMEOUT,
    trigger: Trigger = None,
    before: OpenQuestion | None = None,
) -> OpenQuestion:
    """Open a question at this moment."""
    return OpenQuestion(
        question, 0, context.position, context.steps if about_steps else None, timeout, trigger, before
    )


def revalidate(opened: OpenQuestion, context: PanelContext, *, changed: bool) -> OpenQuestion | Text:
    """The question without choices that have become impossible, or why it closes.

    It closes when phase, turn or step have changed, and when the choice on the display would be refused or
    has other words: a different choice never appears under a finger about to confirm.

    changed: there are new entries since the last look.
    """
    if opened.position != context.position:
        return text("panel.closed.moment")
    if opened.steps is not None and opened.steps != context.steps:
        return text("panel.closed.step")
    refused = refusal(opened.choice, context)
    if refused is not None:
        return refused.message
    if changed and opened.trigger is not None:
        now = _asked_again(opened, context)
        if now is None:
            return text("panel.closed.moment")
        opened = now
    left = tuple(each for each in opened.question.choices if refusal(each, context) is None)
    if len(left) == len(opened.question.choices):
        return opened
    shown = left.index(opened.choice)
    return replace(opened, question=replace(opened.question, choices=left), choice_index=shown)


def _asked_again(opened: OpenQuestion, context: PanelContext) -> OpenQuestion | None:
    """The question as the game asks it now, at the same choice; None where it is not asked any more."""
    now = _find(context.answer(opened.trigger), opened.question.name)
    screens = [] if now is None else [each.screen for each in now.choices]
    if now is None or opened.choice.screen not in screens:
        return None
    return replace(opened, question=now, choice_index=screens.index(opened.choice.screen))


def _find(answer: Answer | Decline, name: str) -> Question | None:
    """The question of this name, or the one to which its choices lead."""
    if not isinstance(answer, Question):
        return None
    if answer.name == name:
        return answer
    found = (_find(each.then, name) for each in answer.choices)
    return next((each for each in found if each is not None), None)


def without_refused(question: Question, context: PanelContext) -> Question | Text:
    """The question with the choices that would be accepted now, or why none would be."""
    refusals = [refusal(each, context) for each in question.choices]
    left = tuple(each for each, no in zip(question.choices, refusals, strict=True) if no is None)
    if left:
        return replace(question, choices=left)
    first = next(no for no in refusals if no is not None)
    return first.message


def refusal(choice: Choice, context: PanelContext) -> Refused | None:
    """Why a choice would be refused now, or None."""
    then = choice.then
    if isinstance(then, Command):
        return context.refusal(then)
    first: Refused | None = None
    for each in then.choices:  # the first accepted one is enough
        if isinstance(each.then, Decline):  # always accepted, but no reason to ask
            continue
        refused = refusal(each, context)
        if refused is None:
            return None
        first = first or refused
    return first


def next_choice(shown: int, choices: int, *, back: bool = False, held: bool = False) -> int:
    """Index of the next choice, or the one before; held: `JUMP` further in a long list."""
    step = JUMP if held and choices >= _LONG_LIST else 1
    return (shown + (-step if back else step)) % choices


def question_screen(question: Question, shown: int) -> Screen:
    """The choice with its number and hint, unless it has a hint of its own, or a QR code, which leaves no
    room.
    """
    screen = question.choices[shown].screen
    if screen.hint is not None or screen.qr is not None:
        return screen
    of = len(question.choices)
    if of == 1:
        return replace(screen, hint=text("panel.hint.yes"))
    return replace(screen, hint=text("panel.hint.next"), position=(shown + 1, of))
