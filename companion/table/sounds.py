"""What is heard of what has happened to the game, at the box and on phones."""

from __future__ import annotations

from companion.language.signals import Sound
from companion.table.snapshot import Snapshot


def sounds(before: Snapshot | None, after: Snapshot) -> tuple[Sound, ...] | None:
    """How that sounds which was drawn between the two, and the end.

    None where nothing has happened: there is another game or none, or nothing was entered anew, but something
    taken back or done again at most. before: None where nobody has looked yet.
    """
    was, now = before and before.play, after.play
    if not before or not was or not now or was is now or was.id != now.id:
        return None
    if now.steps.last.entry.n <= before.version:
        return None
    drawn = was.sounds(now)
    return (*drawn, "end") if now.over and not was.over else drawn
