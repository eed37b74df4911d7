"""The file of one game: write its export and parse one."""

import hashlib
import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import msgspec

from companion.games import Refused, plain
from companion.games.dice import SECRET_BYTES
from companion.storage.entry import YEARS, Entry, Source, stamp, stamped
from companion.storage.recovery import is_game_id
from companion.table import chain
from companion.table.commands import UNDO_OR_REDO, Inherited
from companion.table.steps import NOT_STEPS, Steps

FORMAT = "companion-game"
_HASH_SIZE = hashlib.sha256().digest_size


class ExportedGame(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game's file, with all its entries."""

    format: str
    game: str
    system: str
    commitment: str
    """64 hex digits."""
    secret: str | None
    """64 hex digits; None until the game has ended."""
    head: str
    """Of the chain of its entries, 64 hex digits."""
    entries: tuple[dict[str, Any], ...]
    inherited: Inherited | None = None
    """What was rolled with secrets of other boxes."""


class LogLine(msgspec.Struct, frozen=True):
    """An entry in the log or an export."""

    n: int
    at: str
    game: str
    source: Source = msgspec.field(name="from")
    by: str | None
    name: str
    command: dict[str, Any]
    events: tuple[dict[str, Any], ...]
    undone: bool = False
    head: str | None = None
    """In an export: the first `chain.SHOWN_DIGITS` hex digits of the chain's head after this entry."""

    def entry(self) -> Entry:
        """Return the entry without its key. Raises ValueError for an invalid time."""
        command, events = msgspec.json.encode(self.command), msgspec.json.encode(self.events)
        at = stamped(self.at)
        return Entry(self.n, at, self.game, self.source, self.by, self.name, None, command, events)


def log_line(entry: Entry, undone: bool) -> dict[str, Any]:
    """Return an entry as plain data, without its key and never with a secret."""
    return {
        "n": entry.n,
        "at": stamp(entry.at),
        "game": entry.game,
        "from": entry.source,
        "by": entry.by,
        "name": entry.name,
        "command": entry.plain_command(),
        "events": list(entry.plain_events()),
        "undone": undone,
    }


def export_game(steps: Steps, entries: Iterable[tuple[Entry, bool]]) -> dict[str, Any]:
    """Return a game's file, with the secret once the game is over.

    entries: all entries in the journal, each with whether it is undone.
    """
    inherited = {} if steps.inherited is None else {"inherited": plain(steps.inherited)}
    return {
        "format": FORMAT,
        "game": steps.id,
        "system": steps.codec.game.system,
        "commitment": steps.dice.commitment,
        "secret": steps.secret.hex() if steps.over else None,
        "head": steps.head.hex(),
        "entries": list(export_lines(steps, entries)),
        **inherited,
    }


def export_lines(steps: Steps, entries: Iterable[tuple[Entry, bool]]) -> Iterator[dict[str, Any]]:
    """Yield the game's own entries as its file has them, each with its head.

    entries: each with whether it is undone.
    """
    head = chain.initial_head(steps.id, steps.codec.game.system, steps.dice.commitment, steps.inherited)
    for entry, undone in entries:
        if entry.kind not in NOT_STEPS:
            head = chain.next_head(head, entry)
            yield {**log_line(entry, undone), "head": head.hex()[: chain.SHOWN_DIGITS]}


def chain_heads(file: ExportedGame, lines: Iterable[LogLine]) -> Iterator[bytes]:
    """Yield the chain's head after each line of a file, computed anew."""
    head = chain.initial_head(file.game, file.system, file.commitment, file.inherited)
    for each in lines:
        head = chain.next_head(head, each.entry())
        yield head


def parse_export(given: Mapping[str, Any]) -> tuple[ExportedGame, tuple[LogLine, ...]]:
    """Parse an export. Raises `Refused("not-an-export")`."""
    try:
        file = msgspec.convert(given, ExportedGame)
        lines = tuple(msgspec.convert(each, LogLine) for each in file.entries)
        secret = bytes.fromhex(file.secret or "")
        _ = msgspec.json.encode((file.game, file.system, lines))
        before = file.inherited.commitments if file.inherited else ()
        whole = (
            file.format == FORMAT
            and is_game_id(file.game)
            and all(len(bytes.fromhex(each)) == _HASH_SIZE for each in (file.commitment, *before))
            and len(secret) == (SECRET_BYTES if file.secret is not None else 0)
            and bool(lines)
            and all(each.game == file.game and isinstance(each.command.get("type"), str) for each in lines)
            and [each.command["type"] == "start" for each in lines] == [True] + [False] * (len(lines) - 1)
            and not any(each.command["type"] in NOT_STEPS for each in lines)
            and lines[0].n > 0
            and all(one.n < two.n for one, two in itertools.pairwise(lines))
            and all(isinstance(event.get("type"), str) for each in lines for event in each.events)
            and all(_is_timestamp(each.at) for each in lines)
            and 0 <= (file.inherited.entries if file.inherited else 0) <= len(lines)
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise Refused("not-an-export") from error
    if not whole:
        raise Refused("not-an-export")
    return file, lines


def _is_timestamp(at: str) -> bool:
    """Whether it is written as times are, of a year that every time zone has. Raises ValueError."""
    when = stamped(at)
    return when.year in YEARS and stamp(when) == at


def renumber(lines: Iterable[LogLine], numbers: Mapping[int, int]) -> tuple[LogLine, ...]:
    """Return the lines with other numbers, also where undo and redo refer to them. Raises KeyError."""

    def moved(each: LogLine) -> LogLine:
        command, events = each.command, each.events
        if command["type"] in UNDO_OR_REDO:
            events = tuple({**event, "entry": numbers[event["entry"]]} for event in events)
            command = {**command, **({"to": numbers[command["to"]]} if "to" in command else {})}
        return msgspec.structs.replace(each, n=numbers[each.n], command=command, events=events)

    return tuple(moved(each) for each in lines)
