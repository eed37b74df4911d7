"""Whether an entry of a file is what the rules make of its command: today's, or those of an earlier edition.

What an earlier edition decided otherwise cannot be decided again. Its rolls can: each is held to the dice by
itself, from the state in which it stands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec

from companion.games import Event, Refused
from companion.games.dice import Dice
from companion.table.codec import Codec, by_type
from companion.table.commands import COMMON, Start
from companion.table.deciding import of_the_game
from companion.table.export import LogLine
from companion.table.luck import seeds_of
from companion.table.steps import Steps

_TABLES_OWN = frozenset(by_type(COMMON)) - {"start"}
"""What the table itself decides, the same in every edition of a game."""


class Forged(Exception):
    """The file cannot be true; becomes a verdict in `companion.table.verify`. reason, entry: as there."""

    def __init__(self, reason: str, entry: int | None = None) -> None:
        super().__init__(reason, entry)
        self.reason = reason
        self.entry = entry


class Witness(Dice):
    """Dice that remember which rolls were made."""

    __slots__ = ("rolls",)

    def __init__(self, secret: bytes, seeds: Sequence[str]) -> None:
        super().__init__(secret, seeds)
        self.rolls: set[tuple[str | int, ...]] = set()

    def below(self, faces: int, *label: str | int) -> int:
        """As `Dice` rolls it."""
        self.rolls.add(label)
        return super().below(faces, *label)

    def shuffled(self, things: tuple[str, ...], *label: str | int) -> tuple[str, ...]:
        """As `Dice` deals it; it counts as one roll."""
        before = set(self.rolls)
        dealt = super().shuffled(things, *label)
        self.rolls = before | {label}
        return dealt


def decided_the_same(
    codec: Codec, steps: Steps | None, line: LogLine, dice: Witness, *, earlier: bool
) -> bool:
    """Whether today's rules make of the entry's command what the file says.

    steps: the game before it, None at its start. earlier: the game was begun by an earlier edition: then it
    may come to something else, as long as what the file says was rolled is what the dice give. What is said
    aside may not: it is told to the others and decides nothing, so nobody counts what else it might carry.
    Raises `Forged`, and what rules raise over events that they did not make.
    """
    own = _own(codec, line)
    if line.command["type"] in _TABLES_OWN | codec.asides:
        earlier = False
    before = set(dice.rolls)
    try:
        if _same(codec, _made(codec, steps, line, dice, earlier=earlier), own):
            return True
        reason = "events"
    except Refused:
        reason = "refused"
    if not earlier:
        raise Forged(reason, line.n)
    dice.rolls = before
    _hold_the_rolls(codec, steps, line, own, dice)
    return False


def _made(
    codec: Codec, steps: Steps | None, line: LogLine, dice: Dice, *, earlier: bool
) -> tuple[Event, ...]:
    """What today's rules make of the command. Raises `Refused`, for one of an earlier edition also where its
    form is not today's; `Forged` for another command than a start that stands first.
    """
    plain = line.command
    if steps is None:
        start = codec.command(plain)
        if not isinstance(start, Start):
            raise Forged("entry", line.n)
        with _by_form(earlier):
            options = codec.options(start.options)
        return codec.game.begin(start.players, options, dice)
    with _by_form(earlier):
        command = codec.command(plain)
    return of_the_game(command, steps, dice).events


@contextmanager
def _by_form(earlier: bool) -> Iterator[None]:
    """What does not fit the form of today is refused, where an earlier edition had its own."""
    try:
        yield
    except (msgspec.ValidationError, KeyError) as misfit:
        if not earlier:
            raise
        raise Refused("unknown-command") from misfit


def _own(codec: Codec, line: LogLine) -> tuple[dict[str, Any], ...]:
    """The game's own events of an entry. Raises `Forged` where a start has something else behind them than
    what the table writes down: each once, and among it, last, what the start itself added to the dice.
    """
    if line.command["type"] != "start":
        return line.events
    try:
        _, beside = codec.opening(msgspec.json.encode(line.events))
    except msgspec.DecodeError as fault:
        raise Forged("events", line.n) from fault
    seed = line.command.get("seed")
    added = not codec.game.chance or seed is None or seeds_of(beside)[-1:] == (seed,)
    if not added or len({type(each) for each in beside}) < len(beside):
        raise Forged("events", line.n)
    return line.events[: len(line.events) - len(beside)]


def _same(codec: Codec, made: tuple[Event, ...], written: tuple[dict[str, Any], ...]) -> bool:
    """Whether these events stand in the file. One of an earlier version may lack what came later."""
    if msgspec.json.encode(made, order="sorted") == msgspec.json.encode(written, order="sorted"):
        return True
    try:
        return codec.events(msgspec.json.encode(written)) == made
    except msgspec.DecodeError:
        return False


def _hold_the_rolls(
    codec: Codec, steps: Steps | None, line: LogLine, own: tuple[dict[str, Any], ...], dice: Dice
) -> None:
    """Raise `Forged` unless every event that says it was rolled is what the dice give, one after another."""
    try:
        events = codec.events(msgspec.json.encode(own))
    except msgspec.DecodeError as fault:
        raise Forged("events", line.n) from fault
    state = steps.state if steps else None
    for event in events:
        after = codec.game.apply(state, event)
        rolled = "rolled" in codec.game.luck(after, (event,))
        if rolled and codec.game.rolled_again(state, event, dice) != event:
            raise Forged("events", line.n)
        state = after
    if not events:
        raise Forged("events", line.n)
