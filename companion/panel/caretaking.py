"""Letting phones look after the box: what is said of those that ask, and the question whether to let one in.
Pure.
"""

from __future__ import annotations

from companion.games import Choice, Command, Question
from companion.games.screen import Screen
from companion.language.text import text


class LetIn(Command, frozen=True):
    """Let the phone that shows this number look after the box, or send it away."""

    number: int
    yes: bool = True


def phone_asks(number: int) -> Screen:
    """A phone would look after the box, and shows this number."""
    return Screen(text("panel.asks", number=number), (text("panel.asks.where"),))


def phone_types(code: str) -> Screen:
    """A phone would look after this box without buttons: whoever reads this types it there."""
    return Screen(text("panel.asks.type", code=code), (text("panel.asks.type.where"),), large=True)


def phone_cares(number: int) -> Screen:
    """The phone that showed this number looks after the box from now on."""
    return Screen(text("panel.asks.yes", number=number), (text("panel.asks.until"),))


def asking_choice(number: int) -> Choice:
    """Which phone asks, and the question whether it is let in. Back or the second choice sends it away."""
    asked = Screen(text("panel.asks", number=number), (text("panel.asks.means"),))
    yes = Screen(text("panel.asks.let-in", number=number), (text("panel.asks.same", number=number),))
    no = Screen(text("panel.asks.no", number=number), (text("panel.asks.no.means"),))
    whether = Question("let-in", (Choice(yes, LetIn(number)), Choice(no, LetIn(number, yes=False))))
    return Choice(asked, whether)
