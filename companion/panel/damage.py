"""The question after a start that found games damaged: acknowledge it, or restore a backup. Pure."""

from __future__ import annotations

from companion.games import Choice, Command, Decline, Question, confirmation
from companion.games.screen import Screen
from companion.language.text import text
from companion.storage.damage import Damage
from companion.storage.entry import stamp
from companion.table import damage_text
from companion.table.commands import Acknowledge


class RestoreBackup(Command, frozen=True):
    """Replace all games by the backup of this name, and restart."""

    backup: str


def damage_question(found: Damage, join_screen: Screen) -> Question:
    """What was found and what is lost; Advance acknowledges it, or first offers a fuller backup.

    join_screen: the last choice, for deciding on a phone, which may have to join again.
    """
    lines = (damage_text.found_text(found), damage_text.lost_text(found), damage_text.aside_text(found))
    seen = Acknowledge(stamp(found.at))
    shown = tuple(each for each in lines if each is not None)
    by_phone = Choice(join_screen, Decline())
    offered = damage_text.backup_text(found)
    if offered is None or found.backup is None:
        choices = [Choice(Screen(text("panel.damage"), shown, text("panel.damage.seen")), seen)]
    else:
        back = Choice(Screen(text("panel.put-back"), (offered,)), _restore_question(found.backup))
        without = Choice(Screen(text("panel.without"), (text("panel.without.means"),)), seen)
        which = Question("copy-offered", (back, without))
        choices = [
            Choice(Screen(text("panel.damage"), shown, text("panel.damage.offers")), which),
            back,
        ]
    return Question(f"damage-{seen.at}", (*choices, by_phone), closes=False)


def _restore_question(backup: str) -> Question:
    leave = Screen(text("panel.leave"), (text("panel.leave.means"),))
    sure = Screen(text("panel.put-back.sure"), (text("panel.put-back.means"),))
    return confirmation("put-back", leave, sure, RestoreBackup(backup))


def restoring_screen() -> Screen:
    """Shown until the box has restarted with a backup."""
    return Screen(text("panel.putting-back"), (text("panel.putting-back.means"),))
