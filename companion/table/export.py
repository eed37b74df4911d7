"""A game as a file: what an export holds, and how one is read back."""

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
    """A game with everything that was done in it.

    commitment: 64 hex digits. secret: the same, None until the game has ended. inherited: what of it
    was rolled with other secrets, on other boxes. head: of the chain of its entries, 64 hex digits.
    """

    format: str
    game: str
    system: str
    commitment: str
    secret: str | None
    head: str
    entries: tuple[dict[str, Any], ...]
    inherited: Inherited | None = None


class LogLine(msgspec.Struct, frozen=True):
    """An entry as the log and an export show it.

    head: in an export, the first `chain.SHOWN` hex digits of the chain's head after this entry.
    """

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

    def entry(self) -> Entry:
        """The entry that this line shows, without its key. Raises ValueError for a time that is none."""
        command, events = msgspec.json.encode(self.command), msgspec.json.encode(self.events)
        at = stamped(self.at)
        return Entry(self.n, at, self.game, self.source, self.by, self.name, None, command, events)


def log_line(entry: Entry, undone: bool) -> dict[str, Any]:
    """An entry as the log and an export show it: never its key, never a secret."""
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
    """A game as a file. The secret is in it once the game is over.

    entries: all that the journal has of it, each with whether it was taken back.
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
    """The game's own entries as its file has them, each with its head. entries: each with whether it was
    taken back."""
    head = chain.initial_head(steps.id, steps.codec.game.system, steps.dice.commitment, steps.inherited)
    for entry, undone in entries:
        if entry.kind not in NOT_STEPS:
            head = chain.next_head(head, entry)
            yield {**log_line(entry, undone), "head": head.hex()[: chain.SHOWN_DIGITS]}


def chain_heads(file: ExportedGame, lines: Iterable[LogLine]) -> Iterator[bytes]:
    """The chain's head after each entry of a file, as what stands there makes it."""
    head = chain.initial_head(file.game, file.system, file.commitment, file.inherited)
    for each in lines:
        head = chain.next_head(head, each.entry())
        yield head


def parse_export(given: Mapping[str, Any]) -> tuple[ExportedGame, tuple[LogLine, ...]]:
    """Read an export. Raises `Refused("not-an-export")` for anything else."""
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
    """The lines with other numbers, also where undo and redo name them. Raises KeyError."""

    def moved(each: LogLine) -> LogLine:
        command, events = each.command, each.events
        if command["type"] in UNDO_OR_REDO:
            events = tuple({**event, "entry": numbers[event["entry"]]} for event in events)
            command = {**command, **({"to": numbers[command["to"]]} if "to" in command else {})}
        return msgspec.structs.replace(each, n=numbers[each.n], command=command, events=events)

    return tuple(moved(each) for each in lines)
