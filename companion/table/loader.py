"""The games that are not on the table: one of them is resumed, or the last is looked at when another begins.

To read one takes as long as it is. That is done before anybody waits for the command, and by one at a time:
many would leave a press little of the processor.
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
    """A game as it was read. steps: or what kept them from being read."""

    card: GameInfo
    steps: Steps | Unreadable | StorageFailed


class GameLoader:
    """Decides what puts another game on the table. But for `take`, for the one who holds the table's lock."""

    def __init__(self, archive: Archive, index: Index, codecs: Mapping[str, Codec]) -> None:
        self._archive = archive
        self._index = index
        self._codecs = codecs
        self._one_reads = threading.RLock()

    def take(self, command: object, playing: Steps | None) -> LoadedGame | None:
        """The game that a command has to do with, read before anybody waits for the command.

        playing: the game on the table. None where there is no such game.
        """
        match command:
            case Start():
                game = self._index.latest.get(command.system, "")
            case Resume():
                game = command.game
            case _:
                return None
        card = self._index.cards.get(game)
        if card is None or (playing and playing.id == game):
            return None
        try:
            with self._one_reads:
                return LoadedGame(card, self._archive.steps(card))
        except (Unreadable, StorageFailed) as fault:
            return LoadedGame(card, fault)

    def resume(self, command: Resume, playing: Steps | None, taken: LoadedGame | None) -> Decision:
        """Put an earlier game back. taken: as `take` gave it. Raises `Refused`."""
        if playing and playing.id == command.game:
            raise Refused("already-on-table")
        card = self._index.cards.get(command.game)
        if card is None:
            raise Refused("no-such-game", game=command.game)
        try:
            return Decision(card.id, (Resumed(card.id),), steps=self._read(card, taken))
        except Unreadable as fault:
            raise fault.refused(card.system) from fault

    def begin(
        self,
        command: Start,
        playing: Steps | None,
        taken: LoadedGame | None,
        seeds: Mapping[str, str],
        secret: bytes,
        stem: Callable[[], str],
    ) -> Decision:
        """Begin a game. taken: as `take` gave it. seeds: what phones have added to its dice. stem: how its id
        begins. Raises `Refused`, and `NotACommand` for its options.
        """
        codec = self._codecs.get(command.system)
        if codec is None:
            raise Refused("unknown-system", given=command.system, systems=sorted(self._codecs))
        options = parse_options(command.options, codec)
        if playing and not playing.over and not command.replace:
            raise Refused("game-running")
        beside = self._at_start(command.system, playing, taken, seeds) if codec.game.chance else ()
        try:
            events = codec.game.begin(command.players, options, Dice(secret, seeds_of(beside)))
        except Refused as refused:
            raise refused.for_game(command.system) from None
        return Decision(self._new_id(stem()), (*events, *beside), secret)

    def found(self, game: str | None, taken: LoadedGame | None = None) -> Steps | None:
        """A game as the journal has it; None where there is none, or it cannot be read."""
        card = self._index.cards.get(game or "")
        try:
            return self._read(card, taken) if card else None
        except Unreadable:
            return None

    def renewed(self, game: str, commitment: str, tried: Iterable[str]) -> Import:
        """What lets a game go on with a new secret, where the old one is missing.

        commitment: of the old one. tried: commitments of the secrets with which it has gone on here before,
        when such a backup was put back.
        """
        before = self._archive.inherited(game)
        known = (*(before.commitments if before else ()), commitment)
        again = tuple([each for each in tried if each not in known])
        return Import(game, 0, Inherited((*known, *again), self._archive.length(game)))

    def _at_start(
        self, system: str, playing: Steps | None, taken: LoadedGame | None, seeds: Mapping[str, str]
    ) -> tuple[AtStart, ...]:
        """What the table itself writes down of the start of a game that rolls."""
        beside: list[AtStart] = [Seeded(tuple(seeds.values()))] if seeds else []
        before = self._index.latest.get(system)
        last = playing if playing and playing.id == before else None
        with suppress(StorageFailed):  # no game keeps another from being begun
            last = last or self.found(before, taken)
        if last and not last.played:
            beside.append(Replaced(last.id, last.fairness.starts + 1))
        return tuple(beside)

    def _new_id(self, stem: str) -> str:
        """An id that no game has."""
        game, again = stem, 2
        while game in self._index.cards:
            game, again = f"{stem}-{again}", again + 1
        return game

    def _read(self, card: GameInfo, taken: LoadedGame | None) -> Steps:
        """A game, read anew where it has gone on since it was taken. Raises `Unreadable`, `StorageFailed`."""
        if taken is None or taken.card != card:
            return self._archive.steps(card)
        if isinstance(taken.steps, Exception):
            raise taken.steps
        return taken.steps
