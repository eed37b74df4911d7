"""Read-only access to all games: log, entries in words, summaries, exports."""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any

import msgspec

from companion.games import LogText, Player, Refused
from companion.language.decoding import prepare_decoders
from companion.language.text import Text, text
from companion.storage.entry import Entry, Source
from companion.storage.storage import Storage, StorageFailed
from companion.table.box_state import box_events
from companion.table.codec import Codec
from companion.table.commands import Acknowledged, Inherited
from companion.table.damage_text import found_text, lost_text
from companion.table.export import ExportedGame, LogLine, export_game, export_lines, log_line
from companion.table.history import (
    History,
    entries_until,
    find_inherited,
    seating_at,
    seatings,
    undone_numbers,
)
from companion.table.index import GameInfo, GameStart, Index
from companion.table.steps import NOT_STEPS, Steps, Unreadable, replay_steps

_LINES_PER_CHUNK = 200
_CACHED_TEXTS = 48
"""Entries kept in words: those of a page of the log, which is drawn after every press."""
_ENTRIES_KEY = b'"entries":['
"""After which a file's entries stand. No text has it: its quotation marks would be written otherwise."""


class GameSummary(msgspec.Struct, frozen=True):
    """A game in the list of games."""

    id: str
    system: str
    players: tuple[Player, ...]
    """All who ever played it, the present ones first."""
    started_at: datetime
    """UTC."""
    moment: Text
    """Where it stands, in the words of its own game."""
    ended: bool
    on_table: bool
    """Never true of an unreadable game."""
    readable: bool = True
    """The file is whole and the installed rules know it."""


class LogEntry(msgspec.Struct, frozen=True):
    """An entry in words."""

    n: int
    at: datetime
    """UTC."""
    game: str | None
    system: str | None
    """The game in whose words the text is; None for an entry of the box."""
    source: Source
    by: str | None
    name: str
    text: LogText
    players: tuple[Player, ...]
    """Of its game, by their names at that time."""
    undone: bool
    """Undone and not redone."""


class Archive:
    """Reads games; changes nothing. Safe to use from any thread, also while the table writes."""

    def __init__(self, storage: Storage, codecs: Mapping[str, Codec], index: Index) -> None:
        self._storage = storage
        self._codecs = codecs
        self._index = index
        self._summaries: dict[str, tuple[GameInfo, GameSummary]] = {}
        self._texts = lru_cache(_CACHED_TEXTS)(self._describe)  # an entry never becomes another
        prepare_decoders(GameStart, ExportedGame, LogLine)

    def codec(self, game: str | None) -> Codec | None:
        """Return the codec of a game."""
        info = self._index.games.get(game or "")
        return self._codecs.get(info.system) if info else None

    def steps(self, info: GameInfo) -> Steps:
        """Replay a game. Raises `Unreadable`."""
        codec = self._codecs.get(info.system)
        secret = self._storage.secret(info.id)
        if codec is None or secret is None:
            raise Unreadable
        entries = self._entries(info)
        return replay_steps(codec, secret, entries, find_inherited(entries))

    def inherited(self, game: str) -> Inherited | None:
        """Return what was rolled with other secrets, None for a game of this box. Raises `StorageFailed`."""
        return find_inherited(self._storage.of(game))

    def length(self, game: str) -> int:
        """Count a game's entries, without resumes and imports."""
        return sum(entry.kind not in NOT_STEPS for entry in self._entries(self._index.games[game]))

    def log(self, after: int, limit: int | None) -> list[dict[str, Any]]:
        """Return entries in their order, as in the HTTP API."""
        found = self._storage.entries(after, limit=limit)
        undone = self._undone(found)
        return [log_line(entry, entry.n in undone) for entry in found]

    def log_entries(self, limit: int, before: int | None) -> list[LogEntry]:
        """Return the newest entries in words, newest first."""
        found = self._storage.newest(limit, before)
        undone = self._undone(found)
        seated = {game: seatings(self._storage.of(game)) for game in {each.game for each in found}}
        # an undo names who was there before it
        players = [seating_at(seated[each.game], each.n - (each.kind == "undo")).players for each in found]
        return [
            LogEntry(each.n, each.at, each.game, self._system(each), each.source, each.by, each.name,
                 self._texts(each, self.codec(each.game)), then, each.n in undone)
            for each, then in zip(found, players, strict=True)
        ]  # fmt: skip

    def games(
        self, limit: int | None = None, before: str | None = None, playing: Steps | None = None
    ) -> list[GameSummary]:
        """Return summaries, newest start first.

        before: return only games that follow this one.
        playing: the game on the table.

        Raises `Refused` where `before` does not exist.
        """
        infos = self.all_games()
        if before is not None:
            positions = {info.id: position for position, info in enumerate(infos, 1)}
            if before not in positions:
                raise Refused("no-such-game", game=before)
            infos = infos[positions[before] :]
        return [self._summary(info, playing) for info in infos[:limit]]

    def all_games(self) -> list[GameInfo]:
        """Return all games, newest first, without reading them."""
        infos = list(self._index.games.values())
        return sorted(infos, key=lambda info: (info.started_at, info.first), reverse=True)

    def players_of(self, game: str) -> tuple[Player, ...]:
        """Return all who ever played a game; those of its start where the disk fails, none for an unknown
        game.
        """
        info = self._index.games.get(game)
        try:
            return () if info is None else _all_players(self._entries(info))
        except StorageFailed:
            return info.players if info else ()

    def export(self, info: GameInfo, playing: Steps | None = None) -> dict[str, Any]:
        """Return a game's file. Raises `Refused` for an unreadable game.

        playing: the game on the table, after this `GameInfo`'s last entry.
        """
        steps = playing if playing and playing.id == info.id else self.load(info)
        return export_game(steps, self._lines(info, steps))

    def history(self, info: GameInfo) -> History:
        """Return a game's history. Raises `Unreadable` and `StorageFailed`."""
        codec = self._codecs.get(info.system)
        if codec is None:
            raise Unreadable
        entries = self._entries(info)
        gone = undone_numbers(entries)
        steps = (
            (each, each.n not in gone and each.kind not in codec.no_steps)
            for each in entries
            if each.kind not in NOT_STEPS
        )
        return History(info, codec, steps, seatings(entries))

    def load(self, info: GameInfo) -> Steps:
        """Replay a game. Raises `Refused` where it is unreadable."""
        try:
            return self.steps(info)
        except Unreadable as fault:
            raise fault.refused(info.system) from fault

    def export_chunks(self, info: GameInfo, playing: Steps) -> Iterator[bytes]:
        """Yield the export as JSON in chunks. Each may raise `StorageFailed`."""
        head, entries, tail = msgspec.json.encode(export_game(playing, ())).partition(_ENTRIES_KEY)
        lines = (msgspec.json.encode(each) for each in export_lines(playing, self._lines(info, playing)))
        lead, between = head + entries, b""
        while some := list(itertools.islice(lines, _LINES_PER_CHUNK)):
            yield lead + between + b",".join(some)
            lead, between = b"", b","
        yield lead + tail

    def _lines(self, info: GameInfo, steps: Steps) -> Iterator[tuple[Entry, bool]]:
        """Yield a game's entries up to its last known one, each with whether it is undone."""
        counting = set(steps.counting())
        for entry in self._entries(info):
            yield entry, entry.n not in counting and entry.kind not in steps.codec.no_steps

    def _entries(self, info: GameInfo) -> Sequence[Entry]:
        """Return a game's entries up to its last known one. Raises `StorageFailed`."""
        return entries_until(self._storage.of(info.id), info.last)

    def _undone(self, entries: Iterable[Entry]) -> set[int]:
        """The numbers of those that were taken back in the games of these entries."""
        games = {each.game for each in entries if each.game is not None}
        return set().union(*(undone_numbers(self._storage.of(game)) for game in games))

    def has_ended(self, info: GameInfo) -> bool:
        """Whether a game that is not on the table has ended; False for an unreadable one."""
        return self._summary(info, None).ended

    def _summary(self, info: GameInfo, playing: Steps | None) -> GameSummary:
        if playing and playing.id == info.id:
            found = self._summarize(info, playing)
        else:
            known = self._summaries.get(info.id)
            if known is None or known[0] != info:
                try:
                    known = self._summaries[info.id] = (info, self._read(info))
                except StorageFailed:  # the disk may give it at the next try
                    return _unreadable(info, "moment.broken")
            found = known[1]
        on_table = found.readable and info.id == self._index.on_table
        return msgspec.structs.replace(found, on_table=on_table)

    def _read(self, info: GameInfo) -> GameSummary:
        try:
            return self._summarize(info, self.steps(info))
        except Unreadable:
            return _unreadable(info, "moment.unreadable")

    def _summarize(self, info: GameInfo, steps: Steps) -> GameSummary:
        moment = msgspec.structs.replace(steps.codec.game.view(steps.state).moment, system=info.system)
        players = _all_players(self._entries(info))
        return GameSummary(info.id, info.system, players, info.started_at, moment, steps.over, False)

    def _system(self, entry: Entry) -> str | None:
        info = self._index.games.get(entry.game or "")
        return info.system if info else None

    def _describe(self, entry: Entry, codec: Codec | None) -> LogText:
        """Describe an entry in words. codec: of its game, None if unknown."""
        plain = entry.plain_command()
        if entry.game is None:
            return _box_log_text(entry, plain)
        match plain["type"]:
            case "undo" | "redo" as kind:
                return self._describe_undo(kind, entry, codec)
            case "import" if not plain["entries"]:
                return LogText("new-secret", {"game": entry.game or ""})
            case "resume" | "import" as kind:
                return LogText(
                    kind, {"system": codec.game.system if codec else "?", "game": entry.game or ""}
                )
            case kind:
                return codec.log_text(entry) if codec else LogText(str(kind), {})

    def _describe_undo(self, kind: str, entry: Entry, codec: Codec | None) -> LogText:
        """Describe an undo or redo; of several steps the one at which the game goes on."""
        numbers = [each["entry"] for each in entry.plain_events()]
        step = self._storage.entry(numbers[-1]) if numbers else None
        words = codec.log_text(step) if codec and step else LogText("step", {})
        if len(numbers) > 1:
            return LogText(f"{kind}-several", {"count": len(numbers), "step": words.text()})
        return LogText(kind, {"step": words.text()})


def _all_players(entries: Sequence[Entry]) -> tuple[Player, ...]:
    """All who ever played the game of these entries."""
    return seating_at(seatings(entries), entries[-1].n).all_players


def _unreadable(info: GameInfo, moment: str) -> GameSummary:
    """A game of which no more is known than its card. moment: the code of why."""
    return GameSummary(
        info.id, info.system, info.players, info.started_at, text(moment), False, False, readable=False
    )


def _box_log_text(entry: Entry, plain: Mapping[str, Any]) -> LogText:
    """An entry of the box's own affairs in words. plain: its command."""
    match plain["type"]:
        case "pair-tag" | "forget-tag" as kind:
            return LogText(kind, {name: plain[name] for name in ("tag", "number") if name in plain})
        case "acknowledge":
            seen = next(each for each in box_events(entry) if isinstance(each, Acknowledged))
            return LogText("acknowledge", {"what": found_text(seen), "lost": lost_text(seen)})
        case "tick":
            kind = "tick" if plain["done"] else "untick"
            return LogText(kind if plain["step"] else f"{kind}-all", {"system": plain["system"]})
        case kind:
            return LogText(str(kind), {"system": plain["system"]} if "system" in plain else {})
