"""What a phone wants of the box that somebody who stands there confirms first: other games, another version.
Pure.
"""

from __future__ import annotations

import msgspec

from companion.games import Choice, Command, Question
from companion.games.screen import Screen
from companion.language.text import Text, text


class Confirm(Command, frozen=True):
    """Do what a phone has asked of the box, or not. number, what: as in `Wanted`."""

    number: int
    what: str
    yes: bool = True

    @property
    def ends(self) -> bool:
        """Whether the box starts anew for it by itself."""
        return self.yes and self.what == "games"


class Wanted(msgspec.Struct, frozen=True):
    """What a phone that looks after the box has asked of it, and the box does not do before somebody who
    stands there has said so.

    number: tells it from others. what: `games` to put others in the place of those here, `update` for a newer
    version, `earlier` for the one before. said: which, in few words.
    """

    number: int
    what: str
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
