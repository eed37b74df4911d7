"""A game from a file, made ready to be written: read, replayed and checked before a byte is kept."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from companion.games import Refused
from companion.games.dice import SECRET_BYTES
from companion.journal.entry import Entry
from companion.journal.journal import Row
from companion.table.codec import Codec
from companion.table.commands import Import, Inherited, Start
from companion.table.composing import compose
from companion.table.export import Exported, Line, parsed, renumbered
from companion.table.play import FAULTS, Steps, Unreadable, replayed
from companion.table.verify import judge


def incoming(
    given: Mapping[str, Any], codecs: Mapping[str, Codec], first: int, at: datetime,
    entropy: Callable[[int], bytes],
) -> tuple[str, list[Row]]:  # fmt: skip
    """The rows that bring a game in, numbered from `first` on.

    A file of a game that was still running holds no secret: the game goes on with a new one, and is
    marked so, because what was rolled before cannot be proved any more.
    Raises `Refused`: `not-an-export`, `unknown-system`, `export-forged`.
    """
    file, lines = parsed(given)
    codec = codecs.get(file.system)
    if codec is None:
        raise Refused("unknown-system", given=file.system, systems=sorted(codecs))
    inherited, secret = file.inherited, bytes.fromhex(file.secret or "")
    if secret:
        if judge(file, lines, codec).status != "holds":
            raise Refused("export-forged")
    else:
        before = inherited.commitments if inherited else ()
        inherited = Inherited((*before, file.commitment), len(lines))
        secret = entropy(SECRET_BYTES)
    numbers = {each.n: first + place for place, each in enumerate(lines, 1)}
    try:
        entries = [each.entry() for each in renumbered(lines, numbers)]
        _see(replayed(codec, secret, entries), file)
    except (*FAULTS, Unreadable, Refused) as fault:
        raise Refused("export-forged") from fault
    brought = msgspec.json.encode(Import(file.game, len(entries), inherited))
    head = Entry(first, at, file.game, "panel", None, "", None, brought, b"[]")
    return file.game, [(head, None), (entries[0], secret), *((each, None) for each in entries[1:])]


def _see(steps: Steps, file: Exported) -> None:
    """Look at every state as everybody will; raise what the rules raise over one they did not make."""
    for step in (*steps.done, *steps.undone):
        seen = msgspec.structs.replace(steps, done=(steps.done[0], step), undone=())
        compose(0, "", step.entry.at, {}, seen)
        steps.codec.game.pages(step.state)
        steps.codec.game.acting(step.state)
        steps.codec.game.question(step.state)
        steps.codec.game.picture(step.state)
    start = steps.codec.command(steps.done[0].entry.plain_command())
    if steps.over != (file.secret is not None) or not isinstance(start, Start) or start.system != file.system:
        raise Unreadable


def same_game(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two files hold the same game, whatever numbers its entries have."""
    return _bare(one) == _bare(other)


def _bare(given: Mapping[str, Any]) -> tuple[Exported, tuple[Line, ...]]:
    file, lines = parsed(given)
    try:
        lines = renumbered(lines, {each.n: place for place, each in enumerate(lines)})
    except LookupError as fault:
        raise Refused("export-forged") from fault
    return msgspec.structs.replace(file, entries=()), lines
