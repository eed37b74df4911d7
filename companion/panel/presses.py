"""What buttons and tags do: the panel they leave behind, and the command they give. Pure.

A press means what it would mean to a person who reads the display. Advance does what the last row says: away
from home it comes home and does nothing else. A player's own button always means that player. Select walks
through leaves, then pages or choices; Back goes the other way, says no, or held names the step that Advance
would then take back.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games import Answer, Choice, Command, LeaveIt, Question, is_careful
from companion.games.screen import Screen, no_bags
from companion.language.text import Text, text
from companion.panel.asking import CODE_STAYS, STAYS, Asking, asked_now, moved, possible
from companion.panel.bags import pairing
from companion.panel.box import box_list
from companion.panel.desk import Desk, Way
from companion.panel.homing import come_home, just_gone
from companion.panel.memory import (
    Notice,
    Panel,
    away,
    impossible,
    not_done,
    noticed,
    page,
    page_screen,
    passes,
    put,
    screen,
    settle,
)
from companion.panel.pages import JOIN, resume_list
from companion.parts import ButtonPressed, TagSeen, TagUnread
from companion.table.commands import Redo, Undo

WALKING = frozenset({"advance", "select", "back"})
SEEN = 2.0
"""Seconds after which a press under what the organiser says is that of somebody who has read it."""
_WRITTEN = 14
"""Signs that are shown of a text that is no tag: what is said of it fits on one leaf."""
HAND = 0.4
"""Seconds within which a hand that presses a button twice means one press: it does not do two things."""


def press(panel: Panel, desk: Desk, pressed: ButtonPressed) -> tuple[Panel, Command | None]:
    """What a press does to the panel, and what it wants done.

    A press on a dimmed display wakes it and acts: what stands there can still be read, and nobody at
    a table knows that a press was spent on waking. A press that finds its question just closed
    leaves the reason on the display and does nothing else. A hand that trembles does a thing once.
    """
    after, command = _pressed(panel, desk, pressed)
    if command is None:
        return settle(replace(after, acted=None), desk, pressed.at), None
    same = panel.version == desk.snapshot.version
    if same and panel.acted is not None and not pressed.held and _of_one_hand(panel.acted, pressed):
        return panel, None
    return replace(after, acted=pressed), command


def _of_one_hand(first: ButtonPressed, second: ButtonPressed) -> bool:
    return first.button == second.button and second.at - first.at < HAND


def _pressed(panel: Panel, desk: Desk, pressed: ButtonPressed) -> tuple[Panel, Command | None]:
    before = panel.asking
    panel = _touched(come_home(settle(panel, desk, pressed.at), desk, pressed.at), pressed.at)
    if panel.off or (before is not None and panel.asking is None):
        return panel, None
    if pressed.button == "advance" and just_gone(panel):  # it was meant for what stood there
        return panel, None
    if pressed.button == "back" and pressed.held:
        panel = replace(panel, notice=None, asking=None)
        return _ask(panel, desk, _steps(desk), about_steps=True), None
    if panel.notice is not None:
        panel, acts = _past_notice(panel, desk, panel.notice, pressed)
        if not acts:
            return panel, None
    for asked in (panel.asking, panel.damage, desk.question):
        if asked is not None and _answers(asked, pressed):
            return _answered(panel, desk, asked, pressed)
    return _pressed_on_page(replace(panel, asking=None), desk, pressed)


def tagged(panel: Panel, desk: Desk, seen: TagSeen) -> tuple[Panel, Command | None]:
    """What a tag does: a bag's is for the game, an unknown one is asked about."""
    panel = settle(panel, desk, seen.at)
    if panel.off or seen.again:
        return _looked_at_again(panel, desk, seen), None
    panel = _touched(panel, seen.at)
    panel = replace(panel, asking=None, notice=None)
    bag = desk.snapshot.own.bag(seen.tag)
    if bag is None:
        return _new_tag(panel, desk, seen.tag), None
    if desk.play is None:
        return not_done(panel, Screen(text("panel.bag", number=bag), (text("panel.bag.no-game"),))), None
    answer = desk.play.tap(bag)
    if isinstance(answer, Command):
        return put(panel, Notice(None, bag)), answer
    if isinstance(answer, Screen) and answer == desk.play.tapped(bag):
        return put(panel, Notice(None, bag)), None
    return _answer(panel, desk, answer, bag)


def unread(panel: Panel, desk: Desk, came: TagUnread) -> Panel:
    """The panel saying what a reader has written that is no tag. A question stays behind it."""
    panel = settle(panel, desk, came.at)
    if panel.off:
        return panel
    written = came.written if len(came.written) <= _WRITTEN else f"{came.written[: _WRITTEN - 3]}..."
    said = Screen(text("panel.unread"), (text("panel.unread.written", written=written),))
    return not_done(_touched(panel, came.at), said)


def _looked_at_again(panel: Panel, desk: Desk, seen: TagSeen) -> Panel:
    """The panel with a bag that was away for a moment only, unless it stands there, or something is asked."""
    bag = desk.snapshot.own.bag(seen.tag)
    shown = panel.notice is not None and panel.notice.bag == bag
    if bag is None or shown or desk.play is None or panel.off or panel.asking is not None:
        return panel
    return put(_touched(panel, seen.at), Notice(None, bag))


def _new_tag(panel: Panel, desk: Desk, tag: str) -> Panel:
    which = pairing(desk, tag)
    if which is None:
        return not_done(panel, no_bags())
    return _ask(panel, desk, which, lasts=CODE_STAYS)


def _touched(panel: Panel, at: float) -> Panel:
    """The panel with somebody's hand at it."""
    return replace(panel, active=max(panel.active, at), idle=0.0, touched=at, tells=False)


def _past_notice(panel: Panel, desk: Desk, notice: Notice, pressed: ButtonPressed) -> tuple[Panel, bool]:
    """The panel once a press has met the notice, and whether the press does more than that.

    Select turns to its next leaf, Back takes it away. News is in nobody's way: every other press does what it
    would do without it, and under what the organiser says every press. Else Advance comes home.
    """
    if pressed.button == "select" and _more_leaves(panel, desk):
        return replace(panel, leaf=panel.leaf + 1), False
    acts = passes(panel, desk, notice)
    panel = away(panel, notice, read=pressed.at - notice.at >= SEEN)
    if pressed.button not in WALKING:
        return panel, True
    if acts and (pressed.button != "back" or notice.news is not None):
        return panel, True
    return replace(panel, page="", leaf=0) if pressed.button == "advance" else panel, False


def _answers(asked: Asking | Question, pressed: ButtonPressed) -> bool:
    question = asked if isinstance(asked, Question) else asked.question
    return pressed.button in WALKING or (pressed.button == question.asks and not pressed.held)


def _answered(
    panel: Panel, desk: Desk, asked: Asking | Question, pressed: ButtonPressed
) -> tuple[Panel, Command | None]:
    question, shown = (asked, panel.shown) if isinstance(asked, Question) else (asked.question, asked.shown)
    shown %= len(question.choices)
    back = pressed.button == "back"
    if question.careful and pressed.held:
        return panel, None
    if back and (question.otherwise is not None or question.closes):
        return replace(panel, asking=None, leaf=0), question.otherwise
    if not back and pressed.button != "select":
        panel = replace(panel, asking=None, leaf=0, tells=asked is panel.asking)
        then = question.choices[shown].then
        if isinstance(then, LeaveIt):
            return _left(panel, asked), None
        return _answer(panel, desk, then, asked.way if isinstance(asked, Asking) else None)
    if not back and _more_leaves(panel, desk):
        return replace(panel, leaf=panel.leaf + 1), None
    return _moved_on(panel, asked, shown, pressed), None


def _left(panel: Panel, asked: Asking | Question) -> Panel:
    """The panel once a question was answered with no: what a start found begins anew."""
    return replace(panel, damage=replace(asked, shown=0)) if asked is panel.damage else panel


def _moved_on(panel: Panel, asked: Asking | Question, shown: int, pressed: ButtonPressed) -> Panel:
    """The panel with the next choice, or with Back the one before; what a start found begins anew first."""
    question, back = asked if isinstance(asked, Question) else asked.question, pressed.button == "back"
    if back and asked is panel.damage and panel.leaf:
        return replace(panel, leaf=0)
    turned_to = moved(shown, len(question.choices), back=back, held=pressed.held)
    while pressed.held and is_careful(question.choices[turned_to]) and turned_to != shown:
        turned_to = moved(turned_to, len(question.choices), back=back)
    shown = turned_to
    if isinstance(asked, Question):
        return replace(panel, shown=shown, leaf=0)
    turned = replace(asked, shown=shown)
    if asked is panel.damage:
        return replace(panel, damage=turned, leaf=0)
    return replace(panel, asking=turned, leaf=0)


def _pressed_on_page(panel: Panel, desk: Desk, pressed: ButtonPressed) -> tuple[Panel, Command | None]:
    here = page(panel, desk)
    name = here.name
    if pressed.button == "advance" and here is not desk.home:
        return replace(panel, page="", leaf=0), None
    if pressed.button == "back" or (pressed.button == "select" and not pressed.held):
        return _turned(panel, desk, -1 if pressed.button == "back" else +1), None
    if pressed.button == "select" and name == "box":
        return _ask(panel, desk, box_list(desk.known)), None
    if desk.play is not None:
        panel = replace(panel, tells=pressed.button != "advance")
        way = (name, pressed.button, pressed.held)
        return _answer(panel, desk, desk.play.press(*way), way)
    if pressed.button == "advance":
        earlier = resume_list(desk.earlier)
        # nothing to go on with: what a table needs then is the code to scan
        return (replace(panel, page=JOIN), None) if earlier is None else _answer(panel, desk, earlier)
    return panel, None


def _answer(panel: Panel, desk: Desk, answer: Answer, way: Way = None) -> tuple[Panel, Command | None]:
    """What an answer comes to. way: what the game gave it for, or the question that led to it."""
    match answer:
        case None:
            return panel, None
        case Screen():
            return noticed(panel, answer, way), None
        case Question():
            return _ask(panel, desk, answer, way=way), None
        case _:
            return panel, answer


def _ask(
    panel: Panel,
    desk: Desk,
    question: Question | None,
    *,
    about_steps: bool = False,
    lasts: float = STAYS,
    way: Way = None,
) -> Panel:
    if question is None:
        return impossible(panel, text("panel.nothing-to-undo"))
    now = possible(question, desk)
    if isinstance(now, Text):
        return impossible(panel, now)
    return replace(panel, asking=asked_now(now, desk, about_steps=about_steps, lasts=lasts, way=way), leaf=0)


def _steps(desk: Desk) -> Question | None:
    """Take the last step back? Select: do the one again that was taken back last?"""
    choices: list[Choice] = []
    for way, command, step in zip(("undo", "redo"), (Undo(), Redo()), desk.steps, strict=True):
        if step is not None:
            to = step.to
            said = step.said if to is None else text(f"panel.{way}.to", step=step.said, moment=to)
            choices.append(Choice(Screen(text(f"panel.{way}"), (said,)), command))
    return Question("steps", tuple(choices)) if choices else None


def _turned(panel: Panel, desk: Desk, by: int) -> Panel:
    """The next leaf or page, or the one before."""
    here = page(panel, desk)
    leaves = len(desk.leaves(page_screen(panel, desk)))
    leaf = min(panel.leaf, leaves - 1) + by
    if 0 <= leaf < leaves:
        return replace(panel, leaf=leaf)
    to = desk.pages[(desk.pages.index(here) + by) % len(desk.pages)]
    return replace(panel, page=to.name, leaf=0 if by > 0 else len(desk.leaves(desk.says(to))) - 1)


def _more_leaves(panel: Panel, desk: Desk) -> bool:
    return panel.leaf + 1 < len(desk.leaves(screen(panel, desk)))
