"""Sentences about damage that a start has found, for the display and the pages."""

from __future__ import annotations

from companion.language.text import Text, text
from companion.storage.backup import backup_time
from companion.storage.damage import Damage
from companion.table.commands import Acknowledged


def found_text(found: Damage | Acknowledged) -> Text:
    """What was found."""
    return text(f"damage.{found.kind}")


def lost_text(found: Damage | Acknowledged) -> Text:
    """How many entries are missing."""
    if found.lost is None and found.last == 0:
        return text("damage.lost-all")
    if found.lost is None:
        return text("damage.lost-unknown", last=found.last)
    if found.lost == 0:
        return text("damage.lost-nothing")
    return text("damage.lost", count=found.lost, last=found.last)


def advice_text(damage: Damage) -> Text | None:
    """What to do about missing entries; None where none are missing or left, or a backup is offered."""
    some = damage.lost != 0 and damage.last > 0
    return text("damage.compare") if some and damage.backup is None else None


def aside_text(damage: Damage) -> Text | None:
    """Where the damaged files were set aside; None where none were kept."""
    return None if damage.aside is None else text("damage.aside", file=damage.aside)


def backup_text(damage: Damage) -> Text | None:
    """Offer the backup that holds more entries; None without one."""
    if damage.backup is None or damage.backup_last is None:
        return None
    made = backup_time(damage.backup)
    if made is None:
        return text("damage.copy-undated", number=damage.backup_last)
    if made.date() != damage.at.astimezone().date():
        return text("damage.copy-dated", day=f"{made:%Y-%m-%d}", number=damage.backup_last)
    return text("damage.copy", time=f"{made:%H:%M}", number=damage.backup_last)


def restored_text(name: str) -> Text:
    """Confirm that the backup of this name was restored."""
    made = backup_time(name)
    if made is None:
        return text("panel.is-back-undated")
    return text("panel.is-back", made=f"{made:%Y-%m-%d %H:%M}")
