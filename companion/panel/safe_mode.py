"""The panel of a box in safe mode: why it does not start, and what can be done. Pure.

Select turns pages. Where a page offers something, Advance asks; "no" is chosen first, Select changes the
answer, Advance gives it, Back leaves it.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.games.screen import Screen
from companion.language.text import Text, text
from companion.panel.pages import page_url
from companion.storage.backup import BackupInfo


class SafeModeContext(msgspec.Struct, frozen=True):
    """What the screens are made of."""

    reason: Text
    """Why the box does not start."""
    backups: tuple[BackupInfo, ...]
    """Those that may be restored, the newest first."""
    code: str
    """To type on the page before it does anything."""
    addresses: tuple[str, ...] = ()
    """Each `host:port` of the page."""


class StartAgain(msgspec.Struct, frozen=True):
    """A chosen restart, with a backup in the place of the games or without."""

    backup: BackupInfo | None = None


class SafeModeState(msgspec.Struct, frozen=True):
    """What the panel remembers."""

    page: int = 0
    """Number from 0."""
    is_asking: bool = False
    """Whether the page's question is open."""
    yes: bool = False
    """The chosen answer."""


def screen(state: SafeModeState, context: SafeModeContext) -> Screen:
    """The screen to show."""
    found, choice = _pages(context)[state.page]
    if state.is_asking and choice is not None:
        answer = "yes" if state.yes else "no"
        return Screen(text("safe-mode.sure"), found.lines, text(f"safe-mode.{answer}"))
    return found


def press(
    state: SafeModeState, context: SafeModeContext, button: str
) -> tuple[SafeModeState, StartAgain | None]:
    """Handle a press; return the state and the chosen restart. Players' buttons do nothing."""
    pages = _pages(context)
    choice = pages[state.page][1]
    if button == "back":
        return SafeModeState(state.page if state.is_asking else 0), None
    if button == "advance" and state.is_asking:
        return SafeModeState(state.page), choice if state.yes else None
    if button == "select" and state.is_asking:
        return replace(state, yes=not state.yes), None
    if button == "advance" and choice is not None:
        return replace(state, is_asking=True), None
    return SafeModeState((state.page + 1) % len(pages)) if button in ("advance", "select") else state, None


def _pages(context: SafeModeContext) -> tuple[tuple[Screen, StartAgain | None], ...]:
    """Every page in the order of Select, with what it offers."""
    again = Screen(text("safe-mode.again"), (text("safe-mode.again.means"),), text("safe-mode.offer.hint"))
    return (
        (Screen(text("safe-mode.title"), (context.reason,), text("safe-mode.hint")), None),
        (again, StartAgain()),
        *(
            (
                Screen(text("safe-mode.put-back"), (offer.said,), text("safe-mode.offer.hint")),
                StartAgain(offer),
            )
            for offer in context.backups
        ),
        (_phone_screen(context), None),
    )


def _phone_screen(context: SafeModeContext) -> Screen:
    """Address and code of the page that offers the same."""
    code = text("safe-mode.code.is", code=context.code)
    if not context.addresses:
        return Screen(text("safe-mode.code"), (code, text("panel.join.no-network")))
    address = context.addresses[0]
    return Screen(
        text("safe-mode.code"),
        (code, text("panel.join.address", address=address)),
        qr=page_url(address, "R", context.code),
    )
