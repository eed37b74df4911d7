"""The panel of a box that cannot start: what is wrong, and what can be done about it. Pure.

Select goes from page to page. On one that offers something Advance opens a question, in which "no" is chosen
already: Select chooses the other answer, Advance gives it, and Back leaves everything as it is.
"""

from __future__ import annotations

import msgspec
from msgspec.structs import replace

from companion.games.screen import Screen
from companion.language.text import Text, text
from companion.panel.scanned import page_url
from companion.storage.backup import BackupInfo


class Trouble(msgspec.Struct, frozen=True):
    """What the box knows. said: why it does not start. offers: the backups that may be put back, the newest
    first. code: what the page wants to hear before it does anything. addresses: each `host:port` of the page.
    """

    said: Text
    offers: tuple[BackupInfo, ...]
    code: str
    addresses: tuple[str, ...] = ()


class Try(msgspec.Struct, frozen=True):
    """What somebody has chosen: to start again, with a backup in the place of the games when there is one.

    offer: that backup.
    """

    offer: BackupInfo | None = None


class At(msgspec.Struct, frozen=True):
    """Where the panel is. page: a number from 0. asking: whether the page's question is open.
    yes: whether the chosen answer is yes.
    """

    page: int = 0
    asking: bool = False
    yes: bool = False


def screen(at: At, trouble: Trouble) -> Screen:
    """What the display shows."""
    found, choice = _pages(trouble)[at.page]
    if at.asking and choice is not None:
        answer = "yes" if at.yes else "no"
        return Screen(text("safe-mode.sure"), found.lines, text(f"safe-mode.{answer}"))
    return found


def press(at: At, trouble: Trouble, button: str) -> tuple[At, Try | None]:
    """What a press leads to, and what it has chosen. button: any but the three does nothing."""
    pages = _pages(trouble)
    choice = pages[at.page][1]
    if button == "back":
        return At(at.page if at.asking else 0), None
    if button == "advance" and at.asking:
        return At(at.page), choice if at.yes else None
    if button == "select" and at.asking:
        return replace(at, yes=not at.yes), None
    if button == "advance" and choice is not None:
        return replace(at, asking=True), None
    return At((at.page + 1) % len(pages)) if button in ("advance", "select") else at, None


def _pages(trouble: Trouble) -> tuple[tuple[Screen, Try | None], ...]:
    """Every page in the order of Select, with what it offers."""
    again = Screen(text("safe-mode.again"), (text("safe-mode.again.means"),), text("safe-mode.offer.hint"))
    return (
        (Screen(text("safe-mode.title"), (trouble.said,), text("safe-mode.hint")), None),
        (again, Try()),
        *(
            (Screen(text("safe-mode.put-back"), (offer.said,), text("safe-mode.offer.hint")), Try(offer))
            for offer in trouble.offers
        ),
        (_by_phone(trouble), None),
    )


def _by_phone(trouble: Trouble) -> Screen:
    """How to do the same from a phone."""
    code = text("safe-mode.code.is", code=trouble.code)
    if not trouble.addresses:
        return Screen(text("safe-mode.code"), (code, text("panel.join.no-network")))
    address = trouble.addresses[0]
    return Screen(
        text("safe-mode.code"),
        (code, text("panel.join.address", address=address)),
        qr=page_url(address, "R", trouble.code),
    )
