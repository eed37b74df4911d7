"""Notices of what happens elsewhere: a command by phone, news of the box, the organiser's messages. Pure.

A new phase or turn is not announced: the home page shows it. A draw is shown as one made at the panel. Of
several commands between two snapshots a draw is shown, else their number and the last. No notice hides a
question.

An organiser's message comes again until it has stood for `READ_AFTER` seconds.
"""

from __future__ import annotations

from msgspec.structs import replace

from companion.games.screen import Screen
from companion.language.text import text
from companion.panel.box_status import BoxStatus
from companion.panel.confirmations import admin_code_screen, admin_request_screen, confirmation_screen
from companion.panel.context import PanelContext
from companion.panel.organiser import PAGE, OrganiserMessage, organiser_messages
from companion.panel.pages import join_pages
from companion.panel.questions import CODE_TIMEOUT, TIMEOUT
from companion.panel.state import (
    NEWS_TIMEOUT,
    Notice,
    PanelState,
    current_screen,
    dismiss,
    is_asking,
    refresh,
    show_notice,
    with_actor,
)
from companion.panel.wifi import wifi_open_screen
from companion.table.snapshot import UndoStep

RESUME_WITHIN = 0.5
"""Seconds within which a message that a press dismissed counts as having stood all the time."""
PART_TIMEOUT = 7.0
"""Seconds for which a part of the organiser's notice stands when another part follows."""


def announce(state: PanelState, before: PanelContext | None, context: PanelContext, at: float) -> PanelState:
    """Refresh the state for the present snapshot, with a notice of what others did.

    before: the context of the last look, None at the first.
    """
    seen_version, state = state.version, refresh(state, context, at)
    notice = None if before is None else _box_notice(state, before, context)
    if notice is not None:
        return show_notice(state, notice)
    if before is None or before.snapshot.version != seen_version or before.game != context.game:
        return state
    if seen_version == context.snapshot.version or state.shutting_down or is_asking(state, context):
        return state
    notice = _game_notice(before, context)
    if notice is None or (
        notice.timeout < TIMEOUT and (_shows_message(state) or not _may_interrupt(state, context))
    ):
        return state
    return show_notice(state, notice)


def show_organiser_message(state: PanelState, context: PanelContext, at: float) -> PanelState:
    """Show the next unread message where there is room; dismiss one that no longer holds."""
    every, notice = _messages(context), state.notice
    if notice is not None and notice.message is not None and notice.message not in every:
        state = dismiss(state, notice, read=False)
        notice = None
    if state.page == PAGE and PAGE not in context.pages_by_name:  # an expired page, as in `timeouts`
        state = replace(state, page="", frame=0, last_expiry=at)
    fresh = _unread(state, every)
    if fresh is None or state.shutting_down or is_asking(state, context):
        return state
    if notice is not None and (notice.message is not None or notice.about_part or not notice.transient):
        return state
    lasts = PART_TIMEOUT if fresh.more else TIMEOUT
    fresh_notice = Notice(fresh.screen, transient=True, timeout=lasts, message=fresh)
    interrupted = state.interrupted
    state = show_notice(
        replace(state, time=at, last_activity=max(state.last_activity, at), interrupted=None), fresh_notice
    )
    if (
        interrupted is None
        or interrupted[0] != fresh.key
        or at - interrupted[2] > RESUME_WITHIN
        or state.notice is None
    ):
        return state
    return replace(state, notice=replace(state.notice, shown_at=interrupted[1]))


def organiser_message_waits(state: PanelState, context: PanelContext) -> bool:
    """Whether the notice on the display hides a message."""
    if _shows_message(state) or is_asking(state, context):
        return False
    return _unread(state, _messages(context)) is not None


def _messages(context: PanelContext) -> tuple[OrganiserMessage, ...]:
    organiser = context.status.organiser
    return () if organiser is None else organiser_messages(organiser, context.status.broker)


def _unread(state: PanelState, every: tuple[OrganiserMessage, ...]) -> OrganiserMessage | None:
    return next((each for each in every if each.key not in state.read_messages), None)


def _shows_message(state: PanelState) -> bool:
    return state.notice is not None and state.notice.message is not None


def _box_notice(state: PanelState, before: PanelContext, context: PanelContext) -> Notice | None:
    """News of the box. An admin code overrides every other notice: a box without buttons cannot ask for it
    again.
    """
    if _has_room(state, context):
        notice = _transient_box_notice(state, before, context)
        if notice is not None:
            return notice
    shown = [each for each in context.status.admin_codes if each not in before.status.admin_codes]
    if shown and not state.shutting_down:
        return Notice(admin_code_screen(shown[-1]), transient=True, timeout=CODE_TIMEOUT)
    return None


def _transient_box_notice(state: PanelState, before: PanelContext, context: PanelContext) -> Notice | None:
    asking = [each for each in context.status.admin_requests if each not in before.status.admin_requests]
    wanted, own = context.status.confirmation, context.status.access_point
    if asking and _may_interrupt(state, context):
        return _transient(admin_request_screen(asking[0]))
    if wanted is not None and wanted != before.status.confirmation and _may_interrupt(state, context):
        return _transient(confirmation_screen(wanted))
    if own is not None and before.status.access_point is None:
        return _transient(wifi_open_screen(own))
    if _joined_network(before.status, context.status):  # that phone has lost the box and needs the address
        return Notice(join_pages(context.status)[0].screen, transient=True, timeout=CODE_TIMEOUT)
    return None


def _joined_network(before: BoxStatus, known: BoxStatus) -> bool:
    """Whether the box has just joined the network that a phone chose, and has an address there."""
    if known.wifi is None or not known.wifi.joined_by_request or not known.addresses:
        return False
    was_there = before.wifi is not None and before.wifi.joined_by_request
    return not was_there or before.addresses[:1] != known.addresses[:1]


def _game_notice(before: PanelContext, context: PanelContext) -> Notice | None:
    """What others did in the game; None where the home page shows it."""
    if before.play is None or context.play is None or context.steps == before.steps:
        return None
    moved_on = before.position != context.position
    more = context.play.step_count - before.play.step_count
    (was, was_undone), (step, undone) = before.steps, context.steps
    if more < 0 and undone is not None and undone != was_undone:
        return None if moved_on else _undone_notice(context, undone, -more)
    if step is None:
        return None
    outcome = before.play.outcome(context.play) if context.play.game.chance else None
    if outcome is not None:  # what was drawn
        return Notice(outcome, since=before.play)
    return None if moved_on or step == was else _done_notice(before, context, step)


def _undone_notice(context: PanelContext, undone: UndoStep, count: int) -> Notice:
    """Undone steps; undo takes back one, or all that one command did."""
    line = with_actor(undone, context) if undone.count == count else text("did.steps", count=count)
    return _transient(Screen(text("panel.undo.done"), (line,)))


def _done_notice(before: PanelContext, context: PanelContext, step: UndoStep) -> Notice:
    """A command or a redo; of several commands their number and the last."""
    coming, entries = before.steps[1], context.snapshot.version - before.snapshot.version
    again = _redone_step(step, coming) if context.steps[1] != coming else None
    if again is not None:
        return _transient(Screen(text("panel.redo.done"), (with_actor(again, context),)))
    title = text("panel.done") if entries == 1 else text("panel.done.many", count=entries)
    return _transient(Screen(title, (with_actor(step, context),)))


def _redone_step(step: UndoStep, coming: UndoStep | None) -> UndoStep | None:
    """The step that redo did again, if it led to `step`. coming: what redo offered before."""
    if coming is None or (step.at != coming.at if coming.count > 1 else step != coming):
        return None
    return coming


def _transient(screen: Screen) -> Notice:
    return Notice(screen, transient=True, timeout=NEWS_TIMEOUT)


def _has_room(state: PanelState, context: PanelContext) -> bool:
    """Whether news of the box may be shown; it may hide the own Wi-Fi's code, but no question."""
    return (
        not state.shutting_down
        and not is_asking(state, context)
        and (state.notice is None or state.notice.transient)
    )


def _may_interrupt(state: PanelState, context: PanelContext) -> bool:
    """Whether news may be shown: not over a notice that asks for a press, nor over a QR code."""
    if state.notice is not None:
        return state.notice.transient
    return current_screen(state, context).qr is None
