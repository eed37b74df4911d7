"""What a command would do, before anything is written: the common commands here, the rest by the game.

`Start` and `Resume` put another game on the table: `companion.table.loader` decides them.
"""

from __future__ import annotations

import msgspec

from companion.games import Command, Event, Refused
from companion.games.dice import SECRET_BYTES, Dice
from companion.storage.damage import Damage
from companion.storage.entry import stamp
from companion.table.box_state import BoxState
from companion.table.commands import (
    Acknowledge,
    Acknowledged,
    ForgetTag,
    PairTag,
    Redo,
    Redone,
    TagForgotten,
    TagPaired,
    Undo,
    Undone,
)
from companion.table.steps import Steps

NO_SECRET = bytes(SECRET_BYTES)
NO_DICE = Dice(NO_SECRET)
"""For judging what is not done, a start or a command: what it would roll is nobody's."""


class Decision(msgspec.Struct, frozen=True):
    """What is to be written.

    game: whose entry it is, None for the box's own. secret: of a new game. steps: a game that is put
    on the table, as it stands before this entry.
    """

    game: str | None
    events: tuple[Event, ...]
    secret: bytes | None = None
    steps: Steps | None = None


def normalized(command: Command) -> Command:
    """The command as it is written down: tags are upper case."""
    if isinstance(command, PairTag | ForgetTag):
        return msgspec.structs.replace(command, tag=command.tag.upper())
    return command


def decide(
    command: Command,
    steps: Steps | None,
    own: BoxState,
    set_aside: Damage | None = None,
    dice: Dice | None = None,
) -> Decision:
    """Judge a command in its normal form. Raises `Refused`.

    steps: the game on the table. own: the box's own affairs. set_aside: what a start found wrong and nobody
    has seen yet. dice: by default the game's own.
    """
    match command:
        case PairTag():
            return Decision(None, (TagPaired(command.tag, command.number),))
        case ForgetTag():
            if command.tag not in own.tags:
                raise Refused("tag-unknown", tag=command.tag)
            return Decision(None, (TagForgotten(command.tag),))
        case Acknowledge():
            if set_aside is None or stamp(set_aside.at) != command.at:
                raise Refused("already-seen", at=command.at)
            return Decision(None, (acknowledged(set_aside),))
        case _:
            if steps is None:
                raise Refused("no-game")
            return decide_in_game(command, steps, dice or steps.dice)


def acknowledged(damage: Damage) -> Acknowledged:
    """What is written down once somebody has seen this."""
    return Acknowledged(damage.kind, stamp(damage.at), damage.last, damage.lost)


def decide_in_game(command: Command, steps: Steps, dice: Dice) -> Decision:
    """Judge a command of the game on the table, undo and redo among them. Raises `Refused`."""
    match command:
        case Undo(to=int() as to):
            return Decision(steps.id, tuple(Undone(n) for n in _after(steps, to)))
        case Undo():
            if not steps.done[1:]:
                raise Refused("nothing-to-undo")
            return Decision(steps.id, (Undone(steps.last.entry.n),))
        case Redo():
            if not steps.redo:
                raise Refused("nothing-to-redo")
            return Decision(steps.id, tuple(Redone(step.entry.n) for step in steps.redo))
        case _:
            if not isinstance(command, steps.codec.game.commands):
                raise Refused("other-game", system=steps.codec.game.system)
            return Decision(steps.id, steps.codec.game.decide(steps.state, command, dice))


def _after(steps: Steps, to: int) -> tuple[int, ...]:
    """The numbers of the entries whose steps count since the entry `to`, the last first. Raises `Refused`
    where that is none of the game's steps that count, and where it is the last.
    """
    after: list[int] = []
    for n in (step.entry.n for step in reversed(steps.done)):
        if n == to and after:
            return tuple(after)
        if n <= to:
            break
        after.append(n)
    raise Refused("not-a-step" if after or to > steps.last.entry.n else "nothing-since", entry=to)
