"""The table: the one writer. Commands go in one by one; entries and snapshots come out, and a bell rings."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import msgspec

from companion.bell import Bell
from companion.games import Command, Game, Refused
from companion.games.dice import SECRET_BYTES, Dice
from companion.journal.damage import Damage
from companion.journal.entry import Entry, Source, stamp
from companion.journal.journal import Journal, JournalFailed
from companion.table.archive import (
    Archive,
    Card,
    GameOnFile,
    Tale,
    indexed,
    seeds_after,
    tags_after,
)
from companion.table.codec import FAULTS, Codec
from companion.table.coming import Coming, NextSecret, next_secret, with_seed
from companion.table.commands import (
    Acknowledge,
    AddSeed,
    AtStart,
    Replaced,
    Resume,
    Resumed,
    SeedAdded,
    Seeded,
    Start,
)
from companion.table.deciding import Decision, decide, normal
from companion.table.incoming import incoming, same_game
from companion.table.luck import seeds_of
from companion.table.play import Play
from companion.table.reading import read, read_options
from companion.table.snapshot import Snapshot
from companion.table.steps import Steps, Unreadable, begun

NO_SECRET = bytes(SECRET_BYTES)
"""For judging a start that is not made: what it would roll is nobody's."""


class Performed(msgspec.Struct, frozen=True):
    """What a command did. version: the number of its entry; snapshot: the table now."""

    version: int
    events: tuple[dict[str, Any], ...]
    snapshot: Snapshot


class _Beside(msgspec.Struct, frozen=True):
    """A game that is not on the table, as it was read. steps: None where it cannot be read."""

    card: Card
    steps: Steps | None


class Stale(Refused):
    """The command was made for an older version. snapshot: the table as it is now."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__("stale")
        self.snapshot = snapshot


class Table:
    """Games, tags and their journal behind one lock; any thread may call anything.

    games: the rules by their system's name. clock: the present time. entropy: that many random bytes.
    The journal belongs to the table from now on: `close` closes it.
    """

    def __init__(
        self,
        journal: Journal,
        games: Mapping[str, Game],
        bell: Bell,
        *,
        clock: Callable[[], datetime],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._lock = threading.RLock()
        self._one_reads = threading.RLock()  # many at once would leave a press little of the processor
        self._journal = journal
        self._codecs = {system: Codec(game) for system, game in games.items()}
        self._bell = bell
        self._clock = clock
        self._entropy = entropy
        self._index = indexed(journal)
        self._archive = Archive(journal, self._codecs, self._index)
        with suppress(JournalFailed):  # who only looks leaves it as it is
            self._renew()
        self._steps = self._found(self._index.on_table)
        found = journal.damage
        set_aside = None if found is None or stamp(found.at) in self._index.seen else found
        self._secret = next_secret(journal, self._index.started, entropy)
        self._index.forget_seeds(self._secret.after)
        coming = self._secret.promise(self._index.seeds) if self._secret.kept else None
        at, tags = self._index.at, self._index.tags
        snapshot = self._composed(journal.last, at, tags, self._steps, set_aside, coming)
        self._snapshot = replace(snapshot, resumed=True)

    @property
    def snapshot(self) -> Snapshot:
        """The latest picture; never blocks."""
        return self._snapshot

    def read(self, body: Mapping[str, Any], key: str | None = None) -> Command:
        """Decode what a client sent, without `expects` and `id`, which is the key. Raises `NotACommand`."""
        return read(body, self.readers(key), self._codecs)

    def readers(self, key: str | None = None) -> tuple[Codec, ...]:
        """The games whose commands are read now: the one on the table, or without one every game.

        key: the command's `id`. A repeated command is read by the game that it was for the first time.
        """
        steps = self._steps
        before = self._journal.keyed(key) if key is not None else None
        first = (self._archive.codec(before.game) if before else None) or (steps.codec if steps else None)
        return (first,) if first else tuple(self._codecs.values())

    def perform(
        self,
        command: Command,
        *,
        source: Source,
        by: str | None = None,
        name: str = "",
        expects: int | None = None,
        key: str | None = None,
        phone: str = "",
    ) -> Performed:
        """Do what a command asks; on the disk when this returns.

        by: the colour of who asks. expects: the version it was made for. key: the same key again is the
        same action, answered as the first time, for ever. phone: a mark that tells a joined phone from the
        others.
        Raises `Stale`, `Refused`, `JournalFailed`, for a `Start` also `NotACommand`; nothing has happened
        then.
        """
        command = normal(command)
        beside = self._beside(command)
        with self._lock:
            again = self._again(command, key) if key is not None else None
            if again:
                return again
            if expects is not None and expects != self._snapshot.version:
                raise Stale(self._snapshot)
            decision = self._decided(command, phone, self._secret.value, beside)
            events = msgspec.json.encode(decision.events)
            entry = Entry(
                self._journal.next, self._now(), decision.game, source, by, name, key,
                msgspec.json.encode(command), events,
            )  # fmt: skip
            steps, tags = self._steps_after(command, decision, entry), self._index.tags
            if entry.game is None:
                tags = tags_after(tags, entry)
            set_aside = None if isinstance(command, Acknowledge) else self._snapshot.set_aside
            secret, seeds = self._secret, self._index.seeds
            if decision.secret is not None:
                secret, seeds = NextSecret(self._journal, entry.n, self._entropy(SECRET_BYTES)), {}
            elif entry.game is None:
                seeds = seeds_after(seeds, entry)
            coming = secret.promise(seeds)
            snapshot = self._composed(entry.n, entry.at, tags, steps, set_aside, coming)
            self._journal.append([(entry, decision.secret)])
            self._index.note(entry)
            if not (secret.kept or secret.keep()):
                snapshot = replace(snapshot, coming=None)
            self._secret, self._steps, self._snapshot = secret, steps, snapshot
        self._bell.ring()
        return Performed(entry.n, entry.plain_events(), snapshot)

    def would_refuse(self, command: Command) -> Refused | None:
        """What the command would be refused with now; None if it would be done. Nothing happens."""
        beside = self._beside(command)
        with self._lock:
            try:
                self._decided(normal(command), "", NO_SECRET, beside)
            except Refused as refused:
                return refused
            return None

    def log(self, after: int = 0, limit: int | None = None) -> list[dict[str, Any]]:
        """The entries after this number, oldest first, as the HTTP contract has them."""
        return self._archive.log(after, limit)

    def tale(self, limit: int, before: int | None = None) -> list[Tale]:
        """The newest entries in words, newest first; with `before` those of lower numbers."""
        return self._archive.tale(limit, before)

    def games(self, limit: int | None = None, before: str | None = None) -> list[GameOnFile]:
        """The games by their start, the newest first: at most `limit` of them, with `before` those that come
        behind that game. Each is played again when it is first asked for. Raises `Refused` for a game that is
        not here.
        """
        return self._archive.games(limit, before, self._steps)

    def export(self, game: str | None = None) -> dict[str, Any]:
        """A game as a file, by default the one on the table. Raises `Refused`."""
        wanted = game or self._index.on_table
        if wanted is None:
            raise Refused("no-game")
        if wanted not in self._index.cards:
            raise Refused("no-such-game", game=wanted)
        with self._lock:
            card, playing = self._index.cards[wanted], self._steps
        return self._archive.export(card, playing)

    def export_pieces(self) -> tuple[str, Iterator[bytes]]:
        """The id of the game on the table, and its `export` as JSON, piece by piece, as it stands now.

        Raises `Refused`; taking the pieces, `JournalFailed`.
        """
        with self._lock:
            if self._index.on_table is None:
                raise Refused("no-game")
            card = self._index.cards[self._index.on_table]
            if self._steps is None:
                raise Refused("game-unreadable", system=card.system)
            return card.id, self._archive.pieces(card, self._steps)

    def bring_in(self, exported: Mapping[str, Any]) -> str:
        """Take in a game from a file, as an earlier one that can be resumed; return its id.

        The very game that is here already is not taken in twice. Raises `Refused` (`not-an-export`,
        `unknown-system`, `export-forged`, `game-here`) and `JournalFailed`; nothing has been kept then.
        """
        with self._lock:
            now = self._now()
            game, rows = incoming(exported, self._codecs, self._journal.next, now, self._entropy)
            if game in self._index.cards:
                if same_game(self.export(game), exported):
                    return game
                raise Refused("game-here", game=game)
            last, set_aside, coming = rows[-1][0].n, self._snapshot.set_aside, self._snapshot.coming
            snapshot = self._composed(last, now, self._index.tags, self._steps, set_aside, coming)
            self._journal.append(rows)
            for entry, _ in rows:
                self._index.note(entry)
            self._snapshot = snapshot
        self._bell.ring()
        return game

    def told(self) -> frozenset[str]:
        """The games whose secret everybody may know, because they have ended."""
        return frozenset(game.id for game in self.games() if game.ended)

    def alive(self, timeout: float = 1.0) -> bool:
        """Whether a command would be taken within this many seconds, and the journal answers."""
        if not self._lock.acquire(timeout=timeout):
            return False
        try:
            return self._journal.answers(timeout)
        finally:
            self._lock.release()

    def close(self) -> None:
        """Close the journal. What is on the way is finished first."""
        with self._lock:
            self._journal.close()

    def _renew(self) -> None:
        """Give a new secret to each game whose own a copy has left out, so that it can go on."""
        for game, promise in self._journal.left_out().items():
            if game in self._index.cards:
                number, secret = self._journal.next, self._entropy(SECRET_BYTES)
                row = self._archive.renewed(game, promise, number, self._now(), secret)
                self._journal.append([row])
                self._index.note(row[0])

    def _again(self, command: Command, key: str) -> Performed | None:
        """The answer to a command that was done before under this key."""
        before = self._journal.keyed(key)
        if before is None:
            return None
        if not self._same(command, before):
            raise Refused("key-reused")
        return Performed(before.n, before.plain_events(), self._snapshot)

    def _same(self, command: Command, before: Entry) -> bool:
        """Whether an entry's command is this one, whatever fields have been added to its type since."""
        plain = before.plain_command()
        codec = self._archive.codec(before.game) or next(iter(self._codecs.values()))
        try:
            return _sorted(codec.command(plain)) == _sorted(command)
        except FAULTS:
            return _sorted(plain) == _sorted(command)

    def _steps_after(self, command: Command, decision: Decision, entry: Entry) -> Steps | None:
        if isinstance(command, Start):
            codec = self._codecs[command.system]
            return begun(codec, decision.secret or b"", entry, self._journal.entry)
        if decision.steps:
            return decision.steps
        if self._steps is None or decision.game is None:
            return self._steps
        try:
            return self._steps.after(entry)
        except Unreadable as fault:
            raise Refused("game-unreadable", system=self._steps.codec.game.system) from fault

    def _beside(self, command: Command) -> _Beside | None:
        """The game beside the table that a command has to do with, read before anybody waits for the command:
        that takes as long as the game is. None where there is none, or the disk does not give it now."""
        match command:
            case Start():
                game = self._index.latest.get(command.system, "")
            case Resume():
                game = command.game
            case _:
                return None
        card, playing = self._index.cards.get(game), self._steps
        if card is None or (playing and playing.id == game):
            return None
        try:
            with self._one_reads:
                return _Beside(card, self._archive.steps(card))
        except Unreadable:
            return _Beside(card, None)
        except JournalFailed:
            return None

    def _decided(self, command: Command, phone: str, secret: bytes, beside: _Beside | None) -> Decision:
        """Judge a command in its normal form. phone: as for `perform`. secret: of a new game. beside: as
        `_beside` gives it."""
        match command:
            case Start():
                return self._begin(command, phone, secret, beside)
            case Resume():
                return self._resume(command, beside)
            case AddSeed():
                return Decision(None, (SeedAdded(command.seed, phone),))
            case _:
                return decide(command, self._steps, self._index.tags, self._snapshot.set_aside)

    def _begin(self, command: Start, phone: str, secret: bytes, read: _Beside | None) -> Decision:
        codec = self._codecs.get(command.system)
        if codec is None:
            raise Refused("unknown-system", given=command.system, systems=sorted(self._codecs))
        options = read_options(command.options, codec)
        if self._steps and not self._steps.over and not command.replace:
            raise Refused("game-running")
        beside = self._at_start(command, codec, phone, read)
        try:
            events = codec.game.begin(command.players, options, Dice(secret, seeds_of(beside)))
        except Refused as refused:
            raise refused.of(command.system) from None
        return Decision(self._new_id(), (*events, *beside), secret)

    def _at_start(
        self, command: Start, codec: Codec, phone: str, read: _Beside | None
    ) -> tuple[AtStart, ...]:
        """What the table itself writes down of a start: nothing where nothing is left to chance."""
        seeds = (
            self._index.seeds if command.seed is None else with_seed(self._index.seeds, phone, command.seed)
        )
        if not codec.game.chance:
            return ()
        beside: list[AtStart] = [Seeded(tuple(seeds.values()))] if seeds else []
        before = self._index.latest.get(command.system)
        steps = self._steps if self._steps and self._steps.id == before else self._found(before, read)
        if steps and not steps.played:
            beside.append(Replaced(steps.id, steps.fairness.starts + 1))
        return tuple(beside)

    def _resume(self, command: Resume, read: _Beside | None) -> Decision:
        if self._steps and self._steps.id == command.game:
            raise Refused("already-on-table")
        card = self._index.cards.get(command.game)
        if card is None:
            raise Refused("no-such-game", game=command.game)
        try:
            return Decision(card.id, (Resumed(card.id),), steps=self._read(card, read))
        except Unreadable as fault:
            raise Refused("game-unreadable", system=card.system) from fault

    def _new_id(self) -> str:
        """An id that no game has."""
        game = stem = f"{self._now():%Y%m%d}-{self._entropy(2).hex()}"
        again = 2
        while game in self._index.cards:
            game, again = f"{stem}-{again}", again + 1
        return game

    def _read(self, card: Card, read: _Beside | None) -> Steps:
        """A game beside the table, read anew where it has gone on since it was read. Raises `Unreadable`."""
        if read is None or read.card != card:
            return self._archive.steps(card)
        if read.steps is None:
            raise Unreadable
        return read.steps

    def _found(self, game: str | None, read: _Beside | None = None) -> Steps | None:
        """A game as the journal has it; None where it cannot be read."""
        card = self._index.cards.get(game or "")
        try:
            return self._read(card, read) if card else None
        except Unreadable:
            return None

    def _composed(
        self,
        version: int,
        at: datetime,
        tags: Mapping[str, int],
        steps: Steps | None,
        set_aside: Damage | None,
        coming: Coming | None,
    ) -> Snapshot:
        """The picture of the table. All that answers say of it is said now: what the rules could not tell is
        never written down."""
        play = Play(steps) if steps else None
        snapshot = Snapshot(version, self._journal.epoch, at, tags, play, set_aside, coming)
        _ = snapshot.json
        return snapshot

    def _now(self) -> datetime:
        return self._clock().astimezone(UTC).replace(microsecond=0)


def _sorted(command: Any) -> bytes:
    return msgspec.json.encode(command, order="sorted")
