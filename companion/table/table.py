"""The table: the only writer. Commands go in; entries and snapshots come out, and readers are notified."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from datetime import UTC, datetime
from functools import cached_property
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games import Command, Game, Player, Refused
from companion.games.dice import SECRET_BYTES, Dice
from companion.notifier import Notifier
from companion.storage.entry import Entry, Source, stamp
from companion.storage.settings import RENEWED
from companion.storage.storage import Storage, StorageFailed
from companion.table.archive import Archive, GameSummary, LogEntry
from companion.table.box_state import BoxState
from companion.table.codec import FAULTS, Codec, codecs_of
from companion.table.commands import AddSeed, HouseRules, Prepare, Resume, SeedAdded, Start, Tick
from companion.table.commitment import Commitment, CommittedSecret, load_secret
from companion.table.decisions import NO_SECRET, Decision, decide, normalized
from companion.table.game_import import import_rows, same_game
from companion.table.historical_view import HistoricalView, HistoryViewer
from companion.table.history import History
from companion.table.index import GameInfo, build_index
from companion.table.loader import GameLoader, LoadedGame
from companion.table.parsing import parse_command
from companion.table.results import GameResults, ResultsCache
from companion.table.setup import SetupChecklist, decide_setup, setup_checklist
from companion.table.snapshot import Play, Snapshot
from companion.table.steps import Steps, Unreadable, start_steps


class Table:
    """Games, tags and their storage behind one lock. Safe to use from any thread.

    games: rules by system.
    clock: now.
    entropy: returns this many random bytes.

    The table owns the storage: `close` closes it.

        result = table.perform(table.read({"type": "undo"}), source="phone")
        result.snapshot.play
    """

    def __init__(
        self,
        storage: Storage,
        games: Mapping[str, Game],
        notifier: Notifier,
        *,
        clock: Callable[[], datetime],
        entropy: Callable[[int], bytes],
    ) -> None:
        self._lock = threading.RLock()
        self._results_cache: ResultsCache | None = None
        self._storage = storage
        self._codecs = codecs_of(games)
        self._notifier = notifier
        self._clock = clock
        self._entropy = entropy
        self._index = build_index(storage)
        self._archive = Archive(storage, self._codecs, self._index)
        self._loader = GameLoader(self._archive, self._index, self._codecs)
        with suppress(StorageFailed):  # who only looks leaves it as it is
            self._renew_secrets()
        self._steps = self._loader.load(self._index.on_table)
        self._secret = load_secret(storage, self._index.last_start, entropy)
        box_state = self._index.box_state = self._index.box_state.with_seeds_since(self._secret.after)
        coming = self._secret.publish(box_state.seeds) if self._secret.saved else None
        snapshot = self._compose(storage.last, self._index.at, box_state, self._steps, coming)
        self._snapshot = replace(snapshot, resumed=True)

    @property
    def snapshot(self) -> Snapshot:
        """The latest snapshot; never blocks."""
        return self._snapshot

    def read(self, body: Mapping[str, Any], key: str | None = None) -> Command:
        """Decode a client's command, without `expects` and `id` (the key). Raises `InvalidCommand`."""
        return parse_command(body, self.command_codecs(key), self._codecs)

    def command_codecs(self, key: str | None = None) -> Iterable[Codec]:
        """Return the codecs for commands now: of the game on the table, or of every game without one.

        key: a repeated command is read by the game that it was first sent to.
        """
        steps = self._steps
        before = self._storage.entry_by_key(key, self._index.on_table) if key is not None else None
        first = (self._archive.codec(before.game) if before else None) or (steps.codec if steps else None)
        return (first,) if first else self._codecs.values()

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
    ) -> CommandResult:
        """Perform a command; it is on the disk when this returns.

        by: the colour that sends it.
        expects: the version it was made for.
        key: a repeated key returns the first result, as long as its game is on the table.
        phone: a mark that tells joined phones apart.

        Raises `Stale`, `Refused`, `StorageFailed`, and `InvalidCommand` for the options of a `Start`; nothing
        has changed then.
        """
        command = normalized(command)
        loaded = self._loader.preload(command, self._steps)
        with self._lock:
            before = self._repeated(command, key) if key is not None else None
            if before:
                return before
            if expects is not None and expects != self._snapshot.version:
                raise Stale(self._snapshot)
            decision = self._decide(command, phone, self._secret.secret, loaded)
            events = msgspec.json.encode(decision.events)
            entry = Entry(
                self._storage.next, self._now(), decision.game, source, by, name, key,
                msgspec.json.encode(command), events,
            )  # fmt: skip
            steps, box_state = (
                self._steps_after(command, decision, entry),
                self._box_state_after(command, entry),
            )
            secret = self._secret
            if decision.secret is not None:
                secret = CommittedSecret(self._storage, entry.n, self._entropy(SECRET_BYTES))
            snapshot = self._compose(entry.n, entry.at, box_state, steps, secret.publish(box_state.seeds))
            self._storage.append([(entry, decision.secret)])
            self._index.add_entry(entry)
            if not (secret.saved or secret.save()):
                snapshot = replace(snapshot, commitment=None)
            self._secret, self._steps, self._snapshot = secret, steps, snapshot
        self._notifier.notify()
        self._storage.note()
        return CommandResult(entry.n, events, snapshot)

    def would_refuse(self, command: Command) -> Refused | None:
        """Return the refusal that the command would meet now, or None."""
        loaded = self._loader.preload(command, self._steps)
        with self._lock:
            try:
                self._decide(normalized(command), "", NO_SECRET, loaded)
            except Refused as refused:
                return refused
            return None

    def setup_checklist(self, system: str, players: int | None = None, options: Any = None) -> SetupChecklist:
        """Return a game's set-up; never blocks.

        players, options: by default those of the running game, or those entered before.

        Raises `Refused` in the words of that game.
        """
        snapshot = self._snapshot
        steps = snapshot.play.steps if snapshot.play else None
        try:
            return setup_checklist(self._codecs[system], steps, snapshot.box_state, players, options)
        except Refused as refused:
            raise refused.for_game(system) from None

    def log(self, after: int = 0, limit: int | None = None) -> list[dict[str, Any]]:
        """Return the entries after this number, oldest first, as in the HTTP API."""
        return self._archive.log(after, limit)

    def log_entries(self, limit: int, before: int | None = None) -> list[LogEntry]:
        """Return the newest entries in words, newest first; with `before` those of lower numbers."""
        return self._archive.log_entries(limit, before)

    def games(self, limit: int | None = None, before: str | None = None) -> list[GameSummary]:
        """Return summaries, newest start first, with `before` those that follow that game. A game is replayed
        the first time. Raises `Refused` where `before` does not exist.
        """
        return self._archive.games(limit, before, self._steps)

    def all_games(self) -> list[GameInfo]:
        """Return all games, newest first, without reading them."""
        return self._archive.all_games()

    def inactive_games(self) -> list[GameInfo]:
        """Return all games but a running one on the table, newest first."""
        with self._lock:
            cards, playing = self._archive.all_games(), self._steps
        return [each for each in cards if playing is None or playing.over or each.id != playing.id]

    def players_of(self, game: str) -> tuple[Player, ...]:
        """Return all who ever played a game, the present players first; none for an unknown game."""
        return self._archive.players_of(game)

    def history(self, game: str) -> History:
        """Return a game's history. Raises `Refused`; iterating it may raise `StorageFailed`."""
        with self._lock:
            game_info = self._game_info(game)
        try:
            return self._archive.history(game_info)
        except Unreadable as fault:
            raise fault.refused(game_info.system) from fault

    def view_after(self, game: str, n: int) -> HistoricalView:
        """Return a game as it was after entry `n`, or after its last entry before that.

        Folded on the calling thread, without the table's lock. Raises `Refused` (`no-such-game`,
        `no-such-entry`, or unreadable) and `StorageFailed`.
        """
        game_info, playing = self._find(game)
        until = self._storage.last if playing and playing.id == game else game_info.last
        return self._viewer.after_entry(game_info, n, until, lambda: self._is_over(game_info, playing))

    def view_after_step(self, game: str, step: int) -> HistoricalView:
        """Return a game as it was after so many entries, the start being 1. Errors as in `view_after`."""
        game_info, playing = self._find(game)
        return self._viewer.after_step(game_info, step, lambda: self._is_over(game_info, playing))

    def results(self, game: str) -> GameResults:
        """Return an ended game's results, read on the calling thread, one game at a time.

        Raises `Refused` (`no-such-game`, `game-not-ended`, or unreadable) and `StorageFailed`.
        """
        game_info, playing = self._find(game)
        if playing and playing.id == game and not playing.over:
            raise Refused("game-not-ended")
        if self._results_cache is None:
            self._results_cache = ResultsCache()
        return self._results_cache.get(game_info, lambda: self.history(game))

    def _find(self, game: str) -> tuple[GameInfo, Steps | None]:
        """Return a game, and the one on the table. Raises `Refused` for an unknown one."""
        with self._lock:
            return self._game_info(game), self._steps

    def _game_info(self, game: str) -> GameInfo:
        """Return a game. Raises `Refused` for an unknown one."""
        game_info = self._index.games.get(game)
        if game_info is None:
            raise Refused("no-such-game", game=game)
        return game_info

    def _is_over(self, game_info: GameInfo, playing: Steps | None) -> bool:
        """Whether a game has ended for good."""
        return playing.over if playing and playing.id == game_info.id else self._archive.has_ended(game_info)

    @cached_property
    def _viewer(self) -> HistoryViewer:
        """Made at the first historical view, since it keeps states."""
        return HistoryViewer(self._storage, self._codecs, self._archive.inherited)

    def export(self, game: str | None = None) -> dict[str, Any]:
        """Return a game's file, by default of the one on the table. Raises `Refused`."""
        return self._archive.export(*self._find_or_current(game))

    def export_chunks(self, game: str | None = None) -> tuple[str, Iterator[bytes]]:
        """Return a game's ID and its export as JSON in chunks, by default of the one on the table.

        Raises `Refused` and `StorageFailed`, the latter also while iterating.
        """
        game_info, playing = self._find_or_current(game)
        if playing is None or playing.id != game_info.id:
            playing = self._archive.load(game_info)
        return game_info.id, self._archive.export_chunks(game_info, playing)

    def _find_or_current(self, game: str | None) -> tuple[GameInfo, Steps | None]:
        """Return a game, by default the one on the table, and the one on the table. Raises `Refused`."""
        with self._lock:
            wanted = game or self._index.on_table
            if wanted is None:
                raise Refused("no-game")
            return self._find(wanted)

    def import_game(self, exported: Mapping[str, Any]) -> str:
        """Import a game from a file as one that can be resumed; return its ID. The same game is imported
        once.

        Raises `Refused` (`game-here`, and those of `import_rows`) and `StorageFailed`; nothing has changed
        then.
        """
        with self._lock:
            now = self._now()
            game, rows = import_rows(exported, self._codecs, self._storage.next, now, self._entropy)
            if game in self._index.games:
                if same_game(self.export(game), exported):
                    return game
                raise Refused("game-here", game=game)
            last, coming = rows[-1][0].n, self._snapshot.commitment
            snapshot = self._compose(last, now, self._index.box_state, self._steps, coming)
            self._storage.append(rows)
            self._storage.note()
            self._index.add_import([entry for entry, _ in rows])
            self._snapshot = snapshot
        self._notifier.notify()
        return game

    def ended_games(self) -> frozenset[str]:
        """Return the IDs of the ended games: their secrets may be published."""
        return frozenset(game.id for game in self.games() if game.ended)

    def is_responsive(self, timeout: float = 1.0) -> bool:
        """Whether a command would be taken within `timeout` seconds and the disk answers."""
        if not self._lock.acquire(timeout=timeout):
            return False
        try:
            return self._storage.is_responsive(timeout)
        finally:
            self._lock.release()

    def close(self) -> None:
        """Close the storage, after the command under way."""
        with self._lock:
            self._storage.close()

    def _renew_secrets(self) -> None:
        """Give a new secret to each game that a redacted backup has left without one."""
        renewed = self._storage.settings.get(RENEWED, dict[str, tuple[str, ...]]) or {}
        for game, commitment in self._storage.missing_secrets().items():
            if game in self._index.games:
                number, secret = self._storage.next, self._entropy(SECRET_BYTES)
                tried = renewed.get(game, ())
                brought = msgspec.json.encode(self._loader.renew_secret(game, commitment, tried))
                entry = Entry(number, self._now(), game, "panel", None, "", None, brought, b"[]")
                self._storage.append([(entry, secret)])
                self._storage.note()
                self._index.add_entry(entry)
                renewed[game] = (*tried, Dice(secret).commitment)
                self._storage.settings.set(RENEWED, renewed)

    def _repeated(self, command: Command, key: str) -> CommandResult | None:
        """Return the result of a command performed before under this key."""
        before = self._storage.entry_by_key(key, self._index.on_table)
        if before is None:
            return None
        codec = self._archive.codec(before.game) or next(iter(self._codecs.values()))
        return repeated_result(command, before, codec, self._snapshot)

    def _steps_after(self, command: Command, decision: Decision, entry: Entry) -> Steps | None:
        if isinstance(command, Start):
            codec = self._codecs[command.system]
            return start_steps(codec, decision.secret or b"", entry)
        if decision.steps:
            return decision.steps
        if self._steps is None or decision.game is None:
            return self._steps
        try:
            return self._steps.after(entry)
        except Unreadable as fault:
            raise fault.refused(self._steps.codec.game.system) from fault

    def _decide(self, command: Command, phone: str, secret: bytes, loaded: LoadedGame | None) -> Decision:
        """Decide a normalized command.

        phone: as in `perform`.
        secret: of a new game.
        loaded: from `GameLoader.preload`.
        """
        box_state = self._index.box_state
        match command:
            case Start():
                if command.seed is not None:
                    box_state = box_state.with_seed(phone, command.seed, self._storage.next)
                return self._loader.begin(command, self._steps, loaded, box_state.seeds, secret, self._stem)
            case Resume():
                return self._loader.resume(command, self._steps, loaded)
            case AddSeed():
                return Decision(None, (SeedAdded(command.seed, phone),))
            case Prepare() | Tick() | HouseRules():
                return decide_setup(command, self._codecs, self._steps, box_state)
            case _:
                return decide(command, self._steps, box_state, self._snapshot.set_aside)

    def _box_state_after(self, command: Command, entry: Entry) -> BoxState:
        box_state = self._index.box_state
        if entry.game is None:
            return box_state.after(entry)
        return box_state.at_start(command.system, entry.game) if isinstance(command, Start) else box_state

    def _stem(self) -> str:
        """Return how the ID of a new game begins."""
        return f"{self._now():%Y%m%d}-{self._entropy(2).hex()}"

    def _compose(
        self, version: int, at: datetime, box_state: BoxState, steps: Steps | None, coming: Commitment | None
    ) -> Snapshot:
        """Build the snapshot and its JSON: an error of the rules shows before anything is written."""
        found = self._storage.damage
        set_aside = None if found is None or stamp(found.at) in box_state.acknowledged else found
        play = Play(steps) if steps else None
        snapshot = Snapshot(
            version, self._storage.epoch, at, box_state, play, set_aside, coming, box=self._storage.box
        )
        _ = snapshot.json
        return snapshot

    def _now(self) -> datetime:
        return self._clock().astimezone(UTC).replace(microsecond=0)


class CommandResult(msgspec.Struct, frozen=True):
    """What a performed command came to."""

    version: int
    """Number of its entry."""
    events_json: bytes
    """A JSON array of objects."""
    snapshot: Snapshot
    """The table afterwards."""

    @property
    def events(self) -> tuple[dict[str, Any], ...]:
        """Its events as plain data."""
        return msgspec.json.decode(self.events_json, type=tuple[dict[str, Any], ...])


class Stale(Refused):
    """The command was made for an older version. snapshot: the table now."""

    def __init__(self, snapshot: Snapshot) -> None:
        super().__init__("stale")
        self.snapshot = snapshot


def repeated_result(command: Command, before: Entry, codec: Codec, snapshot: Snapshot) -> CommandResult:
    """Return the result of entry `before`, which has the command's key.

    Raises `Refused` where that was another command.
    """
    if not _same_command(command, before, codec):
        raise Refused("key-reused")
    return CommandResult(before.n, before.events, snapshot)


def _same_command(command: Command, before: Entry, codec: Codec) -> bool:
    """Whether an entry's command is this one, though its type may have new fields since."""
    plain = before.plain_command()
    try:
        return _sorted_json(codec.command(plain)) == _sorted_json(command)
    except FAULTS:
        return _sorted_json(plain) == _sorted_json(command)


def _sorted_json(command: Any) -> bytes:
    return msgspec.json.encode(command, order="sorted")
