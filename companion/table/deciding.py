"""What a command would do, before anything is written: the common commands here, the rest by the game."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import msgspec

from companion.games import Command, Event, Refused
from companion.games.dice import Dice
from companion.table.archive import Card
from companion.table.commands import (
    ForgetTag,
    PairTag,
    Redo,
    Redone,
    Resume,
    Resumed,
    Start,
    TagForgotten,
    TagPaired,
    Undo,
    Undone,
)
from companion.table.play import Codec, Steps, Unreadable
from companion.table.reading import read_options


class Sight(msgspec.Struct, frozen=True):
    """What a command is judged by.

    steps: the game on the table. fresh: an id and a secret for a new game. earlier: the steps of a
    game that is not on the table.
    """

    codecs: Mapping[str, Codec]
    steps: Steps | None
    tags: Mapping[str, int]
    cards: Mapping[str, Card]
    fresh: Callable[[], tuple[str, bytes]]
    earlier: Callable[[Card], Steps]


class Decision(msgspec.Struct, frozen=True):
    """What is to be written.

    game: whose entry it is, None for the box's own. secret: of a new game. steps: a game that is put
    on the table, as it stands before this entry.
    """

    game: str | None
    events: tuple[Event, ...]
    secret: bytes | None = None
    steps: Steps | None = None


def normal(command: Command) -> Command:
    """A command as it is stored: tags are upper case."""
    if isinstance(command, PairTag | ForgetTag):
        return msgspec.structs.replace(command, tag=command.tag.upper())
    return command


def decide(command: Command, sight: Sight) -> Decision:
    """Judge a command in its normal form. Raises `Refused`, for a `Start` also `NotACommand`."""
    match command:
        case Start():
            return _start(command, sight)
        case Resume():
            return _resume(command, sight)
        case PairTag():
            return Decision(None, (TagPaired(command.tag, command.number),))
        case ForgetTag():
            if command.tag not in sight.tags:
                raise Refused("tag-unknown", tag=command.tag)
            return Decision(None, (TagForgotten(command.tag),))
        case _:
            if sight.steps is None:
                raise Refused("no-game")
            return of_the_game(command, sight.steps, sight.steps.dice)


def of_the_game(command: Command, steps: Steps, dice: Dice) -> Decision:
    """Judge a command of the game on the table, undo and redo among them. Raises `Refused`."""
    match command:
        case Undo():
            if len(steps.done) == 1:
                raise Refused("nothing-to-undo")
            return Decision(steps.id, (Undone(steps.done[-1].entry.n),))
        case Redo():
            if not steps.undone:
                raise Refused("nothing-to-redo")
            return Decision(steps.id, (Redone(steps.undone[-1].entry.n),))
        case _:
            if not isinstance(command, steps.codec.game.commands):
                raise Refused("other-game", system=steps.codec.game.system)
            return Decision(steps.id, steps.codec.game.decide(steps.state, command, dice))


def _start(command: Start, sight: Sight) -> Decision:
    codec = sight.codecs.get(command.system)
    if codec is None:
        raise Refused("unknown-system", given=command.system, systems=sorted(sight.codecs))
    options = read_options(command.options, codec)
    if sight.steps and not sight.steps.over and not command.replace:
        raise Refused("game-running")
    game, secret = sight.fresh()
    try:
        return Decision(game, codec.game.begin(command.players, options, Dice(secret)), secret)
    except Refused as refused:
        raise refused.of(command.system) from None


def _resume(command: Resume, sight: Sight) -> Decision:
    if sight.steps and sight.steps.id == command.game:
        raise Refused("already-on-table")
    card = sight.cards.get(command.game)
    if card is None:
        raise Refused("no-such-game", game=command.game)
    try:
        return Decision(card.id, (Resumed(card.id),), steps=sight.earlier(card))
    except Unreadable as fault:
        raise Refused("game-unreadable", system=card.system) from fault
