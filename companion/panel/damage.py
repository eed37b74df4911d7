"""What the panel asks when a start found the games damaged: whether it was seen, and whether a backup is
wanted back. Pure.
"""

from __future__ import annotations

from companion.games import Choice, Command, LeaveIt, Question, asked_twice
from companion.games.screen import Screen
from companion.language.text import text
from companion.storage.damage import Damage
from companion.storage.entry import stamp
from companion.table import notice
from companion.table.commands import Acknowledge


class PutBack(Command, frozen=True):
    """Put the backup of this name in the place of the games, and start anew."""

    backup: str


def damaged(found: Damage, how_to_join: Screen) -> Question:
    """What was found, and what is lost; Advance says that it was seen. Where a backup holds more, Advance
    asks first whether it is wanted back, and so does the next choice; to have it back is asked twice.

    how_to_join: stands behind all that, for who would decide on a phone that the box no longer knows.
    """
    lines = (notice.wrong(found), notice.lost(found), notice.aside(found))
    seen = Acknowledge(stamp(found.at))
    said = tuple(each for each in lines if each is not None)
    by_phone = Choice(how_to_join, LeaveIt())
    offered = notice.backup(found)
    if offered is None or found.backup is None:
        choices = [Choice(Screen(text("panel.damage"), said, text("panel.damage.seen")), seen)]
    else:
        back = Choice(Screen(text("panel.put-back"), (offered,)), _sure(found.backup))
        without = Choice(Screen(text("panel.without"), (text("panel.without.means"),)), seen)
        which = Question("copy-offered", (back, without))
        choices = [Choice(Screen(text("panel.damage"), said, text("panel.damage.offers")), which), back]
    return Question(f"damage-{seen.at}", (*choices, by_phone), closes=False)


def _sure(backup: str) -> Question:
    leave = Screen(text("panel.leave"), (text("panel.leave.means"),))
    sure = Screen(text("panel.put-back.sure"), (text("panel.put-back.means"),))
    return asked_twice("put-back", leave, sure, PutBack(backup))


def putting_back() -> Screen:
    """What the display says until the box has started anew with a backup."""
    return Screen(text("panel.putting-back"), (text("panel.putting-back.means"),))
