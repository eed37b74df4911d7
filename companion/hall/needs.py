"""A table as its organiser's hall sees it, and what it needs of him: by that the tables are sorted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, TypeAlias, get_args

import msgspec

from companion.mqtt.payloads import Outcome, TableState
from companion.table.organiser import Call, Reply

QUIET = timedelta(minutes=20)
"""Without a move for so long a running game may need somebody."""
Need: TypeAlias = Literal[
    "calls", "coming", "disputed", "away", "lacking", "quiet", "end", "playing", "waiting", "ended", "gone"
]
"""What a table needs of the organiser, the most urgent first. calls: it calls, and nobody has answered.
coming: he is on his way. disputed: its result is not what the game's file proves. away: the box does not
answer while its game runs. lacking: it misses a part. quiet: no move for `QUIET`. end: the game may be over
soon. waiting: it has no game. gone: its box does not answer, and no game runs there.
"""
NEEDS: tuple[Need, ...] = get_args(Need)
Proof: TypeAlias = Literal[
    "none",
    "waits",
    "holds",
    "differs",
    "other",
    "forged",
    "not-ended",
    "partly",
    "unknown",
    "unread",
]
"""What is known of a result: none: the box has left no file of the game. waits: it is still to be proved.
differs: the file holds, and leads to other points. other: the file is of another game, or of an earlier end
of this one. The others are `Proved.status`.
"""
Urgency: TypeAlias = tuple[int, str, int, str]
"""What tables are sorted by."""
DISPUTED = frozenset({"differs", "forged", "not-ended"})


class TableSeen(msgspec.Struct, frozen=True):
    """A table as the hall knows it. box: its id. here: whether it answers, None where unknown.
    moved_at: when its last move was made, None where nobody can say. proof: of `outcome`.
    """

    box: str
    here: bool | None = None
    state: TableState | None = None
    moved_at: datetime | None = None
    call: Call | None = None
    reply: Reply | None = None
    outcome: Outcome | None = None
    proof: Proof = "none"

    @property
    def number(self) -> int | None:
        """What the table is called, None for one that has no number."""
        return self.state.table if self.state else None

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self.state is not None and self.state.game is not None and not self.state.ended

    @property
    def answered(self) -> Literal["coming", "settled"] | None:
        """The organiser's answer to the call that stands."""
        if self.call is None or self.reply is None or self.reply.call != self.call.at:
            return None
        return "settled" if self.reply.done else "coming"


def need(table: TableSeen, now: datetime) -> Need:
    """What a table needs now."""
    if table.call is not None and table.answered != "settled":
        return table.answered or "calls"
    if table.outcome is not None and table.proof in DISPUTED:
        return "disputed"
    if table.here is False:
        return "away" if table.running else "gone"
    return "lacking" if table.state is not None and table.state.missing else _of_the_game(table, now)


def _of_the_game(table: TableSeen, now: datetime) -> Need:
    if not table.running or table.state is None:
        return "ended" if table.state is not None and table.state.ended else "waiting"
    if table.moved_at is not None and now - table.moved_at >= QUIET:
        return "quiet"
    return "end" if table.state.end_in_sight else "playing"


_PLACE = {each: place for place, each in enumerate(NEEDS)}


def urgency(table: TableSeen, what: Need) -> Urgency:
    """Where a table with this need stands among others, the smallest first: who calls by how long he has, all
    others by their number."""
    since = table.call.at if table.call and what in ("calls", "coming") else ""
    number = table.number
    return _PLACE[what], since, 10_000 if number is None else number, table.box
