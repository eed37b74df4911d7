"""Import a game from a file: check every state before anything is written."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from companion.games import Refused
from companion.games.dice import SECRET_BYTES
from companion.storage.entry import Entry
from companion.storage.storage import Row
from companion.table.box_state import BoxState
from companion.table.codec import FAULTS, Codec
from companion.table.commands import Import, Inherited, Start
from companion.table.export import ExportedGame, LogLine, parse_export, renumber
from companion.table.snapshot import Play, Snapshot
from companion.table.steps import Steps, Unreadable, start_steps
from companion.table.verification import chain_holds, verify_export


def import_rows(
    exported: Mapping[str, Any], codecs: Mapping[str, Codec], first: int, at: datetime,
    entropy: Callable[[int], bytes],
) -> tuple[str, list[Row]]:  # fmt: skip
    """Return the game's ID and the rows that import it, numbered from `first`.

    The file of a running game has no secret: the game goes on with a new one and is marked so, since its
    earlier rolls cannot be verified any more.

    Raises `Refused`: `not-an-export`, `unknown-system`, `export-forged`.
    """
    file, lines = parse_export(exported)
    codec = codecs.get(file.system)
    if codec is None:
        raise Refused("unknown-system", given=file.system, systems=sorted(codecs))
    inherited, secret = file.inherited, bytes.fromhex(file.secret or "")
    if secret:
        verdict = verify_export(file, lines, codec)
        if verdict.status != "holds":
            raise Refused("export-forged")
    else:
        if not chain_holds(file, lines):
            raise Refused("export-forged")
        before = inherited.commitments if inherited else ()
        inherited = Inherited((*before, file.commitment), len(lines))
        secret = entropy(SECRET_BYTES)
    numbers = {each.n: first + place for place, each in enumerate(lines, 1)}
    try:
        entries = [each.entry() for each in renumber(lines, numbers)]
        _check_states(codec, secret, entries, file)
    except (*FAULTS, Unreadable, Refused) as fault:
        raise Refused("export-forged") from fault
    command = msgspec.json.encode(Import(file.game, len(entries), inherited))
    head = Entry(first, at, file.game, "panel", None, "", None, command, b"[]")
    return file.game, [(head, None), (entries[0], secret), *((each, None) for each in entries[1:])]


def _check_states(codec: Codec, secret: bytes, entries: list[Entry], file: ExportedGame) -> None:
    """Derive all that is shown of every state; raises what rules raise over events of another version."""
    steps: Steps | None = None
    seen = 0
    for entry in entries:
        steps = steps.after(entry) if steps else start_steps(codec, secret, entry)
        if (
            steps.last.entry.n > seen or entry.kind in codec.asides
        ):  # what undo and redo bring back has been looked at
            seen = steps.last.entry.n
            play = Play(steps)
            _ = Snapshot(0, "", entry.at, BoxState(), play).json
            _ = [page.screen for page in play.pages], play.question
            play.view.compute_all()
    start = codec.command(entries[0].plain_command())
    if steps is None or steps.over != (file.secret is not None):
        raise Unreadable
    if not isinstance(start, Start) or start.system != file.system:
        raise Unreadable


def same_game(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two files hold the same game, whatever the numbers of their entries."""
    return _without_numbers(one) == _without_numbers(other)


def _without_numbers(given: Mapping[str, Any]) -> tuple[ExportedGame, tuple[LogLine, ...]]:
    """A file without its numbers, and without its heads, which follow from the rest and may not be there."""
    file, lines = parse_export(given)
    try:
        lines = renumber(lines, {each.n: place for place, each in enumerate(lines)})
    except LookupError as fault:
        raise Refused("export-forged") from fault
    return replace(file, entries=(), head=None), tuple(replace(each, head=None) for each in lines)
