"""Verifies a table's result by its game file: the same `verify` as for any export, then equal points.

A file comes compressed, from any client of the broker: one that unpacks to too much is rejected.
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
from companion.table.codec import FAULTS, Codec
from companion.table.export import ExportedGame, LogLine, parse_export
from companion.table.history import History, throttled
from companion.table.index import GameInfo
from companion.table.results import build_results
from companion.table.verification import Verdict, verify_export

MAX_PACKED = 512 * 1024
"""Bytes of a compressed file."""
MAX_UNPACKED = 4 * 1024 * 1024
"""Bytes of an unpacked file: a game of ten thousand entries."""
MAX_CONTAINERS = MAX_UNPACKED // 24
"""Lists and objects in a file, several times those of such a game; a million empty ones would need 200 MB."""
MAX_CPU_TIME = 20.0
"""CPU seconds for a file. A long evening's takes less than one; a crafted one may take hours."""
_GZIP_OR_ZLIB = zlib.MAX_WBITS | 32
"""Compressed with or without gzip's header."""


class Verification(msgspec.Struct, frozen=True):
    """The verification of a file.

    status: of the verdict; `partly` for a valid file with entries that cannot be verified, rolled with other
    boxes' secrets; `unknown` for a game that is not installed; `unread` for an unreadable file, or after
    `MAX_CPU_TIME`. The other fields are those of `Outcome`, of a valid file.
    """

    status: Literal["holds", "forged", "not-ended", "partly", "unknown", "unread"]
    game: str = ""
    system: str = ""
    commitment: str = ""
    secret: str = ""
    head: str = ""
    standings: frozenset[tuple[str, int, int, bool]] = frozenset()

    def compare(self, outcome: Outcome) -> Literal["holds", "differs", "other"]:
        """Whether a valid file proves this result."""
        own = (outcome.game, outcome.system, outcome.commitment, outcome.secret, outcome.head)
        whole = (self.game, self.system, self.commitment, self.secret, self.head)
        if own[:2] != whole[:2] or any(one not in ("", two) for one, two in zip(own, whole, strict=True)):
            return "other"
        published = frozenset(map(_standing, outcome.standings))
        return "holds" if published == self.standings else "differs"


class _TimeExceeded(Exception):
    """`MAX_CPU_TIME` is exceeded."""


def verify_file(
    file: bytes, games: Mapping[str, Game], cpu_time: Callable[[], float] = time.thread_time
) -> Verification:
    """Verify a compressed file. Takes a while, yielding to other threads; never raises. cpu_time:
    seconds of this thread.
    """
    plain = unpack(file)
    if plain is None:
        return Verification("unread")
    try:
        exported, lines = parse_export(plain)
    except Refused:
        return Verification("unread")
    game = games.get(exported.system)
    if game is None:
        return Verification("unknown")
    codec, until = Codec(game), cpu_time() + MAX_CPU_TIME

    def before_each() -> None:
        if cpu_time() > until:
            raise _TimeExceeded

    try:
        verdict = verify_export(exported, lines, codec, before_each=before_each)
        if verdict.status != "holds" or verdict.unproven:
            return Verification("partly" if verdict.status == "holds" else verdict.status)
        return _verified(exported, lines, codec, verdict, before_each)
    except _TimeExceeded:
        return Verification("unread")


def unpack(file: bytes) -> dict[str, Any] | None:
    """The JSON object in a file; None for any other, or a too large one."""
    if len(file) > MAX_PACKED:
        return None
    opening = zlib.decompressobj(_GZIP_OR_ZLIB)
    try:
        plain = opening.decompress(file, MAX_UNPACKED)
        if not opening.eof or plain.count(b"{") + plain.count(b"[") > MAX_CONTAINERS:
            return None
        return msgspec.json.decode(plain, type=dict[str, Any])
    except (zlib.error, ValueError, RecursionError):
        return None


def _verified(
    file: ExportedGame,
    lines: tuple[LogLine, ...],
    codec: Codec,
    verdict: Verdict,
    before_each: Callable[[], object],
) -> Verification:
    """The verification of a valid file."""
    first, last = lines[0], lines[-1]

    def entries() -> Iterator[tuple[Entry, bool]]:
        for each in lines:
            before_each()
            yield each.entry(), not each.undone and each.command["type"] not in codec.no_steps

    try:
        players = msgspec.convert(first.command["players"], tuple[Player, ...])
        card = GameInfo(file.game, file.system, players, stamped(first.at), first.n, last.n)
        ended = build_results(History(card, codec, throttled(entries())), lambda: None)
    except FAULTS:
        return Verification("unread")
    standings = frozenset(map(_standing, ended.result.places))
    secret, head = file.secret or "", verdict.head
    return Verification("holds", file.game, file.system, file.commitment, secret, head, standings)


def _standing(each: Any) -> tuple[str, int, int, bool]:
    """The common fields of a `Standing` and a game's `Place`."""
    return each.colour, each.points, each.rank, each.won
