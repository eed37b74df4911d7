"""Timeouts: notices, questions and pages give way to home, an idle display dims. Pure; time is passed in.

The game's own question and the start's damage stay.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from companion.panel.announcements import organiser_message_waits, show_organiser_message
from companion.panel.context import PanelContext
from companion.panel.pages import JOIN
from companion.panel.questions import CODE_TIMEOUT, TIMEOUT
from companion.panel.state import (
    JOINED_AFTER,
    NEWS_TIMEOUT,
    Notice,
    PanelState,
    current_page,
    current_screen,
    dismiss,
    lets_presses_through,
    wifi_code_shown,
)

GRACE = 0.5
"""Seconds after an expiry in which a press of the panel's buttons does nothing: the finger was on its way."""
DIM_AFTER = 600.0
"""Idle seconds until the display dims, by default."""
SHIFT_EVERY = 60.0
"""Seconds between two shifts of the dimmed picture, by default."""


def expires_at(state: PanelState, context: PanelContext) -> float:
    """The monotonic second at which the top of the display expires; infinite for never."""
    notice = state.notice
    if state.shutting_down:
        return math.inf
    if notice is not None:
        return _notice_expires_at(state, context, notice)
    if state.question is not None:
        return state.last_input + state.question.timeout
    if state.damage is not None and current_screen(state, context).qr is not None:
        return state.last_input + CODE_TIMEOUT
    here = current_page(state, context)
    if state.frame == 0 and here is context.home:
        return math.inf
    return state.last_input + (CODE_TIMEOUT if here.name.startswith(JOIN) else TIMEOUT)


def next_change(state: PanelState, context: PanelContext) -> float:
    """The monotonic second at which the display changes without a press; infinite for never."""
    joined = state.wifi_code_since + JOINED_AFTER
    return min(expires_at(state, context), joined if state.time < joined else math.inf)


def _notice_expires_at(state: PanelState, context: PanelContext, notice: Notice) -> float:
    """When a notice expires: sooner where an organiser's message waits."""
    since, lasts = notice.shown_at, notice.timeout
    if state.last_input > since:
        since, lasts = state.last_input, TIMEOUT
    if context.status.organiser is not None and organiser_message_waits(state, context):
        lasts = min(lasts, NEWS_TIMEOUT)
    return since + lasts


def expire(state: PanelState, context: PanelContext, at: float) -> PanelState:
    """Remove what has expired, then show a waiting message of the organiser. at: monotonic seconds."""
    while (due := expires_at(state, context)) <= at:
        # under a transient notice the last row stays, so a press means what it meant
        transient = state.notice is not None and lets_presses_through(state, context, state.notice)
        state = replace(_dismiss_top(state, context), last_expiry=state.last_expiry if transient else due)
    return state if context.status.organiser is None else show_organiser_message(state, context, at)


def track_wifi_code(state: PanelState, context: PanelContext, at: float) -> PanelState:
    """Note since when the own Wi-Fi's code is on the display. at: monotonic seconds."""
    if not wifi_code_shown(state, context):
        return replace(state, wifi_code_since=math.inf)
    return replace(state, wifi_code_since=min(state.wifi_code_since, at))


def just_expired(state: PanelState) -> bool:
    """Whether something expired within `GRACE`."""
    return state.time - state.last_expiry < GRACE


def with_idle_time(state: PanelState, at: float) -> PanelState:
    """The state with its idle seconds."""
    return replace(state, idle=max(0.0, at - state.last_activity))


def dimming(
    state: PanelState, dim_after: float = DIM_AFTER, shift_every: float = SHIFT_EVERY
) -> tuple[bool, int, float]:
    """Whether the display is dimmed, its shift in pixels, and seconds until either changes. shift_every: 0
    for no shift.
    """
    over = state.idle - dim_after
    if over < 0:
        return False, 0, -over
    if not shift_every:
        return True, 0, math.inf
    moves = int(over // shift_every)
    return True, moves + 1, (moves + 1) * shift_every - over


def _dismiss_top(state: PanelState, context: PanelContext) -> PanelState:
    """The state without what is uppermost; the question about damage begins again."""
    if state.notice is not None:
        return dismiss(state, state.notice)
    if state.question is not None:
        return replace(state, question=None, frame=0)
    if state.damage is not None and current_screen(state, context).qr is not None:
        return replace(state, damage=replace(state.damage, choice_index=0), frame=0)
    return replace(state, page="", frame=0)
