"""Show a game as it was after any of its entries, ended or running.

States are folded on the calling thread, one call at a time. Of the game viewed last every
`CHECKPOINT_INTERVAL`th state is kept, so that a jump folds fewer entries than that.
"""

from __future__ import annotations

import threading
from bisect import bisect_right
from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from companion.games import Refused
from companion.storage.entry import Entry
from companion.storage.storage import Storage
from companion.table.box_state import BoxState
from companion.table.codec import FAULTS, Codec
from companion.table.commands import Inherited
from companion.table.history import entries_until, throttled, yield_cpu
from companion.table.index import GameInfo
from companion.table.snapshot import Play, Snapshot
from companion.table.steps import NOT_STEPS, Steps, Unreadable, start_steps

CHECKPOINT_INTERVAL = 32
"""Entries between kept states."""


class HistoricalView(msgspec.Struct, frozen=True):
    """A game as it was after one of its entries."""

    snapshot: Snapshot
    """`version` and `at` are the entry's; the box's own state is empty."""
    play: Play
    entry: Entry
    numbers: Sequence[int]
    """Of all entries of the game now."""
    position: int
    """Index of this entry in `numbers`."""


class HistoryViewer:
    """Builds historical views. Safe to use from any thread; takes no lock of the table.

    inherited: what was rolled with other secrets in the game of this ID, None for a game of this box.
    """

    def __init__(
        self,
        storage: Storage,
        codecs: Mapping[str, Codec],
        inherited: Callable[[str], Inherited | None],
        yield_cpu: Callable[[], None] = yield_cpu,
    ) -> None:
        self._storage = storage
        self._codecs = codecs
        self._inherited = inherited
        self._yield_cpu = yield_cpu
        self._read_lock = threading.Lock()
        self._game: _Game | None = None

    def after_entry(self, info: GameInfo, n: int, until: int, over: Callable[[], bool]) -> HistoricalView:
        """Return the game after entry `n`, or after its last entry before that.

        until: the largest number allowed.
        over: whether the game is over for good, so that its secret may be shown.

        Raises `Refused` and `StorageFailed`.
        """
        with self._read_lock:
            game = self._load(info)
            first, last = game.entries[0].n, game.entries[-1].n
            if not first <= n <= until:
                raise _no_such(info, n, first, last)
            return self._view(game, bisect_right(game.entries, n, key=lambda each: each.n) - 1, over)

    def after_step(self, info: GameInfo, step: int, over: Callable[[], bool]) -> HistoricalView:
        """Return the game after its first `step` entries, the start being 1. over, errors: as in
        `after_entry`.
        """
        with self._read_lock:
            game = self._load(info)
            if not 1 <= step <= len(game.entries):
                raise _no_such(info, step, 1, len(game.entries))
            return self._view(game, step - 1, over)

    def _view(self, game: _Game, index: int, over: Callable[[], bool]) -> HistoricalView:
        entry, system = game.entries[index], game.info.system
        try:
            steps = self._steps(game, index)
            play = Play(steps, tells=steps.over and over())
            snapshot = Snapshot(
                entry.n, self._storage.epoch, entry.at, BoxState(), play, box=self._storage.box
            )
            _ = snapshot.json
            play.view.compute_all()
        except Unreadable as fault:
            raise fault.refused(system) from fault
        except FAULTS as fault:  # what rules of another version, or none, have made
            raise Unreadable().refused(system) from fault
        return HistoricalView(snapshot, play, entry, [each.n for each in game.entries], index)

    def _load(self, info: GameInfo) -> _Game:
        """The game with all the entries that it has now. Raises `Refused` and `StorageFailed`."""
        if self._game is not None and self._game.info == info:
            return self._game
        codec, secret = self._codecs.get(info.system), self._storage.secret(info.id)
        entries = [
            each for each in entries_until(self._storage.of(info.id), info.last) if each.kind not in NOT_STEPS
        ]
        if codec is None or secret is None or not entries:
            raise Unreadable().refused(info.system)
        checkpoints = self._game.checkpoints if self._game and self._game.info.id == info.id else []
        self._game = _Game(info, codec, secret, entries, checkpoints)
        return self._game

    def _steps(self, game: _Game, index: int) -> Steps:
        """The game as it was after the entry there. Raises `Unreadable`."""
        inherited = self._inherited(game.info.id)
        nearest = min(index // CHECKPOINT_INTERVAL, len(game.checkpoints) - 1)
        steps, at = (
            (game.checkpoints[nearest], nearest * CHECKPOINT_INTERVAL) if game.checkpoints else (None, -1)
        )
        for each in throttled(game.entries[at + 1 : index + 1], self._yield_cpu):
            at += 1
            steps = steps.after(each) if steps else start_steps(game.codec, game.secret, each, inherited)
            if inherited and at + 1 == inherited.entries:
                steps = steps.with_new_secret()
            if at == len(game.checkpoints) * CHECKPOINT_INTERVAL:
                game.checkpoints.append(steps)
        if steps is None:
            raise Unreadable
        return steps


class _Game(NamedTuple):
    """A game being looked back at.

    checkpoints: every `CHECKPOINT_INTERVAL`th state from the first, as far as they were folded.
    """

    info: GameInfo
    codec: Codec
    secret: bytes
    entries: list[Entry]
    checkpoints: list[Steps]


def _no_such(info: GameInfo, given: int, first: int, last: int) -> Refused:
    return Refused("no-such-entry", game=info.id, entry=given, first=first, last=last)
