"""The reducer of the panel's input: state + press or tag -> state + command. Pure.

A press means what the display says. Advance does what the last row says: away from home it leads home and
does nothing else. A player's button always acts for that player. Select walks through frames, then pages or
choices; Back goes the other way, refuses, or held opens the question about undo and redo.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Answer, Choice, Command, Decline, Question, is_destructive
from companion.games.screen import Screen, no_bags
from companion.language.text import Text, text
from companion.panel.box import box_question
from companion.panel.context import PanelContext, Trigger
from companion.panel.pages import JOIN, pairing_question, resume_question
from companion.panel.questions import (
    CODE_TIMEOUT,
    TIMEOUT,
    OpenQuestion,
    next_choice,
    open_question,
    without_refused,
)
from companion.panel.state import (
    Notice,
    PanelState,
    current_page,
    current_screen,
    dismiss,
    lets_presses_through,
    page_screen,
    refresh,
    show_not_done,
    show_notice,
    show_refusal,
    show_screen,
)
from companion.panel.timeouts import expire, just_expired
from companion.parts import ButtonPressed, TagSeen, TagUnread
from companion.table.commands import Redo, Undo

PANEL_BUTTONS = frozenset({"advance", "select", "back"})
READ_AFTER = 2.0
"""Seconds after which a press that dismisses a message counts as having read it."""
_MAX_WRITTEN = 14
"""Signs shown of a text that is no tag; more would not fit one frame."""
DOUBLE_PRESS = 0.4
"""Seconds within which a second press of the same button is a bounce of the finger."""


def press(
    state: PanelState, context: PanelContext, pressed: ButtonPressed
) -> tuple[PanelState, Command | None]:
    """Handle a press; return the state and the command to perform.

    A press on a dimmed display wakes it and acts. A press that finds its question just closed shows why and
    does nothing else.
    """
    after, command = _pressed(state, context, pressed)
    if command is None:
        return refresh(replace(after, last_press=None), context, pressed.at), None
    same = state.version == context.snapshot.version
    if same and state.last_press is not None and not pressed.held and _is_double(state.last_press, pressed):
        return state, None
    return replace(after, last_press=pressed), command


def _is_double(first: ButtonPressed, second: ButtonPressed) -> bool:
    return first.button == second.button and second.at - first.at < DOUBLE_PRESS


def _pressed(
    state: PanelState, context: PanelContext, pressed: ButtonPressed
) -> tuple[PanelState, Command | None]:
    before, asked_before = state.question, state.game_question
    state = _with_input(expire(refresh(state, context, pressed.at), context, pressed.at), pressed.at)
    is_unread = context.play is None and state.game_question not in {"", asked_before}
    if state.shutting_down or is_unread or (before is not None and state.question is None):
        return state, None
    if pressed.button == "back" and pressed.held:
        state = replace(state, notice=None, question=None)
        return _ask(state, context, _steps_question(context), about_steps=True), None
    if pressed.button in PANEL_BUTTONS and just_expired(state):  # it was meant for what stood there
        return state, None
    if state.notice is not None:
        state, acts = _press_on_notice(state, context, state.notice, pressed)
        if not acts:
            return state, None
    for asked in (state.question, state.damage, context.question):
        if asked is not None and _is_answer(asked, pressed):
            return _press_on_question(state, context, asked, pressed)
    return _press_on_page(replace(state, question=None), context, pressed)


def tag_seen(state: PanelState, context: PanelContext, seen: TagSeen) -> tuple[PanelState, Command | None]:
    """Handle a tag: a known bag goes to the game, an unknown tag opens the pairing question."""
    state = refresh(state, context, seen.at)
    if state.shutting_down or seen.again:
        return _show_bag_again(state, context, seen), None
    state = _with_input(state, seen.at)
    state = replace(state, question=None, notice=None)
    bag = context.snapshot.box_state.bag(seen.tag)
    if bag is None:
        return _ask_for_bag(state, context, seen.tag), None
    if context.play is None:
        return show_not_done(state, Screen(text("panel.bag", number=bag), (text("panel.bag.no-game"),))), None
    answer = context.play.tap(bag)
    if isinstance(answer, Command):
        return show_notice(state, Notice(None, bag)), answer
    if isinstance(answer, Screen) and answer == context.play.tapped(bag):
        return show_notice(state, Notice(None, bag)), None
    return _show_answer(state, context, answer, bag)


def tag_unread(state: PanelState, context: PanelContext, came: TagUnread) -> PanelState:
    """Show a text that a reader wrote and that is no tag. A question stays behind the notice."""
    state = refresh(state, context, came.at)
    if state.shutting_down:
        return state
    written = came.written if len(came.written) <= _MAX_WRITTEN else f"{came.written[: _MAX_WRITTEN - 3]}..."
    screen = Screen(text("panel.unread"), (text("panel.unread.written", written=written),))
    return show_not_done(_with_input(state, came.at), screen)


def _show_bag_again(state: PanelState, context: PanelContext, seen: TagSeen) -> PanelState:
    """Show a bag that left the reader for a moment, unless it is shown already or something is asked."""
    bag = context.snapshot.box_state.bag(seen.tag)
    shown = state.notice is not None and state.notice.bag == bag
    if bag is None or shown or context.play is None or state.shutting_down or state.question is not None:
        return state
    return show_notice(_with_input(state, seen.at), Notice(None, bag))


def _ask_for_bag(state: PanelState, context: PanelContext, tag: str) -> PanelState:
    which = pairing_question(context.snapshot, tag)
    if which is None:
        return show_not_done(state, no_bags())
    return _ask(state, context, which, timeout=CODE_TIMEOUT)


def _with_input(state: PanelState, at: float) -> PanelState:
    return replace(
        state, last_activity=max(state.last_activity, at), idle=0.0, last_input=at, announces=False
    )


def _press_on_notice(
    state: PanelState, context: PanelContext, notice: Notice, pressed: ButtonPressed
) -> tuple[PanelState, bool]:
    """The state once a press has met the notice, and whether the press goes on to what lies under it.

    Select turns to the notice's next frame, Back dismisses it, Advance leads home. A press goes on through a
    transient notice, except Back, and through every message of the organiser.
    """
    if pressed.button == "select" and _has_more_frames(state, context):
        return replace(state, frame=state.frame + 1), False
    acts = lets_presses_through(state, context, notice)
    state = dismiss(state, notice, read=pressed.at - notice.shown_at >= READ_AFTER)
    if pressed.button not in PANEL_BUTTONS:
        return state, True
    if acts and (pressed.button != "back" or notice.message is not None):
        return state, True
    return replace(state, page="", frame=0) if pressed.button == "advance" else state, False


def _is_answer(asked: OpenQuestion | Question, pressed: ButtonPressed) -> bool:
    question = asked if isinstance(asked, Question) else asked.question
    return pressed.button in PANEL_BUTTONS or (pressed.button == question.player and not pressed.held)


def _press_on_question(
    state: PanelState, context: PanelContext, asked: OpenQuestion | Question, pressed: ButtonPressed
) -> tuple[PanelState, Command | None]:
    question, shown = (
        (asked, state.game_choice) if isinstance(asked, Question) else (asked.question, asked.choice_index)
    )
    shown %= len(question.choices)
    back = pressed.button == "back"
    if question.destructive and pressed.held:
        return state, None
    if back and (question.on_back is not None or question.closes):
        before = asked.before if isinstance(asked, OpenQuestion) else None
        return replace(state, question=before, frame=0), question.on_back
    if not back and pressed.button != "select":
        opened = state.question if asked is state.question else None
        state = replace(state, question=None, frame=0, announces=opened is not None)
        then = question.choices[shown].then
        if isinstance(then, Decline):
            return _after_no(state, asked), None
        trigger = None if opened is None else opened.trigger
        return _show_answer(state, context, then, trigger, opened)
    if not back and _has_more_frames(state, context):
        return replace(state, frame=state.frame + 1), None
    return _turn_choice(state, asked, shown, pressed), None


def _after_no(state: PanelState, asked: OpenQuestion | Question) -> PanelState:
    """The state after a refusal; the question about damage begins again at its first choice."""
    return replace(state, damage=replace(asked, choice_index=0)) if asked is state.damage else state


def _turn_choice(
    state: PanelState, asked: OpenQuestion | Question, shown: int, pressed: ButtonPressed
) -> PanelState:
    """The state with the next choice, or the one before. Back returns to the damage's first frame first."""
    question, back = asked if isinstance(asked, Question) else asked.question, pressed.button == "back"
    if back and asked is state.damage and state.frame:
        return replace(state, frame=0)
    turned_to = next_choice(shown, len(question.choices), back=back, held=pressed.held)
    while pressed.held and is_destructive(question.choices[turned_to]) and turned_to != shown:
        turned_to = next_choice(turned_to, len(question.choices), back=back)
    shown = turned_to
    if isinstance(asked, Question):
        return replace(state, game_choice=shown, frame=0)
    turned = replace(asked, choice_index=shown)
    if asked is state.damage:
        return replace(state, damage=turned, frame=0)
    return replace(state, question=turned, frame=0)


def _press_on_page(
    state: PanelState, context: PanelContext, pressed: ButtonPressed
) -> tuple[PanelState, Command | None]:
    here = current_page(state, context)
    name = here.name
    if pressed.button == "advance" and here is not context.home:
        return replace(state, page="", frame=0), None
    if pressed.button == "back" or (pressed.button == "select" and not pressed.held):
        return _turn_page(state, context, -1 if pressed.button == "back" else +1), None
    if pressed.button == "select" and name == "box":
        return _ask(state, context, box_question(context.status)), None
    if context.play is not None:
        state = replace(state, announces=pressed.button != "advance")
        way = (name, pressed.button, pressed.held)
        return _show_answer(state, context, context.play.press(*way), way)
    if pressed.button == "advance":
        earlier = resume_question(context.unfinished)
        # nothing to go on with: what a table needs then is the code to scan
        return (replace(state, page=JOIN), None) if earlier is None else _show_answer(state, context, earlier)
    return state, None


def _show_answer(
    state: PanelState,
    context: PanelContext,
    answer: Answer,
    trigger: Trigger = None,
    before: OpenQuestion | None = None,
) -> tuple[PanelState, Command | None]:
    """Show a game's answer, or return its command. trigger: what the game answered. before: the question that
    led to it.
    """
    match answer:
        case None:
            return state, None
        case Screen():
            return show_screen(state, answer, trigger), None
        case Question():
            return _ask(state, context, answer, trigger=trigger, before=before), None
        case _:
            return state, answer


def _ask(
    state: PanelState,
    context: PanelContext,
    question: Question | None,
    *,
    about_steps: bool = False,
    timeout: float = TIMEOUT,
    trigger: Trigger = None,
    before: OpenQuestion | None = None,
) -> PanelState:
    if question is None:
        return show_refusal(state, text("panel.nothing-to-undo"))
    now = without_refused(question, context)
    if isinstance(now, Text):
        return show_refusal(state, now)
    return replace(
        state,
        question=open_question(
            now, context, about_steps=about_steps, timeout=timeout, trigger=trigger, before=before
        ),
        frame=0,
    )


def _steps_question(context: PanelContext) -> Question | None:
    """Undo the last step? Its second choice: redo the one undone last."""
    choices: list[Choice] = []
    for way, command, step in zip(("undo", "redo"), (Undo(), Redo()), context.steps, strict=True):
        if step is not None:
            to = step.moment
            line = step.sentence if to is None else text(f"panel.{way}.to", step=step.sentence, moment=to)
            choices.append(Choice(Screen(text(f"panel.{way}"), (line,)), command))
    return Question("steps", tuple(choices)) if choices else None


def _turn_page(state: PanelState, context: PanelContext, by: int) -> PanelState:
    """The next frame or page, or the one before."""
    here = current_page(state, context)
    count = len(context.frames(page_screen(state, context)))
    frame = min(state.frame, count - 1) + by
    if 0 <= frame < count:
        return replace(state, frame=frame)
    to = context.pages[(context.pages.index(here) + by) % len(context.pages)]
    return replace(
        state, page=to.name, frame=0 if by > 0 else len(context.frames(context.page_screen(to))) - 1
    )


def _has_more_frames(state: PanelState, context: PanelContext) -> bool:
    return state.frame + 1 < len(context.frames(current_screen(state, context)))
