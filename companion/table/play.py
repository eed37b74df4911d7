"""A game on the table: its steps, those taken back, and how the journal's entries make them."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any

import msgspec

from companion.games import Command, Event, Game, Told
from companion.games.dice import Dice
from companion.journal.entry import Entry
from companion.table.commands import COMMON, Import, Inherited, Redone, Undone


class Codec:
    """Reads what one game has written. Built once for each game: the decoders are made here."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.commands: dict[str, type[Command]] = by_type((*COMMON, *game.commands))
        either: Any = functools.reduce(operator.or_, game.events)
        self._events = msgspec.json.Decoder(tuple[either, ...])

    def events(self, stored: bytes) -> tuple[Event, ...]:
        """Stored events; fields that are not known any more are passed over. Raises msgspec.DecodeError."""
        events: tuple[Event, ...] = self._events.decode(stored)
        return events

    def command(self, plain: Mapping[str, Any]) -> Command:
        """A command from plain data. Raises msgspec.ValidationError, KeyError for a type there is not."""
        return msgspec.convert(plain, self.commands[plain["type"]])

    def options(self, given: Mapping[str, Any]) -> Any:
        """The game's options from plain data. Raises msgspec.ValidationError for a field there is not."""
        return msgspec.convert(given, self.game.options)

    def folded(self, state: Any, events: Iterable[Event]) -> Any:
        """The state after these events."""
        for event in events:
            state = self.game.apply(state, event)
        return state


def by_type(commands: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """The commands by what stands in their `type`."""
    return {str(each.__struct_config__.tag): each for each in commands}


BESIDE = frozenset({"resume", "import"})
"""Entries that name a game and are no step of it."""
TAKING_BACK = frozenset({"undo", "redo"})
"""Entries that move a game's steps."""
_MOVED = msgspec.json.Decoder(tuple[Undone | Redone])


class Unreadable(Exception):
    """The game's entries cannot be read by the rules that are installed."""


class Step(msgspec.Struct, frozen=True):
    """One step of undo: the entry that made it and the state after it."""

    entry: Entry
    state: Any


class Steps(msgspec.Struct, frozen=True):
    """A game as its entries have made it.

    done: the steps that count, the start first, never empty. undone: those taken back, the latest last.
    known: it has been over once, so its secret has been seen. inherited: None for a game of this box.
    """

    id: str
    codec: Codec
    secret: bytes
    done: tuple[Step, ...]
    undone: tuple[Step, ...] = ()
    known: bool = False
    inherited: Inherited | None = None

    @property
    def state(self) -> Any:
        """The state now."""
        return self.done[-1].state

    @property
    def dice(self) -> Dice:
        """The game's dice."""
        return Dice(self.secret)

    @property
    def started_at(self) -> datetime:
        """When the game was started, UTC."""
        return self.done[0].entry.at

    @property
    def over(self) -> bool:
        """Whether the game has ended and nothing has taken its end back."""
        return self.codec.game.ended(self.state)

    def after(self, entry: Entry) -> Steps:
        """The game after one more entry of its own. Raises `Unreadable`."""
        kind = entry.kind
        if kind in BESIDE:
            return self
        if kind == "undo" and self.done[1:] and _moved(entry) == Undone(self.done[-1].entry.n):
            done, undone = self.done[:-1], (*self.undone, self.done[-1])
        elif kind == "redo" and self.undone and _moved(entry) == Redone(self.undone[-1].entry.n):
            done, undone = (*self.done, self.undone[-1]), self.undone[:-1]
        elif kind in TAKING_BACK:
            raise Unreadable(f"entry {entry.n}")
        else:
            done, undone = (*self.done, _step(self.codec, self.state, entry)), ()
        known = self.known or self.codec.game.ended(done[-1].state)
        return msgspec.structs.replace(self, done=done, undone=undone, known=known)


def begun(codec: Codec, secret: bytes, entry: Entry) -> Steps:
    """A game after its `start`. Raises `Unreadable`."""
    step = _step(codec, None, entry)
    return Steps(str(entry.game), codec, secret, (step,), known=codec.game.ended(step.state))


def replayed(codec: Codec, secret: bytes, entries: Iterable[Entry]) -> Steps:
    """A game from all its entries, in their order. Raises `Unreadable`."""
    steps: Steps | None = None
    inherited: Inherited | None = None
    for entry in entries:
        if entry.kind == "import":
            inherited = msgspec.json.decode(entry.command, type=Import).inherited
        elif steps:
            steps = steps.after(entry)
        else:
            steps = begun(codec, secret, entry)
    if steps is None:
        raise Unreadable
    return msgspec.structs.replace(steps, inherited=inherited)


def _moved(entry: Entry) -> Undone | Redone:
    try:
        return _MOVED.decode(entry.events)[0]
    except ValueError as fault:
        raise Unreadable(f"entry {entry.n}") from fault


def _step(codec: Codec, state: Any, entry: Entry) -> Step:
    try:
        return Step(entry, codec.folded(state, codec.events(entry.events)))
    except FAULTS as fault:
        raise Unreadable(f"entry {entry.n}") from fault


FAULTS = (ArithmeticError, AssertionError, AttributeError, LookupError, TypeError, ValueError)
"""What rules may raise over events that they did not make: of another version, or forged."""


def told(codec: Codec, entry: Entry) -> Told:
    """A step in words; by its type alone where the rules do not know the command any more."""
    plain = entry.plain_command()
    try:
        command, events = codec.command(plain), codec.events(entry.events)
        if plain["type"] == "start":
            return Told("start", {"system": codec.game.system})
        return codec.game.told(command, events)
    except FAULTS:
        return Told(str(plain["type"]), {})
