"""Proving a game from its file alone: the secret fits its commitment, and every roll comes from it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Literal, TypeAlias

import msgspec

from companion.games import Event, Game, Refused
from companion.games.dice import SECRET_BYTES, Dice
from companion.journal.entry import Entry
from companion.journal.journal import Row
from companion.table.codec import FAULTS, Codec
from companion.table.commands import Import, Inherited, Start
from companion.table.deciding import of_the_game
from companion.table.export import Exported, LogLine, parsed, renumbered
from companion.table.play import Play
from companion.table.snapshot import Snapshot
from companion.table.steps import TAKING_BACK, Steps, Unreadable, begun

Status: TypeAlias = Literal["holds", "forged", "not-ended"]


class Verdict(msgspec.Struct, frozen=True):
    """What can be said of a game's file.

    status: `not-ended` when the secret is not in the file yet. reason: why it is forged, said by the
    catalogues' `forged.<reason>`; else None. entry: the number of the entry at fault.
    draws: how many rolls were made again and came out the same. known_early: the secret had been seen,
    by an end that was taken back, when some of them were made. unproven: how many entries were made with
    secrets of other boxes that are not in the file. chance: whether the game rolls at all; in one that does
    not, every entry can be judged.
    """

    status: Status
    reason: str | None = None
    entry: int | None = None
    draws: int = 0
    known_early: bool = False
    unproven: int = 0
    chance: bool = True


def verify(exported: Mapping[str, Any], games: Mapping[str, Game]) -> Verdict:
    """Judge a file. Raises nothing: what is no export at all is `forged`, `not-an-export`."""
    try:
        file, lines = parsed(exported)
    except Refused:
        return Verdict("forged", "not-an-export")
    game = games.get(file.system)
    return judge(file, lines, Codec(game)) if game else Verdict("forged", "unknown-system")


class _Forged(Exception):
    """The file cannot be true; becomes a verdict here. reason, entry: as there."""

    def __init__(self, reason: str, entry: int | None = None) -> None:
        super().__init__(reason, entry)
        self.reason = reason
        self.entry = entry


class _Witness(Dice):
    """Dice that remember which rolls were made."""

    __slots__ = ("rolls",)

    def __init__(self, secret: bytes) -> None:
        super().__init__(secret)
        self.rolls: set[tuple[str | int, ...]] = set()

    def below(self, faces: int, *label: str | int) -> int:
        self.rolls.add(label)
        return super().below(faces, *label)

    def shuffled(self, things: tuple[str, ...], *label: str | int) -> tuple[str, ...]:
        before = set(self.rolls)
        dealt = super().shuffled(things, *label)
        self.rolls = before | {label}
        return dealt


def judge(file: Exported, lines: tuple[LogLine, ...], codec: Codec) -> Verdict:
    """Judge a file that `parsed` has read, by the rules of its game."""
    chance = codec.game.chance
    unproven = file.inherited.entries if file.inherited and chance else 0
    try:
        return _judged(file, lines, codec, unproven)
    except _Forged as forged:
        return Verdict("forged", forged.reason, forged.entry, unproven=unproven, chance=chance)


def _judged(file: Exported, lines: tuple[LogLine, ...], codec: Codec, unproven: int) -> Verdict:
    dice = _Witness(bytes.fromhex(file.secret)) if file.secret is not None else None
    if dice and dice.commitment != file.commitment:
        raise _Forged("secret")
    steps, early = _replayed(lines, codec, dice, unproven)
    if steps.over != (dice is not None):
        raise _Forged("end")
    _marked(lines, steps)
    if dice is None:
        return Verdict("not-ended", unproven=unproven, chance=codec.game.chance)
    return Verdict("holds", None, None, len(dice.rolls), early, unproven, codec.game.chance)


def _replayed(
    lines: tuple[LogLine, ...], codec: Codec, dice: _Witness | None, unproven: int
) -> tuple[Steps, bool]:
    """Play the game again; also say whether something was rolled after its secret had been seen."""
    numbered = {each.n: each for each in lines}
    steps: Steps | None = None
    early = False
    for place, each in enumerate(lines):
        try:
            if dice and place >= unproven:
                rolled = len(dice.rolls)
                _decided_again(codec, steps, each, dice)
                early = early or bool(steps and steps.known and len(dice.rolls) > rolled)
            entry = each.entry()
            steps = steps.after(entry) if steps else begun(codec, b"", entry, lambda n: numbered[n].entry())
        except (*FAULTS, Unreadable) as fault:
            raise _Forged("entry", each.n) from fault
    if steps is None:
        raise _Forged("not-an-export")
    return steps, early


def _decided_again(codec: Codec, steps: Steps | None, line: LogLine, dice: Dice) -> None:
    """Judge the entry's command once more; raise `_Forged` unless the same came of it."""
    command = codec.command(line.command)
    try:
        if isinstance(command, Start):
            events = codec.game.begin(command.players, codec.options(command.options), dice)
        elif steps:
            events = of_the_game(command, steps, dice).events
        else:
            raise _Forged("entry", line.n)
    except Refused as refused:
        raise _Forged("refused", line.n) from refused
    if not _same(codec, events, line.events):
        raise _Forged("events", line.n)


def _same(codec: Codec, made: tuple[Event, ...], written: tuple[dict[str, Any], ...]) -> bool:
    """Whether these events stand in the file. One of an earlier version may lack what came later."""
    if msgspec.json.encode(made, order="sorted") == msgspec.json.encode(written, order="sorted"):
        return True
    try:
        return codec.events(msgspec.json.encode(written)) == made
    except msgspec.DecodeError:
        return False


def _marked(lines: tuple[LogLine, ...], steps: Steps) -> None:
    """Raise `_Forged` unless exactly what does not count is marked as undone."""
    counting = set(steps.counting())
    for each in lines:
        gone = each.n not in counting and each.command["type"] not in TAKING_BACK
        if each.undone != gone:
            raise _Forged("entry", each.n)


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
        _see(codec, secret, entries, file)
    except (*FAULTS, Unreadable, Refused) as fault:
        raise Refused("export-forged") from fault
    brought = msgspec.json.encode(Import(file.game, len(entries), inherited))
    head = Entry(first, at, file.game, "panel", None, "", None, brought, b"[]")
    return file.game, [(head, None), (entries[0], secret), *((each, None) for each in entries[1:])]


def _see(codec: Codec, secret: bytes, entries: list[Entry], file: Exported) -> None:
    """Look at every state as everybody will; raise what the rules raise over one they did not make."""
    numbered = {each.n: each for each in entries}
    steps: Steps | None = None
    seen = 0
    for entry in entries:
        steps = steps.after(entry) if steps else begun(codec, secret, entry, numbered.get)
        if steps.last.entry.n > seen:  # what undo and redo bring back has been looked at
            seen = steps.last.entry.n
            play = Play(steps)
            _ = Snapshot(0, "", entry.at, {}, play).json
            _ = play.pages, play.acting, play.question, play.picture
    start = codec.command(entries[0].plain_command())
    if steps is None or steps.over != (file.secret is not None):
        raise Unreadable
    if not isinstance(start, Start) or start.system != file.system:
        raise Unreadable


def same_game(one: Mapping[str, Any], other: Mapping[str, Any]) -> bool:
    """Whether two files hold the same game, whatever numbers its entries have."""
    return _bare(one) == _bare(other)


def _bare(given: Mapping[str, Any]) -> tuple[Exported, tuple[LogLine, ...]]:
    file, lines = parsed(given)
    try:
        lines = renumbered(lines, {each.n: place for place, each in enumerate(lines)})
    except LookupError as fault:
        raise Refused("export-forged") from fault
    return msgspec.structs.replace(file, entries=()), lines
