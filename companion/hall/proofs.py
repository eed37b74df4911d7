"""What the file of an ended game proves of the result that its table has told: the same `verify` as for any
export, and that its points are those of the file.

A file comes packed, from anybody: what is too long when it is unpacked is not read.
"""

from __future__ import annotations

import time
import zlib
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal

import msgspec

from companion.games import Game, Player, Refused
from companion.mqtt.payloads import Outcome
from companion.storage.entry import Entry, stamped
from companion.table.archive import Card, Past
from companion.table.codec import FAULTS, Codec
from companion.table.export import Exported, LogLine, parsed
from companion.table.gently import gently
from companion.table.giving import ended_game
from companion.table.verify import Verdict, judge

LARGEST = 512 * 1024
"""Bytes of a packed file."""
UNPACKED = 4 * 1024 * 1024
"""Bytes of one when it is unpacked: a game of ten thousand entries."""
WITHIN = UNPACKED // 24
"""Lists and objects in one, several times what such a game has; a million empty ones would take 200 MB."""
PATIENCE = 20.0
"""Seconds of work for a file. A long evening's takes less than one; one made by hand may take hours."""
_EITHER = zlib.MAX_WBITS | 32
"""Packed as gzip does or without its head."""


class Proved(msgspec.Struct, frozen=True):
    """What a file proves.

    status: of the verdict; `partly` where it holds as far as it can be judged, and not every entry can: it
    was rolled with other boxes' secrets. `unknown` for a game that is not installed here, `unread` for what
    cannot be read, or not in time. The rest, of one that holds, is as in `Outcome`.
    """

    status: Literal["holds", "forged", "not-ended", "partly", "unknown", "unread"]
    game: str = ""
    system: str = ""
    commitment: str = ""
    secret: str = ""
    head: str = ""
    standings: frozenset[tuple[str, int, int, bool]] = frozenset()

    def beside(self, outcome: Outcome) -> Literal["holds", "differs", "other"]:
        """Whether it proves this result. For a file that holds."""
        own = (outcome.game, outcome.system, outcome.commitment, outcome.secret, outcome.head)
        whole = (self.game, self.system, self.commitment, self.secret, self.head)
        if own[:2] != whole[:2] or any(one not in ("", two) for one, two in zip(own, whole, strict=True)):
            return "other"
        told = frozenset(map(_standing, outcome.standings))
        return "holds" if told == self.standings else "differs"


class _TooLong(Exception):
    """It takes too long."""


def proved(file: bytes, games: Mapping[str, Game], worked: Callable[[], float] = time.thread_time) -> Proved:
    """Judge a packed file. Takes a while for a long game, others going first; raises nothing. worked: seconds
    that this thread has worked.
    """
    plain = unpacked(file)
    if plain is None:
        return Proved("unread")
    try:
        exported, lines = parsed(plain)
    except Refused:
        return Proved("unread")
    game = games.get(exported.system)
    if game is None:
        return Proved("unknown")
    codec, until = Codec(game), worked() + PATIENCE

    def before_each() -> None:
        if worked() > until:
            raise _TooLong

    try:
        verdict = judge(exported, lines, codec, before_each=before_each)
        if verdict.status != "holds" or verdict.unproven:
            return Proved("partly" if verdict.status == "holds" else verdict.status)
        return _whole(exported, lines, codec, verdict, before_each)
    except _TooLong:
        return Proved("unread")


def unpacked(file: bytes) -> dict[str, Any] | None:
    """The JSON object that a file holds; None for anything else, and for what is too long."""
    if len(file) > LARGEST:
        return None
    opening = zlib.decompressobj(_EITHER)
    try:
        plain = opening.decompress(file, UNPACKED)
        if not opening.eof or plain.count(b"{") + plain.count(b"[") > WITHIN:
            return None
        return msgspec.json.decode(plain, type=dict[str, Any])
    except (zlib.error, ValueError, RecursionError):
        return None


def _whole(
    file: Exported,
    lines: tuple[LogLine, ...],
    codec: Codec,
    verdict: Verdict,
    before_each: Callable[[], object],
) -> Proved:
    """What one that holds proves."""
    first, last = lines[0], lines[-1]

    def entries() -> Iterator[tuple[Entry, bool]]:
        for each in lines:
            before_each()
            yield each.entry(), not each.undone and each.command["type"] not in codec.no_steps

    try:
        players = msgspec.convert(first.command["players"], tuple[Player, ...])
        card = Card(file.game, file.system, players, stamped(first.at), first.n, last.n)
        ended = ended_game(Past(card, codec, gently(entries())), lambda: None)
    except FAULTS:
        return Proved("unread")
    standings = frozenset(map(_standing, ended.result.places))
    secret, head = file.secret or "", verdict.head
    return Proved("holds", file.game, file.system, file.commitment, secret, head, standings)


def _standing(each: Any) -> tuple[str, int, int, bool]:
    """A player's `Standing`, or his `Place` in the game, in what both say."""
    return each.colour, each.points, each.rank, each.won
