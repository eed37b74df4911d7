"""Load a game that is not on the table, to resume it, or to count restarts when another begins.

Reading takes as long as the game is. It happens before the table's lock is taken, and one game at a time, so
that button presses are served.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

import msgspec

from companion.games import Refused
from companion.games.dice import Dice
from companion.storage.storage import StorageFailed
from companion.table.archive import Archive
from companion.table.codec import Codec
from companion.table.commands import AtStart, Import, Inherited, Replaced, Resume, Resumed, Seeded, Start
from companion.table.decisions import Decision
from companion.table.index import GameInfo, Index
from companion.table.luck_log import seeds_of
from companion.table.parsing import parse_options
from companion.table.steps import Steps, Unreadable


class LoadedGame(msgspec.Struct, frozen=True):
    """A game read ahead."""

    info: GameInfo
    steps: Steps | Unreadable | StorageFailed
    """Or the error that reading it raised."""


class GameLoader:
    """Decides `Start` and `Resume`. All but `preload` run under the table's lock."""

    def __init__(self, archive: Archive, index: Index, codecs: Mapping[str, Codec]) -> None:
        self._archive = archive
        self._index = index
        self._codecs = codecs
        self._read_lock = threading.RLock()

    def preload(self, command: object, playing: Steps | None) -> LoadedGame | None:
        """Read the game that a command needs; None where there is none.

        playing: the game on the table.
        """
        match command:
            case Start():
                game = self._index.latest_of_system.get(command.system, "")
            case Resume():
                game = command.game
            case _:
                return None
        info = self._index.games.get(game)
        if info is None or (playing and playing.id == game):
            return None
        try:
            with self._read_lock:
                return LoadedGame(info, self._archive.steps(info))
        except (Unreadable, StorageFailed) as fault:
            return LoadedGame(info, fault)

    def resume(self, command: Resume, playing: Steps | None, loaded: LoadedGame | None) -> Decision:
        """Decide `Resume`. loaded: from `preload`. Raises `Refused`."""
        if playing and playing.id == command.game:
            raise Refused("already-on-table")
        info = self._index.games.get(command.game)
        if info is None:
            raise Refused("no-such-game", game=command.game)
        try:
            return Decision(info.id, (Resumed(info.id),), steps=self._read(info, loaded))
        except Unreadable as fault:
            raise fault.refused(info.system) from fault

    def begin(
        self,
        command: Start,
        playing: Steps | None,
        loaded: LoadedGame | None,
        seeds: Mapping[str, str],
        secret: bytes,
        stem: Callable[[], str],
    ) -> Decision:
        """Decide `Start`. Raises `Refused`, and `InvalidCommand` for its options.

        loaded: from `preload`.
        seeds: by phone mark.
        stem: returns how the game's ID begins.
        """
        codec = self._codecs.get(command.system)
        if codec is None:
            raise Refused("unknown-system", given=command.system, systems=sorted(self._codecs))
        options = parse_options(command.options, codec)
        if playing and not playing.over and not command.replace:
            raise Refused("game-running")
        records = self._start_records(command.system, playing, loaded, seeds) if codec.game.chance else ()
        try:
            events = codec.game.begin(command.players, options, Dice(secret, seeds_of(records)))
        except Refused as refused:
            raise refused.for_game(command.system) from None
        return Decision(self._new_id(stem()), (*events, *records), secret)

    def load(self, game: str | None, loaded: LoadedGame | None = None) -> Steps | None:
        """Return a game from the journal; None where there is none or it is unreadable."""
        info = self._index.games.get(game or "")
        try:
            return self._read(info, loaded) if info else None
        except Unreadable:
            return None

    def renew_secret(self, game: str, commitment: str, tried: Iterable[str]) -> Import:
        """Return the import entry that lets a game go on with a new secret.

        commitment: of the missing secret.
        tried: commitments of secrets with which this backup of it has gone on here before.
        """
        before = self._archive.inherited(game)
        known = (*(before.commitments if before else ()), commitment)
        repeated = tuple([each for each in tried if each not in known])
        return Import(game, 0, Inherited((*known, *repeated), self._archive.length(game)))

    def _start_records(
        self, system: str, playing: Steps | None, loaded: LoadedGame | None, seeds: Mapping[str, str]
    ) -> tuple[AtStart, ...]:
        """Return the table's own records of the start of a game that rolls."""
        records: list[AtStart] = [Seeded(tuple(seeds.values()))] if seeds else []
        before = self._index.latest_of_system.get(system)
        last = playing if playing and playing.id == before else None
        with suppress(StorageFailed):  # no game keeps another from being begun
            last = last or self.load(before, loaded)
        if last and not last.played:
            records.append(Replaced(last.id, last.luck_log.starts + 1))
        return tuple(records)

    def _new_id(self, stem: str) -> str:
        """An id that no game has."""
        game, number = stem, 2
        while game in self._index.games:
            game, number = f"{stem}-{number}", number + 1
        return game

    def _read(self, info: GameInfo, loaded: LoadedGame | None) -> Steps:
        """A game, read anew where it has gone on since it was taken. Raises `Unreadable`, `StorageFailed`."""
        if loaded is None or loaded.info != info:
            return self._archive.steps(info)
        if isinstance(loaded.steps, Exception):
            raise loaded.steps
        return loaded.steps
