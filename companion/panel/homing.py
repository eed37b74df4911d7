"""What time does to the display: what has stood its time gives way to the home page, and where nobody presses
anything it dims. Pure; time is passed in.

What waits for a person's answer stays: the game's own question, and what a start found wrong.
"""

from __future__ import annotations

import math

from msgspec.structs import replace

from companion.panel.announcing import organiser_says, organiser_waits
from companion.panel.asking import CODE_STAYS, STAYS
from companion.panel.desk import Desk
from companion.panel.memory import (
    JOINED_AFTER,
    PASSES,
    Notice,
    Panel,
    away,
    page,
    passes,
    screen,
    wifi_code_shown,
)
from companion.panel.pages import JOIN

GRACE = 0.5
"""Seconds after something has gone by itself in which Advance does nothing: the hand was on its way."""
DIM_AFTER = 600.0
"""Idle seconds until the display dims, unless the owner chose otherwise."""
SHIFT_EVERY = 60.0
"""Seconds between two movements of the dimmed picture, unless the owner chose otherwise."""


def until(panel: Panel, desk: Desk) -> float:
    """The monotonic second at which what the display shows gives way; infinite for what stays."""
    notice = panel.notice
    if panel.off:
        return math.inf
    if notice is not None:
        return _until_gone(panel, desk, notice)
    if panel.asking is not None:
        return panel.touched + panel.asking.lasts
    if panel.damage is not None and screen(panel, desk).qr is not None:
        return panel.touched + CODE_STAYS
    here = page(panel, desk)
    if panel.leaf == 0 and here is desk.home:
        return math.inf
    return panel.touched + (CODE_STAYS if here.name.startswith(JOIN) else STAYS)


def changes_at(panel: Panel, desk: Desk) -> float:
    """The monotonic second at which the display changes without a press; infinite for never."""
    joined = panel.code_since + JOINED_AFTER
    return min(until(panel, desk), joined if panel.time < joined else math.inf)


def _until_gone(panel: Panel, desk: Desk, notice: Notice) -> float:
    """When a notice gives way: sooner where the organiser has something to say."""
    since, lasts = (panel.touched, STAYS) if panel.touched > notice.at else (notice.at, notice.lasts)
    if desk.known.organiser is not None and organiser_waits(panel, desk):
        lasts = min(lasts, PASSES)
    return since + lasts


def come_home(panel: Panel, desk: Desk, at: float) -> Panel:
    """The panel without what has stood its time, and with what the organiser says, where there is room for it
    then. at: monotonic seconds.
    """
    while (due := until(panel, desk)) <= at:
        passed = panel.notice is not None and passes(panel, desk, panel.notice)  # its last row stays
        panel = replace(_without(panel, desk), gone=panel.gone if passed else due)
    return panel if desk.known.organiser is None else organiser_says(panel, desk, at)


def note_wifi_code(panel: Panel, desk: Desk, at: float) -> Panel:
    """The panel with since when the own Wi-Fi's code is on the display. at: monotonic seconds."""
    if not wifi_code_shown(panel, desk):
        return replace(panel, code_since=math.inf)
    return replace(panel, code_since=min(panel.code_since, at))


def just_gone(panel: Panel) -> bool:
    """Whether something has just gone from the display by itself: no hand can have seen that."""
    return panel.time - panel.gone < GRACE


def tick(panel: Panel, at: float) -> Panel:
    """The panel as time passes without a sign of life."""
    return replace(panel, idle=max(0.0, at - panel.active))


def rest(
    panel: Panel, dim_after: float = DIM_AFTER, shift_every: float = SHIFT_EVERY
) -> tuple[bool, int, float]:
    """Whether the display is dimmed, its shift, and in how many seconds that will change.

    shift_every: seconds, 0 for a picture that stays where it is.
    """
    over = panel.idle - dim_after
    if over < 0:
        return False, 0, -over
    if not shift_every:
        return True, 0, math.inf
    moves = int(over // shift_every)
    return True, moves + 1, (moves + 1) * shift_every - over


def _without(panel: Panel, desk: Desk) -> Panel:
    """The panel without what is uppermost. What a start found wrong begins anew."""
    if panel.notice is not None:
        return away(panel, panel.notice)
    if panel.asking is not None:
        return replace(panel, asking=None, leaf=0)
    if panel.damage is not None and screen(panel, desk).qr is not None:
        return replace(panel, damage=replace(panel.damage, shown=0), leaf=0)
    return replace(panel, page="", leaf=0)
