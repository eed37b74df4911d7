"""A game as a file: what an export holds, and how one is read back."""

from __future__ import annotations

import hashlib
import itertools
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.games import Refused, plain
from companion.games.dice import SECRET_BYTES
from companion.journal.entry import Entry, Source, stamp, stamped
from companion.table.commands import Inherited
from companion.table.steps import BESIDE, TAKING_BACK, Steps

FORMAT = "companion-game"


class Exported(msgspec.Struct, frozen=True, omit_defaults=True):
    """A game with everything that was done in it.

    commitment: 64 hex digits. secret: the same, None until the game has ended. inherited: what of it
    was rolled with other secrets, on other boxes.
    """

    format: str
    game: str
    system: str
    commitment: str
    secret: str | None
    entries: tuple[dict[str, Any], ...]
    inherited: Inherited | None = None


class LogLine(msgspec.Struct, frozen=True):
    """An entry as the log and an export show it."""

    n: int
    at: str
    game: str
    source: Source = msgspec.field(name="from")
    by: str | None
    name: str
    command: dict[str, Any]
    events: tuple[dict[str, Any], ...]
    undone: bool = False

    def entry(self) -> Entry:
        """The entry that this line shows, without its key. Raises ValueError for a time that is none."""
        command, events = msgspec.json.encode(self.command), msgspec.json.encode(self.events)
        at = stamped(self.at)
        return Entry(self.n, at, self.game, self.source, self.by, self.name, None, command, events)


def line(entry: Entry, undone: bool) -> dict[str, Any]:
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


def exported(steps: Steps, lines: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """A game and its log's lines as a file. The secret is in it once the game is over."""
    inherited = {} if steps.inherited is None else {"inherited": plain(steps.inherited)}
    return {
        "format": FORMAT,
        "game": steps.id,
        "system": steps.codec.game.system,
        "commitment": steps.dice.commitment,
        "secret": steps.secret.hex() if steps.over else None,
        "entries": [each for each in lines if each["command"]["type"] not in BESIDE],
        **inherited,
    }


def parsed(given: Mapping[str, Any]) -> tuple[Exported, tuple[LogLine, ...]]:
    """Read an export. Raises `Refused("not-an-export")` for anything else."""
    try:
        file = msgspec.convert(given, Exported)
        lines = tuple(msgspec.convert(each, LogLine) for each in file.entries)
        secret = bytes.fromhex(file.secret or "")
        whole = (
            file.format == FORMAT
            and bool(file.game)
            and len(bytes.fromhex(file.commitment)) == hashlib.sha256().digest_size
            and len(secret) == (SECRET_BYTES if file.secret is not None else 0)
            and bool(lines)
            and all(each.game == file.game and isinstance(each.command.get("type"), str) for each in lines)
            and [each.command["type"] == "start" for each in lines] == [True] + [False] * (len(lines) - 1)
            and not any(each.command["type"] in BESIDE for each in lines)
            and all(one.n < two.n for one, two in itertools.pairwise(lines))
            and all(isinstance(event.get("type"), str) for each in lines for event in each.events)
            and all(stamp(each.entry().at) == each.at for each in lines)
            and 0 <= (file.inherited.entries if file.inherited else 0) <= len(lines)
        )
    except (ValueError, TypeError, RecursionError) as error:
        raise Refused("not-an-export") from error
    if not whole:
        raise Refused("not-an-export")
    return file, lines


def renumbered(lines: Iterable[LogLine], numbers: Mapping[int, int]) -> tuple[LogLine, ...]:
    """The lines with other numbers, also where undo and redo name them. Raises KeyError."""

    def moved(each: LogLine) -> LogLine:
        events = each.events
        if each.command["type"] in TAKING_BACK:
            events = tuple({**event, "entry": numbers[event["entry"]]} for event in events)
        return msgspec.structs.replace(each, n=numbers[each.n], events=events)

    return tuple(moved(each) for each in lines)
