"""What a phone wants of the box that somebody who stands there confirms first: other games, another version.
Pure.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from companion.games import Choice, Command, Question
from companion.games.screen import Screen
from companion.language.text import Text, text

What: TypeAlias = Literal["games", "update", "earlier"]
"""Others in the place of the games here; a newer version; the one before."""


class Confirm(Command, frozen=True):
    """Do what a phone has asked of the box, or not. number, what: as in `Wanted`."""

    number: int
    what: What
    yes: bool = True

    @property
    def ends(self) -> bool:
        """Whether the box starts anew for it by itself."""
        return self.yes and self.what == "games"


class Wanted(msgspec.Struct, frozen=True):
    """What a phone that looks after the box has asked of it, and the box does not do before somebody who
    stands there has said so.

    number: tells it from others. said: which games or version, in few words.
    """

    number: int
    what: What
    said: Text


def phone_wants(wanted: Wanted) -> Screen:
    """A phone has asked for something that is to be confirmed here."""
    return Screen(text(f"panel.wanted.{wanted.what}"), (text("panel.wanted.where"),))


def wanted_choice(wanted: Wanted) -> Choice:
    """What a phone wants, and the question whether it shall be. Back or the second choice says no."""
    asked = Screen(text(f"panel.wanted.{wanted.what}"), (wanted.said,))
    yes = Screen(text("panel.wanted.sure"), (text(f"panel.wanted.{wanted.what}.means"),))
    no = Screen(text("panel.wanted.no"), (text("panel.wanted.no.means"),))
    sure = Confirm(wanted.number, wanted.what)
    not_so = Choice(no, Confirm(wanted.number, wanted.what, yes=False))
    return Choice(asked, Question("wanted", (Choice(yes, sure), not_so)))


def updating() -> Screen:
    """What the display says until another version has taken over."""
    return Screen(text("panel.updating"), (text("panel.updating.means"),))
