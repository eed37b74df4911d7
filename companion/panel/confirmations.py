"""What a phone asks of a person at the box: to become admin, to replace the games, to change the version.
Pure.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.games import Choice, Command, Question
from companion.games.screen import Screen
from companion.language.text import Text, text

ConfirmationKind: TypeAlias = Literal["games", "update", "earlier"]
"""games: replace the games here. update: a newer version. earlier: the version before."""


class Confirm(Command, frozen=True):
    """Answer a `PendingConfirmation`."""

    number: int
    kind: ConfirmationKind
    yes: bool = True

    @property
    def restarts(self) -> bool:
        """Whether the box restarts for it."""
        return self.yes and self.kind == "games"


class PendingConfirmation(msgspec.Struct, frozen=True):
    """What an admin's phone has asked for and a press at the box decides."""

    number: int
    """Tells it from earlier ones."""
    kind: ConfirmationKind
    summary: Text
    """Which games or version, in few words."""


def confirmation_screen(pending: PendingConfirmation) -> Screen:
    """News that something is to be confirmed here."""
    return Screen(text(f"panel.wanted.{pending.kind}"), (text("panel.wanted.where"),))


def confirmation_choice(pending: PendingConfirmation) -> Choice:
    """The entry in the box's list. Back or the second choice refuses."""
    asked = Screen(text(f"panel.wanted.{pending.kind}"), (pending.summary,))
    yes = Screen(text("panel.wanted.sure"), (text(f"panel.wanted.{pending.kind}.means"),))
    no = Screen(text("panel.wanted.no"), (text("panel.wanted.no.means"),))
    sure = Confirm(pending.number, pending.kind)
    not_so = Choice(no, Confirm(pending.number, pending.kind, yes=False))
    return Choice(asked, Question("wanted", (Choice(yes, sure), not_so)))


def updating_screen() -> Screen:
    """Shown until another version has taken over."""
    return Screen(text("panel.updating"), (text("panel.updating.means"),))


class AdmitAdmin(Command, frozen=True):
    """Make the phone of this number admin, or refuse it."""

    number: int
    yes: bool = True


def admin_request_screen(number: int) -> Screen:
    """News that a phone asks to become admin, with the number that it shows."""
    return Screen(text("panel.asks", number=number), (text("panel.asks.where"),))


def admin_code_screen(code: str) -> Screen:
    """The code to type on the phone, for a box without buttons."""
    return Screen(text("panel.asks.type", code=code), (text("panel.asks.type.where"),), large=True)


def admin_admitted_screen(number: int) -> Screen:
    """The phone with this number is admin."""
    return Screen(text("panel.asks.yes", number=number), (text("panel.asks.until"),))


def admin_choice(number: int) -> Choice:
    """The entry in the box's list. Back or the second choice refuses."""
    asked = Screen(text("panel.asks", number=number), (text("panel.asks.means"),))
    yes = Screen(text("panel.asks.let-in", number=number), (text("panel.asks.same", number=number),))
    no = Screen(text("panel.asks.no", number=number), (text("panel.asks.no.means"),))
    whether = Question("let-in", (Choice(yes, AdmitAdmin(number)), Choice(no, AdmitAdmin(number, yes=False))))
    return Choice(asked, whether)
