"""Proving a game from its file alone.

Its entries make the chain that the file tells, the secret fits its commitment, every roll comes from it and
from what phones have added, and every entry is what the rules decide.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from companion.games import Game, Refused
from companion.games.dice import SECRET_BYTES, Dice
from companion.table import chain
from companion.table.codec import FAULTS, Codec
from companion.table.commands import AtStart, Nameless
from companion.table.export import Exported, LogLine, heads, parsed
from companion.table.judging import Forged, Witness, hold_to_the_rules
from companion.table.luck import Fairness, seeds_of
from companion.table.steps import Steps, Unreadable, begun

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
    fairness: Fairness | None = None
    nameless: bool = False


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


def judge(
    file: Exported, lines: tuple[LogLine, ...], codec: Codec, head: str | None = None,
    before_each: Callable[[], object] = lambda: None,
) -> Verdict:  # fmt: skip
    """Judge a file that `parsed` has read, by the rules of its game. head: as for `verify`. before_each:
    called before each entry; what it raises ends it, for a file made by hand may take for ever.
    """
    chance = codec.game.chance
    unproven = file.inherited.entries if file.inherited and chance else 0
    made = list(heads(file, lines))
    known = Verdict(
        "holds", unproven=unproven, chance=chance, commitment=file.commitment, head=made[-1].hex()
    )
    try:
        return _judged(file, lines, codec, made, head, known, before_each)
    except Forged as forged:
        return replace(known, status="forged", reason=forged.reason, entry=forged.entry)


def _judged(
    file: Exported, lines: tuple[LogLine, ...], codec: Codec, made: list[bytes], head: str | None,
    known: Verdict, before_each: Callable[[], object],
) -> Verdict:  # fmt: skip
    """Judge it. made: the head after each line. known: what can be said before it is played.

    Raises `Forged`.
    """
    if file.secret is not None and Dice(bytes.fromhex(file.secret)).commitment != file.commitment:
        raise Forged("secret")
    _hold_the_chain(file, lines, made)
    beside = _at_start(codec, lines[0])
    known = replace(known, nameless=Nameless() in beside)
    dice = None if file.secret is None else Witness(bytes.fromhex(file.secret), seeds_of(beside))
    steps, known = _replayed(file, lines, codec, dice, known, before_each)
    if steps.over != (dice is not None):
        raise Forged("end")
    _marked(lines, steps)
    known = replace(known, beyond=_beyond(made, head, known), fairness=steps.fairness)
    if dice is None:
        return replace(known, status="not-ended")
    return replace(known, draws=len(dice.rolls))


def _hold_the_chain(file: Exported, lines: tuple[LogLine, ...], made: list[bytes]) -> None:
    """Raise `Forged` for the first entry that is not what it was when the file was written."""
    for each, head in zip(lines, made, strict=True):
        if each.head != head.hex()[: chain.SHOWN]:
            raise Forged("chain", each.n)
    if file.head != made[-1].hex():
        raise Forged("cut", lines[-1].n)


def chain_holds(file: Exported, lines: tuple[LogLine, ...]) -> bool:
    """Whether the entries of a file make the heads that it tells."""
    try:
        _hold_the_chain(file, lines, list(heads(file, lines)))
    except Forged:
        return False
    return True


def _beyond(made: list[bytes], head: str | None, known: Verdict) -> int:
    """How many entries follow the one with this head, 0 where none is asked for. Raises `Forged` for a head
    that no entry has: whoever changed a game could say as well that names were taken out of it.
    """
    if head is None:
        return 0
    for beyond, each in enumerate(reversed(made)):
        if each.hex().startswith(head.lower()):
            return beyond
    raise Forged("other-head-nameless" if known.nameless else "other-head")


def _at_start(codec: Codec, start: LogLine) -> tuple[AtStart, ...]:
    """What the table wrote down of the start. Raises `Forged`."""
    try:
        return codec.opening(start.entry().events)[1]
    except FAULTS as fault:
        raise Forged("entry", start.n) from fault


def _replayed(
    file: Exported, lines: tuple[LogLine, ...], codec: Codec, dice: Witness | None, known: Verdict,
    before_each: Callable[[], object],
) -> tuple[Steps, Verdict]:  # fmt: skip
    """Play the game again, and say besides whether something was rolled after its secret had been seen.
    Raises `Forged`.
    """
    steps: Steps | None = None
    secret = bytes.fromhex(file.secret) if file.secret else bytes(SECRET_BYTES)
    early = False
    if lines[0].command.get("system") != file.system:
        raise Forged("entry", lines[0].n)
    for place, each in enumerate(lines):
        before_each()
        try:
            steps = steps.on_new_dice() if steps and place == known.unproven else steps
            if dice and place >= known.unproven:
                rolled = len(dice.rolls)
                hold_to_the_rules(codec, steps, each, dice)
                early = early or bool(steps and steps.known and len(dice.rolls) > rolled)
            entry = each.entry()
            steps = steps.after(entry) if steps else begun(codec, secret, entry, file.inherited)
        except (*FAULTS, Unreadable) as fault:
            raise Forged("entry", each.n) from fault
    if steps is None:
        raise Forged("not-an-export")
    return steps, replace(known, known_early=early)


def _marked(lines: tuple[LogLine, ...], steps: Steps) -> None:
    """Raise `Forged` unless exactly what does not count is marked as undone."""
    counting = set(steps.counting())
    for each in lines:
        gone = each.n not in counting and each.command["type"] not in steps.codec.no_steps
        if each.undone != gone:
            raise Forged("entry", each.n)
