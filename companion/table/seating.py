"""Who played a game, by the names that were typed: as of each entry, and all who ever did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

import msgspec

from companion.games.seating import SEAT_COMMANDS, SeatCommand, Seating, seat_command
from companion.storage.entry import Entry
from companion.table.commands import TAKING_BACK
from companion.table.steps import Unreadable, moved


def seatings(entries: Iterable[Entry]) -> list[Seating]:
    """Who plays after each of a game's entries that changes it; of what was taken back, who played before."""
    found: list[Seating] = []
    said: dict[int, SeatCommand] = {}
    gone: set[int] = set()
    for entry in entries:
        kind = entry.kind
        with suppress(Unreadable, msgspec.MsgspecError):  # such a game is listed as unreadable
            if kind in TAKING_BACK:
                numbers = {each.entry for each in moved(entry)}
                gone = gone | numbers if kind == "undo" else gone - numbers
            elif kind in SEAT_COMMANDS:
                said[entry.n] = seat_command(entry.command)
            else:
                continue
            now = Seating(entry.n)
            for n, each in said.items():
                now = now if n in gone else each.after(now)
            found.append(now)
    return found


def seated_at(found: Sequence[Seating], n: int) -> Seating:
    """Who played after the entry `n`."""
    return next((each for each in reversed(found) if each.n <= n), Seating())
