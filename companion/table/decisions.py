"""Decide commands before anything is written: common commands here, the rest by the game's rules.

`companion.table.loader` decides `Start` and `Resume`, which put another game on the table.
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
"""Dice for decisions that are not written: their rolls are never used."""


class Decision(msgspec.Struct, frozen=True):
    """What to write."""

    game: str | None
    """None for an entry of the box."""
    events: tuple[Event, ...]
    secret: bytes | None = None
    """Of a new game."""
    steps: Steps | None = None
    """The game put on the table, before this entry."""


def normalized(command: Command) -> Command:
    """Return the command as it is stored: tags in upper case."""
    if isinstance(command, PairTag | ForgetTag):
        return msgspec.structs.replace(command, tag=command.tag.upper())
    return command


def decide(
    command: Command,
    steps: Steps | None,
    box_state: BoxState,
    set_aside: Damage | None = None,
    dice: Dice | None = None,
) -> Decision:
    """Decide a normalized command. Raises `Refused`.

    steps: the game on the table.
    set_aside: damage found by a start and not acknowledged.
    dice: by default the game's own.
    """
    match command:
        case PairTag():
            return Decision(None, (TagPaired(command.tag, command.number),))
        case ForgetTag():
            if command.tag not in box_state.tags:
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
    """Return the event that acknowledges this damage."""
    return Acknowledged(damage.kind, stamp(damage.at), damage.last, damage.lost)


def decide_in_game(command: Command, steps: Steps, dice: Dice) -> Decision:
    """Decide a command of the game on the table, also undo and redo. Raises `Refused`."""
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
    """Return the numbers of the steps after entry `to` that count, the last first. Raises `Refused` where
    `to` does not count or is the last.
    """
    after: list[int] = []
    for n in (step.entry.n for step in reversed(steps.done)):
        if n == to and after:
            return tuple(after)
        if n <= to:
            break
        after.append(n)
    raise Refused("not-a-step" if after or to > steps.last.entry.n else "nothing-since", entry=to)
