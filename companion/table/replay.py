"""A game as it was, entry by entry: for who looks back at it, whether it has ended or goes on.

States are folded from the storage on the thread of who asks, one asker at a time. The way there is
remembered for the games that were looked at last: who goes through a game step by step, on or back, has each
entry folded about once, and who jumps waits for as many as lie between two of the places that are kept.
"""

from __future__ import annotations

import threading
from array import array
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, timedelta

import msgspec

from companion.games import Refused
from companion.storage.entry import Entry
from companion.storage.storage import Storage
from companion.table.archive import Card, up_to
from companion.table.codec import FAULTS, Codec
from companion.table.commands import Inherited
from companion.table.gently import gently, give_way
from companion.table.own import Own
from companion.table.pace import gap
from companion.table.play import Play
from companion.table.snapshot import Snapshot
from companion.table.steps import BESIDE, Steps, Unreadable, begun

SPAN = 64
"""Entries from one kept state to the next; twice as many whenever a game has grown too long for `MARKS`."""
MARKS = 32
"""How many of these states are kept of one game."""
NEAR = 256
"""To so many entries on either side of the last that was asked, at most, every state is kept."""
GAMES = 2
"""How many games' ways are remembered."""


class Then(msgspec.Struct, frozen=True):
    """A game as it was after one of its entries.

    snapshot: `version` and `at` are the entry's; what belongs to the box, and to no game, is left empty.
    numbers: of all entries that the game has now. place: of this one among them, from 0. played: how long
    until then.
    """

    snapshot: Snapshot
    play: Play
    entry: Entry
    numbers: array[int]
    place: int
    played: timedelta


class Replay:
    """Looks back at games. Safe to use from any thread; asks for no lock of the table's.

    inherited: what was rolled with other secrets of the game of this id, None for a game of this box.
    give_way: lets others go first.
    """

    def __init__(
        self,
        storage: Storage,
        codecs: Mapping[str, Codec],
        inherited: Callable[[str], Inherited | None],
        give_way: Callable[[], None] = give_way,
    ) -> None:
        self._storage = storage
        self._codecs = codecs
        self._inherited = inherited
        self._give_way = give_way
        self._one_reads = threading.Lock()
        self._ways: dict[str, Way] = {}

    def at(self, card: Card, n: int, until: int, over: Callable[[], bool]) -> Then:
        """The game as it was after the entry `n`, or after its last one before that.

        until: the last number that may be asked. over: whether the game has ended and goes on no more: only
        then an end tells the secret. Raises `Refused` and `StorageFailed`.
        """
        with self._one_reads:
            way = self._way(card)
            if not way.numbers[0] <= n <= until:
                raise _no_such(card, n, way.numbers[0], way.numbers[-1])
            return self._past(way, bisect_right(way.numbers, n) - 1, over)

    def step(self, card: Card, step: int, over: Callable[[], bool]) -> Then:
        """The game as it was after this many of its entries, the start being the first. over, what it raises:
        as `at`.
        """
        with self._one_reads:
            way = self._way(card)
            if not 1 <= step <= len(way.numbers):
                raise _no_such(card, step, 1, len(way.numbers))
            return self._past(way, step - 1, over)

    def _past(self, way: Way, place: int, over: Callable[[], bool]) -> Then:
        try:
            steps, entry = way.steps(place), way.entry(place)
            play = Play(steps, tells=steps.over and over())
            snapshot = Snapshot(entry.n, self._storage.epoch, entry.at, Own(), play, box=self._storage.box)
            _ = snapshot.json, play.picture
        except Unreadable as fault:
            raise fault.refused(way.system) from fault
        except FAULTS as fault:  # what rules of another version, or none, have made
            raise Unreadable().refused(way.system) from fault
        return Then(snapshot, play, entry, way.numbers[:], place, timedelta(seconds=way.played[place]))

    def _way(self, card: Card) -> Way:
        """The one that is remembered, now the last to be forgotten, else a new one; with all that the game
        has now. Raises `Refused` and `StorageFailed`.
        """
        way = self._ways.pop(card.id, None)
        if way is None:
            codec = self._codecs.get(card.system)
            secret = self._storage.secret(card.id)
            if codec is None or secret is None:
                raise Unreadable().refused(card.system)
            way = Way(self._storage, card, codec, secret, self._inherited(card.id), self._give_way)
        self._ways[card.id] = way
        while len(self._ways) > GAMES:
            del self._ways[next(iter(self._ways))]
        way.extend(card.last)
        if not way.numbers:
            raise Unreadable().refused(card.system)
        return way


def _no_such(card: Card, given: int, first: int, last: int) -> Refused:
    return Refused("no-such-entry", game=card.id, entry=given, first=first, last=last)


class Way:
    """A game's way from its start on. For one thread at a time.

    system, codec: the game's. numbers: of its own entries, the start's first. played: how long until each of
    them, in seconds.
    """

    def __init__(
        self,
        storage: Storage,
        card: Card,
        codec: Codec,
        secret: bytes,
        inherited: Inherited | None,
        give_way: Callable[[], None],
    ) -> None:
        self.system = card.system
        self._storage = storage
        self._card = card
        self.codec = codec
        self._secret = secret
        self._inherited = inherited
        self._give_way = give_way
        self._kept: dict[int, Steps] = {}
        self._span = SPAN
        self._last: datetime | None = None
        self.numbers = array("q")
        self.played = array("q")

    def extend(self, last: int) -> None:
        """Take in the entries up to this number that have come since."""
        for entry in self._entries(len(self.numbers) - 1, last):
            if entry.kind not in BESIDE:
                since = gap(self._last, entry.at) if self._last else timedelta()
                self.played.append((self.played[-1] if self.played else 0) + int(since.total_seconds()))
                self.numbers.append(entry.n)
                self._last = entry.at

    def entry(self, place: int) -> Entry:
        """The entry there. Raises `Unreadable` where the journal has it no more."""
        entry = self._storage.entry(self.numbers[place])
        if entry is None:
            raise Unreadable
        return entry

    def steps(self, place: int) -> Steps:
        """The game as it was after the entry there. Raises `Unreadable` and `StorageFailed`."""
        at = max((each for each in self._kept if each <= place), default=-1)
        steps = self._kept.get(at)
        near = min(self._span, NEAR)
        entries = self._entries(at, self.numbers[place]) if at < place else ()
        for entry in gently(entries, self._give_way):
            if entry.kind in BESIDE:
                continue
            at += 1
            steps = self._folded(steps, entry, at)
            if at % self._span == 0 or at > place - near:
                self._kept[at] = steps
            if at % self._span == 0:
                self._thin()
        for each in [each for each in self._kept if each % self._span and abs(each - place) > near]:
            del self._kept[each]
        if steps is None:
            raise Unreadable
        return steps

    def _thin(self) -> None:
        """Let go every other mark where there are too many."""
        if sum(each % self._span == 0 for each in self._kept) > MARKS:
            for each in [each for each in self._kept if each % self._span == 0 and each % (2 * self._span)]:
                del self._kept[each]
            self._span *= 2

    def _folded(self, steps: Steps | None, entry: Entry, at: int) -> Steps:
        """The game with one more entry, the one at this place."""
        if steps is None:
            steps = begun(self.codec, self._secret, entry, self._storage.entry, self._inherited)
        else:
            steps = steps.after(entry)
        return steps.on_new_dice() if self._inherited and at + 1 == self._inherited.entries else steps

    def _entries(self, place: int, last: int) -> Sequence[Entry]:
        """The game's entries behind the one there, all at -1, up to this number. Raises `StorageFailed`."""
        entries = up_to(self._storage.of(self._card.id), last)
        behind = self.numbers[place] if place >= 0 else 0
        return entries[len(up_to(entries, behind)) :]
