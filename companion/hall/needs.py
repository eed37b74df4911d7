"""A table as its hall knows it, and what it needs of the organiser, by which tables are sorted."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Literal, TypeAlias, get_args

import msgspec

from companion.mqtt.payloads import Outcome, TableState
from companion.table.organiser import Call, Reply

QUIET = timedelta(minutes=20)
"""The time without a move after which a game counts as quiet."""
Need: TypeAlias = Literal[
    "calls", "coming", "disputed", "away", "lacking", "quiet", "end", "playing", "waiting", "ended", "gone"
]
"""What a table needs, the most urgent first. calls: an unanswered call. coming: the organiser is on the way.
disputed: the game file does not prove the result. away: the box is offline during a game. lacking: a part is
missing.
quiet: no move for `QUIET`. end: the game may be over soon. waiting: no game. gone: offline without a game.
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
"""The verification of a result. none: there is no game file. waits: not verified yet. differs: valid, with
other points. other: of another game, or of an earlier end of this one. The others are `Verification.status`.
"""
SortKey: TypeAlias = tuple[int, str, int, str]
"""The sort key of a table."""
DISPUTED = frozenset({"differs", "forged", "not-ended"})


class HallTable(msgspec.Struct, frozen=True):
    """A table as its hall knows it. box: its id. here: whether it is online, None if unknown. moved_at: of
    its last move, None if unknown. proof: of `outcome`.
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
        """The table's number, None without one."""
        return self.state.table if self.state else None

    @property
    def running(self) -> bool:
        """Whether a game runs."""
        return self.state is not None and self.state.game is not None and not self.state.ended

    @property
    def answered(self) -> Literal["coming", "settled"] | None:
        """The organiser's answer to the present call."""
        if self.call is None or self.reply is None or self.reply.call != self.call.at:
            return None
        return "settled" if self.reply.done else "coming"


def need_of(table: HallTable, now: datetime) -> Need:
    """The most urgent need of a table."""
    if table.call is not None and table.answered != "settled":
        return table.answered or "calls"
    if table.outcome is not None and table.proof in DISPUTED:
        return "disputed"
    if table.here is False:
        return "away" if table.running else "gone"
    return "lacking" if table.state is not None and table.state.missing else _of_the_game(table, now)


def _of_the_game(table: HallTable, now: datetime) -> Need:
    if not table.running or table.state is None:
        return "ended" if table.state is not None and table.state.ended else "waiting"
    if table.moved_at is not None and now - table.moved_at >= QUIET:
        return "quiet"
    return "end" if table.state.end_in_sight else "playing"


_ORDER = {each: place for place, each in enumerate(NEEDS)}


def sort_key(table: HallTable, what: Need) -> SortKey:
    """The sort key of a table with this need, the smallest first: calls by their time, others by number."""
    since = table.call.at if table.call and what in ("calls", "coming") else ""
    number = table.number
    return _ORDER[what], since, 10_000 if number is None else number, table.box
