"""Verify a game from its file alone.

The entries must make the file's chain, the secret fit its commitment, every roll follow from secret and
seeds, and every entry be what the rules decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games import Event, Game, Refused
from companion.games.dice import SECRET_BYTES, Dice
from companion.table import chain
from companion.table.codec import FAULTS, Codec
from companion.table.commands import AtStart, Nameless, Start
from companion.table.decisions import decide_in_game
from companion.table.export import ExportedGame, LogLine, chain_heads, parse_export
from companion.table.luck_log import LuckLog, seeds_of
from companion.table.steps import Steps, Unreadable, start_steps

Status: TypeAlias = Literal["holds", "forged", "not-ended"]


class Verdict(msgspec.Struct, frozen=True):
    """The result of a verification."""

    status: Status
    """`not-ended` while the secret is not in the file."""
    reason: str | None = None
    """Why it is forged: `forged.<reason>` in the catalogues."""
    entry: int | None = None
    """Number of the first entry at fault."""
    draws: int = 0
    """Rolls that were repeated with the same outcome."""
    known_early: bool = False
    """The secret had been shown, by an undone end, before some of the rolls."""
    unproven: int = 0
    """Entries made with secrets of other boxes."""
    chance: bool = True
    """Whether the game rolls at all."""
    commitment: str = ""
    """64 hex digits; empty for what is no export."""
    head: str = ""
    """64 hex digits; empty for what is no export."""
    entries_after: int = 0
    """Entries after the one with the requested head."""
    luck_log: LuckLog | None = None
    """None for a file that could not be replayed to its end."""
    redacted: bool = False
    """Names were redacted; earlier heads no longer fit."""


def verify(exported: Mapping[str, Any], games: Mapping[str, Game], head: str | None = None) -> Verdict:
    """Verify a file. Raises nothing: what is no export is `forged`, `not-an-export`.

    head: the first hex digits of a noted head that the file must contain.
    """
    try:
        file, lines = parse_export(exported)
    except Refused:
        return Verdict("forged", "not-an-export")
    game = games.get(file.system)
    return verify_export(file, lines, Codec(game), head) if game else Verdict("forged", "unknown-system")


def verify_export(
    file: ExportedGame, lines: tuple[LogLine, ...], codec: Codec, head: str | None = None,
    before_each: Callable[[], object] = lambda: None,
) -> Verdict:  # fmt: skip
    """Verify a parsed file by the rules of its game.

    head: as in `verify`.
    before_each: called before each entry; may raise to end a verification that takes too long.
    """
    chance = codec.game.chance
    unproven = file.inherited.entries if file.inherited and chance else 0
    computed = list(chain_heads(file, lines))
    known = Verdict(
        "holds", unproven=unproven, chance=chance, commitment=file.commitment, head=computed[-1].hex()
    )
    try:
        return _verify(file, lines, codec, computed, head, known, before_each)
    except VerificationError as forged:
        return replace(known, status="forged", reason=forged.reason, entry=forged.entry)


def _verify(
    file: ExportedGame, lines: tuple[LogLine, ...], codec: Codec, computed: list[bytes], head: str | None,
    known: Verdict, before_each: Callable[[], object],
) -> Verdict:  # fmt: skip
    """Verify it. Raises `VerificationError`.

    computed: the head after each line.
    known: the verdict so far.
    """
    if file.secret is not None and Dice(bytes.fromhex(file.secret)).commitment != file.commitment:
        raise VerificationError("secret")
    _check_chain(file, lines, computed)
    records = _start_records(codec, lines[0])
    known = replace(known, redacted=Nameless() in records)
    dice = None if file.secret is None else RecordingDice(bytes.fromhex(file.secret), seeds_of(records))
    steps, known = _replay(file, lines, codec, dice, known, before_each)
    if steps.over != (dice is not None):
        raise VerificationError("end")
    _check_undone_marks(lines, steps)
    known = replace(known, entries_after=_entries_beyond(computed, head, known), luck_log=steps.luck_log)
    if dice is None:
        return replace(known, status="not-ended")
    return replace(known, draws=len(dice.rolls))


def _check_chain(file: ExportedGame, lines: tuple[LogLine, ...], computed: list[bytes]) -> None:
    """Raise `VerificationError` for the first entry whose head differs."""
    for each, head in zip(lines, computed, strict=True):
        if each.head != head.hex()[: chain.SHOWN_DIGITS]:
            raise VerificationError("chain", each.n)
    if file.head != computed[-1].hex():
        raise VerificationError("cut", lines[-1].n)


def chain_holds(file: ExportedGame, lines: tuple[LogLine, ...]) -> bool:
    """Whether the entries of a file make its heads."""
    try:
        _check_chain(file, lines, list(chain_heads(file, lines)))
    except VerificationError:
        return False
    return True


def _entries_beyond(computed: list[bytes], head: str | None, known: Verdict) -> int:
    """Count the entries after the one with this head, 0 without a head. Raises `VerificationError` for a head
    that no entry has, also of a redacted file: a forger could mark a file as redacted, too.
    """
    if head is None:
        return 0
    for beyond, each in enumerate(reversed(computed)):
        if each.hex().startswith(head.lower()):
            return beyond
    raise VerificationError("other-head-nameless" if known.redacted else "other-head")


def _start_records(codec: Codec, start: LogLine) -> tuple[AtStart, ...]:
    """Return the table's own records of the start. Raises `VerificationError`."""
    try:
        return codec.start_events(start.entry().events)[1]
    except FAULTS as fault:
        raise VerificationError("entry", start.n) from fault


def _replay(
    file: ExportedGame, lines: tuple[LogLine, ...], codec: Codec, dice: RecordingDice | None, known: Verdict,
    before_each: Callable[[], object],
) -> tuple[Steps, Verdict]:  # fmt: skip
    """Replay the game; note rolls made with its secret known. Raises `VerificationError`."""
    steps: Steps | None = None
    secret = bytes.fromhex(file.secret) if file.secret else bytes(SECRET_BYTES)
    early = False
    if lines[0].command.get("system") != file.system:
        raise VerificationError("entry", lines[0].n)
    for place, each in enumerate(lines):
        before_each()
        try:
            steps = steps.with_new_secret() if steps and place == known.unproven else steps
            if dice and place >= known.unproven:
                rolled = len(dice.rolls)
                check_entry(codec, steps, each, dice)
                early = early or bool(steps and steps.secret_known and len(dice.rolls) > rolled)
            entry = each.entry()
            steps = steps.after(entry) if steps else start_steps(codec, secret, entry, file.inherited)
        except (*FAULTS, Unreadable) as fault:
            raise VerificationError("entry", each.n) from fault
    if steps is None:
        raise VerificationError("not-an-export")
    return steps, replace(known, known_early=early)


def _check_undone_marks(lines: tuple[LogLine, ...], steps: Steps) -> None:
    """Raise `VerificationError` unless exactly the steps that do not count are marked as undone."""
    counting = set(steps.counting())
    for each in lines:
        undone = each.n not in counting and each.command["type"] not in steps.codec.no_steps
        if each.undone != undone:
            raise VerificationError("entry", each.n)


class VerificationError(Exception):
    """The file is forged. reason, entry: as in `Verdict`, which it becomes."""

    def __init__(self, reason: str, entry: int | None = None) -> None:
        super().__init__(reason, entry)
        self.reason = reason
        self.entry = entry


class RecordingDice(Dice):
    """Dice that record which rolls were made."""

    __slots__ = ("rolls",)

    def __init__(self, secret: bytes, seeds: Sequence[str]) -> None:
        super().__init__(secret, seeds)
        self.rolls: set[tuple[str | int, ...]] = set()

    def roll(self, faces: int, *label: str | int) -> int:
        """Roll and record the label."""
        self.rolls.add(label)
        return super().roll(faces, *label)

    def shuffle(self, items: tuple[str, ...], *label: str | int) -> tuple[str, ...]:
        """Shuffle, recorded as one roll."""
        before = set(self.rolls)
        dealt = super().shuffle(items, *label)
        self.rolls = before | {label}
        return dealt


def check_entry(codec: Codec, steps: Steps | None, line: LogLine, dice: RecordingDice) -> None:
    """Raise `VerificationError` unless the rules decide what the line holds.

    steps: the game before it, None at its start.

    Raises also what rules raise over events of another version.
    """
    own = _game_events(codec, line)
    try:
        computed = _expected_events(codec, steps, line, dice)
    except Refused as refused:
        raise VerificationError("refused", line.n) from refused
    if msgspec.json.encode(computed, order="sorted") != msgspec.json.encode(own, order="sorted"):
        raise VerificationError("events", line.n)


def _expected_events(codec: Codec, steps: Steps | None, line: LogLine, dice: Dice) -> tuple[Event, ...]:
    """Decide the entry's command again. Raises `Refused`; `VerificationError` where the first is no start."""
    command = codec.command(line.command)
    if steps is not None:
        return decide_in_game(command, steps, dice).events
    if not isinstance(command, Start):
        raise VerificationError("entry", line.n)
    return codec.game.begin(command.players, codec.options(command.options), dice)


def _game_events(codec: Codec, line: LogLine) -> tuple[dict[str, Any], ...]:
    """Return an entry's events without the table's own records of a start.

    Raises `VerificationError` unless each kind of record stands there once at most, and the seed of the start
    is the last seed.
    """
    if line.command["type"] != "start":
        return line.events
    try:
        _, records = codec.start_events(msgspec.json.encode(line.events))
    except msgspec.DecodeError as fault:
        raise VerificationError("events", line.n) from fault
    seed = line.command.get("seed")
    added = not codec.game.chance or seed is None or seeds_of(records)[-1:] == (seed,)
    if not added or len({type(each) for each in records}) < len(records):
        raise VerificationError("events", line.n)
    return line.events[: len(line.events) - len(records)]
