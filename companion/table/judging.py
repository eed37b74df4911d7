"""Whether an entry of a file is what the rules make of its command."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from companion.games import Event, Refused
from companion.games.dice import Dice
from companion.table.codec import Codec
from companion.table.commands import Start
from companion.table.deciding import of_the_game
from companion.table.export import LogLine
from companion.table.luck import seeds_of
from companion.table.steps import Steps


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


def hold_to_the_rules(codec: Codec, steps: Steps | None, line: LogLine, dice: Witness) -> None:
    """Raise `Forged` unless the rules make of the entry's command what the file says.

    steps: the game before it, None at its start. Raises what rules raise over events that they did not make,
    too.
    """
    own = _own(codec, line)
    try:
        made = _made(codec, steps, line, dice)
    except Refused as refused:
        raise Forged("refused", line.n) from refused
    if msgspec.json.encode(made, order="sorted") != msgspec.json.encode(own, order="sorted"):
        raise Forged("events", line.n)


def _made(codec: Codec, steps: Steps | None, line: LogLine, dice: Dice) -> tuple[Event, ...]:
    """What the rules make of the command. Raises `Refused`; `Forged` for another command than a start that
    stands first.
    """
    command = codec.command(line.command)
    if steps is not None:
        return of_the_game(command, steps, dice).events
    if not isinstance(command, Start):
        raise Forged("entry", line.n)
    return codec.game.begin(command.players, codec.options(command.options), dice)


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
