"""Proving a game from its file alone.

Its entries make the chain that the file tells, the secret fits its commitment, every roll comes from it and
from what phones have added, and every entry is what the rules decide.
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
    """What can be said of a game's file.

    status: `not-ended` when the secret is not in the file yet. reason: why it is forged, said
    by the catalogues' `forged.<reason>`; else None. entry: the number of the first entry at fault.
    draws: how many rolls were made again and came out the same. known_early: the secret had been seen,
    by an end that was taken back, when some of them were made. unproven: how many entries were made with
    secrets of other boxes that are not in the file. chance: whether the game rolls at all; in one that does
    not, every entry can be judged.

    commitment, head: of the file, 64 hex digits each; empty for what is no export. beyond: how many entries
    follow the one whose head was asked for. fairness: how chance was treated, None for a file that could not
    be played to its end. nameless: names were taken out of the game, and heads from before that are of no
    use.
    """

    status: Status
    reason: str | None = None
    entry: int | None = None
    draws: int = 0
    known_early: bool = False
    unproven: int = 0
    chance: bool = True
    commitment: str = ""
    head: str = ""
    beyond: int = 0
    fairness: LuckLog | None = None
    nameless: bool = False


def verify(exported: Mapping[str, Any], games: Mapping[str, Game], head: str | None = None) -> Verdict:
    """Judge a file. Raises nothing: what is no export at all is `forged`, `not-an-export`.

    head: the first hex digits of one that somebody noted: the file must lead to it.
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
    """Judge a file that `parsed` has read, by the rules of its game. head: as for `verify`. before_each:
    called before each entry; what it raises ends it, for a file made by hand may take for ever.
    """
    chance = codec.game.chance
    unproven = file.inherited.entries if file.inherited and chance else 0
    made = list(chain_heads(file, lines))
    known = Verdict(
        "holds", unproven=unproven, chance=chance, commitment=file.commitment, head=made[-1].hex()
    )
    try:
        return _verify(file, lines, codec, made, head, known, before_each)
    except VerificationError as forged:
        return replace(known, status="forged", reason=forged.reason, entry=forged.entry)


def _verify(
    file: ExportedGame, lines: tuple[LogLine, ...], codec: Codec, made: list[bytes], head: str | None,
    known: Verdict, before_each: Callable[[], object],
) -> Verdict:  # fmt: skip
    """Judge it. made: the head after each line. known: what can be said before it is played.

    Raises `VerificationError`.
    """
    if file.secret is not None and Dice(bytes.fromhex(file.secret)).commitment != file.commitment:
        raise VerificationError("secret")
    _check_chain(file, lines, made)
    beside = _start_records(codec, lines[0])
    known = replace(known, nameless=Nameless() in beside)
    dice = None if file.secret is None else RecordingDice(bytes.fromhex(file.secret), seeds_of(beside))
    steps, known = _replay(file, lines, codec, dice, known, before_each)
    if steps.over != (dice is not None):
        raise VerificationError("end")
    _check_undone_marks(lines, steps)
    known = replace(known, beyond=_entries_beyond(made, head, known), fairness=steps.fairness)
    if dice is None:
        return replace(known, status="not-ended")
    return replace(known, draws=len(dice.rolls))


def _check_chain(file: ExportedGame, lines: tuple[LogLine, ...], made: list[bytes]) -> None:
    """Raise `VerificationError` for the first entry that is not what it was when the file was written."""
    for each, head in zip(lines, made, strict=True):
        if each.head != head.hex()[: chain.SHOWN_DIGITS]:
            raise VerificationError("chain", each.n)
    if file.head != made[-1].hex():
        raise VerificationError("cut", lines[-1].n)


def chain_holds(file: ExportedGame, lines: tuple[LogLine, ...]) -> bool:
    """Whether the entries of a file make the heads that it tells."""
    try:
        _check_chain(file, lines, list(chain_heads(file, lines)))
    except VerificationError:
        return False
    return True


def _entries_beyond(made: list[bytes], head: str | None, known: Verdict) -> int:
    """Count the entries after the one with this head, 0 without a head. Raises `VerificationError` for a head
    that no entry has, also of a redacted file: a forger could mark a file as redacted, too.
    """
    if head is None:
        return 0
    for beyond, each in enumerate(reversed(made)):
        if each.hex().startswith(head.lower()):
            return beyond
    raise VerificationError("other-head-nameless" if known.nameless else "other-head")


def _start_records(codec: Codec, start: LogLine) -> tuple[AtStart, ...]:
    """What the table wrote down of the start. Raises `VerificationError`."""
    try:
        return codec.opening(start.entry().events)[1]
    except FAULTS as fault:
        raise VerificationError("entry", start.n) from fault


def _replay(
    file: ExportedGame, lines: tuple[LogLine, ...], codec: Codec, dice: RecordingDice | None, known: Verdict,
    before_each: Callable[[], object],
) -> tuple[Steps, Verdict]:  # fmt: skip
    """Play the game again, and say besides whether something was rolled after its secret had been seen.
    Raises `VerificationError`.
    """
    steps: Steps | None = None
    secret = bytes.fromhex(file.secret) if file.secret else bytes(SECRET_BYTES)
    early = False
    if lines[0].command.get("system") != file.system:
        raise VerificationError("entry", lines[0].n)
    for place, each in enumerate(lines):
        before_each()
        try:
            steps = steps.on_new_dice() if steps and place == known.unproven else steps
            if dice and place >= known.unproven:
                rolled = len(dice.rolls)
                check_entry(codec, steps, each, dice)
                early = early or bool(steps and steps.known and len(dice.rolls) > rolled)
            entry = each.entry()
            steps = steps.after(entry) if steps else start_steps(codec, secret, entry, file.inherited)
        except (*FAULTS, Unreadable) as fault:
            raise VerificationError("entry", each.n) from fault
    if steps is None:
        raise VerificationError("not-an-export")
    return steps, replace(known, known_early=early)


def _check_undone_marks(lines: tuple[LogLine, ...], steps: Steps) -> None:
    """Raise `VerificationError` unless exactly what does not count is marked as undone."""
    counting = set(steps.counting())
    for each in lines:
        gone = each.n not in counting and each.command["type"] not in steps.codec.no_steps
        if each.undone != gone:
            raise VerificationError("entry", each.n)


class VerificationError(Exception):
    """The file is forged. reason, entry: as in `Verdict`, which it becomes."""

    def __init__(self, reason: str, entry: int | None = None) -> None:
        super().__init__(reason, entry)
        self.reason = reason
        self.entry = entry


class RecordingDice(Dice):
    """Dice that remember which rolls were made."""

    __slots__ = ("rolls",)

    def __init__(self, secret: bytes, seeds: Sequence[str]) -> None:
        super().__init__(secret, seeds)
        self.rolls: set[tuple[str | int, ...]] = set()

    def roll(self, faces: int, *label: str | int) -> int:
        """As `Dice` rolls it."""
        self.rolls.add(label)
        return super().roll(faces, *label)

    def shuffle(self, items: tuple[str, ...], *label: str | int) -> tuple[str, ...]:
        """As `Dice` shuffles; it counts as one roll."""
        before = set(self.rolls)
        dealt = super().shuffle(items, *label)
        self.rolls = before | {label}
        return dealt


def check_entry(codec: Codec, steps: Steps | None, line: LogLine, dice: RecordingDice) -> None:
    """Raise `VerificationError` unless the rules make of the entry's command what the file says.

    steps: the game before it, None at its start. Raises what rules raise over events that they did not make,
    too.
    """
    own = _game_events(codec, line)
    try:
        made = _expected_events(codec, steps, line, dice)
    except Refused as refused:
        raise VerificationError("refused", line.n) from refused
    if msgspec.json.encode(made, order="sorted") != msgspec.json.encode(own, order="sorted"):
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
        _, beside = codec.opening(msgspec.json.encode(line.events))
    except msgspec.DecodeError as fault:
        raise VerificationError("events", line.n) from fault
    seed = line.command.get("seed")
    added = not codec.game.chance or seed is None or seeds_of(beside)[-1:] == (seed,)
    if not added or len({type(each) for each in beside}) < len(beside):
        raise VerificationError("events", line.n)
    return line.events[: len(line.events) - len(beside)]
