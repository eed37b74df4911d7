"""Proving a game from its file alone: the secret fits its commitment, and every roll comes from it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, TypeAlias

import msgspec

from companion.games import Event, Game, Refused
from companion.games.dice import Dice
from companion.table.codec import Codec
from companion.table.commands import Start
from companion.table.deciding import of_the_game
from companion.table.export import Exported, Line, parsed
from companion.table.play import FAULTS, TAKING_BACK, Steps, Unreadable, begun

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


class _ForgedError(Exception):
    """The file cannot be true. reason, entry: as in the verdict."""

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


def judge(file: Exported, lines: tuple[Line, ...], codec: Codec) -> Verdict:
    """Judge a file that `parsed` has read, by the rules of its game."""
    chance = codec.game.chance
    unproven = file.inherited.entries if file.inherited and chance else 0
    try:
        return _judged(file, lines, codec, unproven)
    except _ForgedError as forged:
        return Verdict("forged", forged.reason, forged.entry, unproven=unproven, chance=chance)


def _judged(file: Exported, lines: tuple[Line, ...], codec: Codec, unproven: int) -> Verdict:
    dice = _Witness(bytes.fromhex(file.secret)) if file.secret is not None else None
    if dice and dice.commitment != file.commitment:
        raise _ForgedError("secret")
    steps, early = _replayed(lines, codec, dice, unproven)
    if steps.over != (dice is not None):
        raise _ForgedError("end")
    _marked(lines, steps)
    if dice is None:
        return Verdict("not-ended", unproven=unproven, chance=codec.game.chance)
    return Verdict("holds", None, None, len(dice.rolls), early, unproven, codec.game.chance)


def _replayed(
    lines: tuple[Line, ...], codec: Codec, dice: _Witness | None, unproven: int
) -> tuple[Steps, bool]:
    """Play the game again; also say whether something was rolled after its secret had been seen."""
    steps: Steps | None = None
    early = False
    for place, each in enumerate(lines):
        try:
            if dice and place >= unproven:
                rolled = len(dice.rolls)
                _decided_again(codec, steps, each, dice)
                early = early or bool(steps and steps.known and len(dice.rolls) > rolled)
            steps = steps.after(each.entry()) if steps else begun(codec, b"", each.entry())
        except (*FAULTS, Unreadable) as fault:
            raise _ForgedError("entry", each.n) from fault
    if steps is None:
        raise _ForgedError("not-an-export")
    return steps, early


def _decided_again(codec: Codec, steps: Steps | None, line: Line, dice: Dice) -> None:
    """Judge the entry's command once more; raise `_ForgedError` unless the same came of it."""
    command = codec.command(line.command)
    try:
        if isinstance(command, Start):
            events = codec.game.begin(command.players, codec.options(command.options), dice)
        elif steps:
            events = of_the_game(command, steps, dice).events
        else:
            raise _ForgedError("entry", line.n)
    except Refused as refused:
        raise _ForgedError("refused", line.n) from refused
    if not _same(codec, events, line.events):
        raise _ForgedError("events", line.n)


def _same(codec: Codec, made: tuple[Event, ...], written: tuple[dict[str, Any], ...]) -> bool:
    """Whether these events stand in the file. One of an earlier version may lack what came later."""
    if msgspec.json.encode(made, order="sorted") == msgspec.json.encode(written, order="sorted"):
        return True
    try:
        return codec.events(msgspec.json.encode(written)) == made
    except msgspec.DecodeError:
        return False


def _marked(lines: tuple[Line, ...], steps: Steps) -> None:
    """Raise `_ForgedError` unless exactly what does not count is marked as undone."""
    counting = {step.entry.n for step in steps.done}
    for each in lines:
        gone = each.n not in counting and each.command["type"] not in TAKING_BACK
        if each.undone != gone:
            raise _ForgedError("entry", each.n)
