"""Proving a game from its file alone.

Its entries make the chain that the file tells, the secret fits its commitment, and every roll comes from it
and from what phones have added.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games import Event, Game, Refused
from companion.games.dice import SECRET_BYTES, Dice
from companion.journal.entry import Entry
from companion.table import chain
from companion.table.codec import FAULTS, Codec
from companion.table.commands import TAKING_BACK, Start
from companion.table.deciding import of_the_game
from companion.table.export import Exported, LogLine, heads, is_chained, parsed
from companion.table.luck import Fairness, seeds_of
from companion.table.steps import Steps, Unreadable, begun

Status: TypeAlias = Literal["holds", "forged", "not-ended"]


class Verdict(msgspec.Struct, frozen=True):
    """What can be said of a game's file.

    status: `not-ended` when the secret is not in the file yet. reason: why it is forged, said by the
    catalogues' `forged.<reason>`; else None. entry: the number of the first entry at fault.
    draws: how many rolls were made again and came out the same. known_early: the secret had been seen,
    by an end that was taken back, when some of them were made. unproven: how many entries were made with
    secrets of other boxes that are not in the file. chance: whether the game rolls at all; in one that does
    not, every entry can be judged.

    commitment, head: of the file, 64 hex digits each; empty for what is no export. chained: the file tells
    its heads, as those of the first versions do not. beyond: how many entries follow the one whose head was
    asked for. fairness: how chance was treated, None for a file that could not be played to its end.
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
    chained: bool = False
    beyond: int = 0
    fairness: Fairness | None = None


def verify(exported: Mapping[str, Any], games: Mapping[str, Game], head: str | None = None) -> Verdict:
    """Judge a file. Raises nothing: what is no export at all is `forged`, `not-an-export`.

    head: the first hex digits of one that somebody noted: the file must lead to it.
    """
    try:
        file, lines = parsed(exported)
    except Refused:
        return Verdict("forged", "not-an-export")
    game = games.get(file.system)
    return judge(file, lines, Codec(game), head) if game else Verdict("forged", "unknown-system")


class _Forged(Exception):
    """The file cannot be true; becomes a verdict here. reason, entry: as there."""

    def __init__(self, reason: str, entry: int | None = None) -> None:
        super().__init__(reason, entry)
        self.reason = reason
        self.entry = entry


class _Witness(Dice):
    """Dice that remember which rolls were made."""

    __slots__ = ("rolls",)

    def __init__(self, secret: bytes, seeds: Sequence[str]) -> None:
        super().__init__(secret, seeds)
        self.rolls: set[tuple[str | int, ...]] = set()

    def below(self, faces: int, *label: str | int) -> int:
        self.rolls.add(label)
        return super().below(faces, *label)

    def shuffled(self, things: tuple[str, ...], *label: str | int) -> tuple[str, ...]:
        before = set(self.rolls)
        dealt = super().shuffled(things, *label)
        self.rolls = before | {label}
        return dealt


def judge(file: Exported, lines: tuple[LogLine, ...], codec: Codec, head: str | None = None) -> Verdict:
    """Judge a file that `parsed` has read, by the rules of its game. head: as for `verify`."""
    chance = codec.game.chance
    unproven = file.inherited.entries if file.inherited and chance else 0
    made = list(heads(file, lines))
    known = Verdict(
        "holds", unproven=unproven, chance=chance, commitment=file.commitment, head=made[-1].hex(),
        chained=is_chained(file, lines),
    )  # fmt: skip
    try:
        return _judged(file, lines, codec, made, head, known)
    except _Forged as forged:
        return replace(known, status="forged", reason=forged.reason, entry=forged.entry)


def _judged(
    file: Exported, lines: tuple[LogLine, ...], codec: Codec, made: list[bytes], head: str | None,
    known: Verdict,
) -> Verdict:  # fmt: skip
    """Judge it. made: the head after each line. known: what can be said before it is played.

    Raises `_Forged`.
    """
    if file.secret is not None and Dice(bytes.fromhex(file.secret)).commitment != file.commitment:
        raise _Forged("secret")
    if known.chained:
        _hold_the_chain(file, lines, made)
    dice = None if file.secret is None else _Witness(bytes.fromhex(file.secret), _seeds(codec, lines[0]))
    steps, early = _replayed(file, lines, codec, dice, known.unproven)
    if steps.over != (dice is not None):
        raise _Forged("end")
    _marked(lines, steps)
    beyond = 0 if head is None else _beyond(made, head)
    known = replace(known, beyond=beyond, fairness=steps.fairness)
    if dice is None:
        return replace(known, status="not-ended")
    return replace(known, draws=len(dice.rolls), known_early=early)


def _hold_the_chain(file: Exported, lines: tuple[LogLine, ...], made: list[bytes]) -> None:
    """Raise `_Forged` for the first entry that is not what it was when the file was written."""
    for each, head in zip(lines, made, strict=True):
        if each.head != head.hex()[: chain.SHOWN]:
            raise _Forged("chain", each.n)
    if file.head != made[-1].hex():
        raise _Forged("cut", lines[-1].n)


def chain_holds(file: Exported, lines: tuple[LogLine, ...]) -> bool:
    """Whether the entries of a file make the heads that it tells, or it tells none."""
    try:
        if is_chained(file, lines):
            _hold_the_chain(file, lines, list(heads(file, lines)))
    except _Forged:
        return False
    return True


def _beyond(made: list[bytes], head: str) -> int:
    """How many entries follow the one with this head. Raises `_Forged` for a head that no entry has."""
    for beyond, each in enumerate(reversed(made)):
        if each.hex().startswith(head.lower()):
            return beyond
    raise _Forged("other-head")


def _seeds(codec: Codec, start: LogLine) -> tuple[str, ...]:
    """What phones have added to the dice, as the start tells. Raises `_Forged`."""
    try:
        return seeds_of(codec.opening(start.entry().events)[1])
    except FAULTS as fault:
        raise _Forged("entry", start.n) from fault


def _replayed(
    file: Exported, lines: tuple[LogLine, ...], codec: Codec, dice: _Witness | None, unproven: int
) -> tuple[Steps, bool]:
    """Play the game again; also say whether something was rolled after its secret had been seen."""
    numbered = {each.n: each for each in lines}

    def read(n: int) -> Entry:
        return numbered[n].entry()

    steps: Steps | None = None
    secret = bytes.fromhex(file.secret) if file.secret else bytes(SECRET_BYTES)
    early = False
    if lines[0].command.get("system") != file.system:
        raise _Forged("entry", lines[0].n)
    for place, each in enumerate(lines):
        try:
            steps = steps.on_new_dice() if steps and place == unproven else steps
            if dice and place >= unproven:
                rolled = len(dice.rolls)
                _decided_again(codec, steps, each, dice)
                early = early or bool(steps and steps.known and len(dice.rolls) > rolled)
            entry = each.entry()
            steps = steps.after(entry) if steps else begun(codec, secret, entry, read, file.inherited)
        except (*FAULTS, Unreadable) as fault:
            raise _Forged("entry", each.n) from fault
    if steps is None:
        raise _Forged("not-an-export")
    return steps, early


def _decided_again(codec: Codec, steps: Steps | None, line: LogLine, dice: Dice) -> None:
    """Judge the entry's command once more; raise `_Forged` unless the same came of it."""
    command = codec.command(line.command)
    try:
        if isinstance(command, Start) and not steps:
            made = codec.game.begin(command.players, codec.options(command.options), dice)
            holds = _opens(codec, made, line.events, command.seed)
        elif steps:
            holds = _same(codec, of_the_game(command, steps, dice).events, line.events)
        else:
            raise _Forged("entry", line.n)
    except Refused as refused:
        raise _Forged("refused", line.n) from refused
    if not holds:
        raise _Forged("events", line.n)


def _same(codec: Codec, made: tuple[Event, ...], written: tuple[dict[str, Any], ...]) -> bool:
    """Whether these events stand in the file. One of an earlier version may lack what came later."""
    if msgspec.json.encode(made, order="sorted") == msgspec.json.encode(written, order="sorted"):
        return True
    try:
        return codec.events(msgspec.json.encode(written)) == made
    except msgspec.DecodeError:
        return False


def _opens(
    codec: Codec, made: tuple[Event, ...], written: tuple[dict[str, Any], ...], seed: str | None
) -> bool:
    """Whether these events of a start stand in the file, and behind them what the table itself wrote down.

    seed: what the start itself added, the last of all.
    """
    try:
        _, beside = codec.opening(msgspec.json.encode(written))
    except msgspec.DecodeError:
        return False
    if codec.game.chance and seed is not None and seeds_of(beside)[-1:] != (seed,):
        return False
    own = written[: len(written) - len(beside)]
    return len({type(each) for each in beside}) == len(beside) and _same(codec, made, own)


def _marked(lines: tuple[LogLine, ...], steps: Steps) -> None:
    """Raise `_Forged` unless exactly what does not count is marked as undone."""
    counting = set(steps.counting())
    for each in lines:
        gone = each.n not in counting and each.command["type"] not in TAKING_BACK
        if each.undone != gone:
            raise _Forged("entry", each.n)
