"""What others do is announced: by phone, while nobody presses anything here. Pure.

What moves the game on needs no words: the home page shows who acts. The rest is said for some seconds, and a
draw is shown as one that was made here. Neither hides a question. Of several things between two looks a draw
is shown, else how many they were and the last.

What the organiser of an event says is shown at once too, and comes again until somebody has had time to read
it. It hides no question and takes no press, and what somebody reads gives way to it a little sooner.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.screen import Screen
from companion.language.text import text
from companion.panel.asking import CODE_STAYS, STAYS
from companion.panel.calling import PAGE, News, news
from companion.panel.caretaking import phone_asks, phone_types
from companion.panel.confirming import phone_wants
from companion.panel.desk import Desk
from companion.panel.keeper import Known
from companion.panel.memory import PASSES, Notice, Panel, asks, away, by_whom, put, screen, settle
from companion.panel.pages import joins
from companion.panel.wifi import opened
from companion.table.play import StepTold

AT_ONCE = 0.5
"""Seconds in which what a press has crossed is there again as if it had never gone: else whoever presses on
and on would never come past it."""
PIECE = 7.0
"""Seconds for which a part of the organiser's notice stands that another part follows."""


def heard(panel: Panel, before: Desk | None, desk: Desk, at: float) -> Panel:
    """The panel before the present snapshot, with what others did since the last one.

    before: the desk of that one; None where nobody has looked yet.
    """
    settled = settle(panel, desk, at)
    told = None if before is None else _of_the_box(settled, before, desk)
    if told is not None:
        return put(settled, told)
    if before is None or before.snapshot.version != panel.version or before.game != desk.game:
        return settled
    if panel.version == desk.snapshot.version or settled.off or asks(settled, desk):
        return settled
    told = _told(before, desk)
    if told is None or (told.lasts < STAYS and (_of_organiser(settled) or not _may_pass(settled, desk))):
        return settled
    return put(settled, told)


def organiser_says(panel: Panel, desk: Desk, at: float) -> Panel:
    """The panel with what the organiser says, where there is room for it, and without what holds no more."""
    every, notice = _news(desk), panel.notice
    if notice is not None and notice.news is not None and notice.news not in every:
        panel = away(panel, notice, read=False)
        notice = None
    if panel.page == PAGE and PAGE not in desk.named:  # who was about to come home is there
        panel = replace(panel, page="", leaf=0, gone=at)
    fresh = _unread(panel, every)
    if fresh is None or panel.off or asks(panel, desk):
        return panel
    if notice is not None and (notice.news is not None or notice.of_parts or not notice.passing):
        return panel
    lasts = PIECE if fresh.more else STAYS
    said = Notice(fresh.screen, passing=True, lasts=lasts, news=fresh)
    crossed = panel.crossed
    panel = put(replace(panel, time=at, active=max(panel.active, at), crossed=None), said)
    if crossed is None or crossed[0] != fresh.key or at - crossed[2] > AT_ONCE or panel.notice is None:
        return panel
    return replace(panel, notice=replace(panel.notice, at=crossed[1]))


def organiser_waits(panel: Panel, desk: Desk) -> bool:
    """Whether the organiser says something that the notice on the display keeps from being seen."""
    if _of_organiser(panel) or asks(panel, desk):
        return False
    return _unread(panel, _news(desk)) is not None


def _news(desk: Desk) -> tuple[News, ...]:
    known = desk.known.organiser
    return () if known is None else news(known, desk.known.broker)


def _unread(panel: Panel, every: tuple[News, ...]) -> News | None:
    return next((each for each in every if each.key not in panel.read), None)


def _of_organiser(panel: Panel) -> bool:
    """Whether what stands there is what the organiser says."""
    return panel.notice is not None and panel.notice.news is not None


def _of_the_box(panel: Panel, before: Desk, desk: Desk) -> Notice | None:
    """What phones ask of the box, unless a code is being read; its own Wi-Fi once it is open; its address
    once it has joined another; and over whatever there is a number to type: without buttons nobody could ask
    for it.
    """
    if _may_say(panel, desk):
        told = _in_passing_of_the_box(panel, before, desk)
        if told is not None:
            return told
    shown = [each for each in desk.known.shown if each not in before.known.shown]
    if shown and not panel.off:
        return Notice(phone_types(shown[-1]), passing=True, lasts=CODE_STAYS)
    return None


def _in_passing_of_the_box(panel: Panel, before: Desk, desk: Desk) -> Notice | None:
    """What is said where there is room for it."""
    asking = [each for each in desk.known.asking if each not in before.known.asking]
    wanted, own = desk.known.wanted, desk.known.own_wifi
    if asking and _may_pass(panel, desk):
        return _in_passing(phone_asks(asking[0]))
    if wanted is not None and wanted != before.known.wanted and _may_pass(panel, desk):
        return _in_passing(phone_wants(wanted))
    if own is not None and before.known.own_wifi is None:
        return _in_passing(opened(own))
    if _moved(before.known, desk.known):  # who has sent it there has lost the box, and looks for it here
        return Notice(joins(desk.known)[0].screen, passing=True, lasts=CODE_STAYS)
    return None


def _moved(before: Known, known: Known) -> bool:
    """Whether the box has just come into the network that somebody had it join, and has an address there."""
    if known.wifi is None or not known.wifi.moved or not known.addresses:
        return False
    was_there = before.wifi is not None and before.wifi.moved
    return not was_there or before.addresses[:1] != known.addresses[:1]


def _told(before: Desk, desk: Desk) -> Notice | None:
    """What there is to say of what others did; None where the home page says it, or nothing does."""
    if before.play is None or desk.play is None or desk.steps == before.steps:
        return None
    moved_on = before.where != desk.where
    more = desk.play.height - before.play.height
    (was, was_undone), (step, undone) = before.steps, desk.steps
    if more < 0 and undone is not None and undone != was_undone:
        return None if moved_on else _taken_back(undone, -more)
    if step is None:
        return None
    outcome = before.play.outcome(desk.play) if desk.play.game.chance else None
    if outcome is not None:  # what was drawn
        return Notice(outcome, since=before.play)
    return None if moved_on or step == was else _done(before, desk, step)


def _taken_back(undone: StepTold, count: int) -> Notice:
    """Steps that were taken back: at once, or one by one."""
    said = by_whom(undone) if undone.count == count else text("did.steps", count=count)
    return _in_passing(Screen(text("panel.undo.done"), (said,)))


def _done(before: Desk, desk: Desk, step: StepTold) -> Notice:
    """What was done, or done again; of several things how many they were, and the last."""
    coming, entries = before.steps[1], desk.snapshot.version - before.snapshot.version
    again = _redone(step, coming) if desk.steps[1] != coming else None
    if again is not None:
        return _in_passing(Screen(text("panel.redo.done"), (by_whom(again),)))
    title = text("panel.done") if entries == 1 else text("panel.done.many", count=entries)
    return _in_passing(Screen(title, (by_whom(step),)))


def _redone(step: StepTold, coming: StepTold | None) -> StepTold | None:
    """What redo did again, if it has led to this step. coming: what it would have done."""
    if coming is None or (step.at != coming.at if coming.count > 1 else step != coming):
        return None
    return coming


def _in_passing(said: Screen) -> Notice:
    """Something said for some seconds."""
    return Notice(said, passing=True, lasts=PASSES)


def _may_say(panel: Panel, desk: Desk) -> bool:
    """Whether there is room for news of the box itself: its own Wi-Fi's stand over a code, of which nobody
    has read anything yet.
    """
    return not panel.off and not asks(panel, desk) and (panel.notice is None or panel.notice.passing)


def _may_pass(panel: Panel, desk: Desk) -> bool:
    """Whether something may be said for some seconds: not over what somebody reads, nor over a code."""
    if panel.notice is not None:
        return panel.notice.passing
    return screen(panel, desk).qr is None
