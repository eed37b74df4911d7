"""What one game has written, read by its own rules."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.games import Command, Event, Game, LogText, Refused
from companion.language.decoding import prepare_decoders
from companion.storage.entry import Entry
from companion.table.commands import COMMON, UNDO_OR_REDO, AtStart, Replaced

FAULTS = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, RecursionError, Refused,
    TypeError, ValueError,
)  # fmt: skip
"""What rules may raise over events that they did not make: of another version, or forged."""


class Codec:
    """Reads what one game has written, and what it is sent."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.commands: dict[str, type[Command]] = by_type((*COMMON, *game.commands))
        self.asides = frozenset(kind for kind, command in self.commands.items() if command.aside)
        """The commands that are said aside, by their type: their entries are no steps."""
        self.no_steps = UNDO_OR_REDO | self.asides
        """The commands whose entries are never taken back themselves, by their type."""
        either: Any = functools.reduce(operator.or_, game.events)
        self._events = msgspec.json.Decoder(tuple[either, ...])
        self._opening = msgspec.json.Decoder(tuple[either | AtStart, ...])

    def events(self, stored: bytes) -> tuple[Event, ...]:
        """Stored events; fields that are not known any more are passed over. Raises msgspec.DecodeError."""
        events: tuple[Event, ...] = self._events.decode(stored)
        return events

    def opening(self, stored: bytes) -> tuple[tuple[Event, ...], tuple[AtStart, ...]]:
        """The stored events of a start: the game's own, and what the table wrote down beside them.

        Raises msgspec.DecodeError.
        """
        events: tuple[Event, ...] = self._opening.decode(stored)
        beside = tuple(each for each in events if isinstance(each, AtStart))
        return tuple(each for each in events if not isinstance(each, AtStart)), beside

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

    def told(self, entry: Entry) -> LogText:
        """An entry in words; by its type alone where the rules do not know the command any more."""
        plain = entry.plain_command()
        try:
            if plain["type"] == "start":
                return self._start_told(entry)
            command, events = self.command(plain), self.events(entry.events)
            return self.game.log_text(command, events)
        except FAULTS:
            return LogText(str(plain["type"]), {})

    def _start_told(self, entry: Entry) -> LogText:
        """That a game was begun, and how often before."""
        for event in self.opening(entry.events)[1]:
            if isinstance(event, Replaced):
                return LogText("start-again", {"system": self.game.system, "count": event.starts})
        return LogText("start", {"system": self.game.system})


def codecs_of(games: Mapping[str, Game]) -> dict[str, Codec]:
    """The codec of each game by its system, once the forms of all that is read for a game are made."""
    prepare_decoders(*COMMON, *(form for each in COMMON for form in each.forms), AtStart)
    for game in games.values():
        prepare_decoders(
            *game.commands, *(form for each in game.commands for form in each.forms), *game.events
        )
        prepare_decoders(game.options, *(aid.query for aid in game.aids.values()))
    return {system: Codec(game) for system, game in games.items()}


def by_type(commands: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """The commands by what stands in their `type`."""
    return {str(each.__struct_config__.tag): each for each in commands}
