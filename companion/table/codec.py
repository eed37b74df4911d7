"""Decode the commands, events and options of one game."""

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
"""What rules may raise over events of another version, or forged ones."""


class Codec:
    """Decodes what one game has written and what clients send it."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.commands: dict[str, type[Command]] = by_type((*COMMON, *game.commands))
        self.asides = frozenset(kind for kind, command in self.commands.items() if command.aside)
        """Types of the commands that are no steps."""
        self.no_steps = UNDO_OR_REDO | self.asides
        """Types of the commands that undo never takes back."""
        either: Any = functools.reduce(operator.or_, game.events)
        self._events = msgspec.json.Decoder(tuple[either, ...])
        self._opening = msgspec.json.Decoder(tuple[either | AtStart, ...])

    def events(self, stored: bytes) -> tuple[Event, ...]:
        """Decode stored events; unknown fields are ignored. Raises msgspec.DecodeError."""
        events: tuple[Event, ...] = self._events.decode(stored)
        return events

    def start_events(self, stored: bytes) -> tuple[tuple[Event, ...], tuple[AtStart, ...]]:
        """Decode a start into the game's events and the table's own records. Raises msgspec.DecodeError."""
        events: tuple[Event, ...] = self._opening.decode(stored)
        beside = tuple(each for each in events if isinstance(each, AtStart))
        return tuple(each for each in events if not isinstance(each, AtStart)), beside

    def command(self, plain: Mapping[str, Any]) -> Command:
        """Decode a command. Raises msgspec.ValidationError; KeyError for an unknown type."""
        return msgspec.convert(plain, self.commands[plain["type"]])

    def options(self, given: Mapping[str, Any]) -> Any:
        """Decode the game's options. Raises msgspec.ValidationError, also for unknown fields."""
        return msgspec.convert(given, self.game.options)

    def fold(self, state: Any, events: Iterable[Event]) -> Any:
        """Apply events to a state."""
        for event in events:
            state = self.game.apply(state, event)
        return state

    def log_text(self, entry: Entry) -> LogText:
        """Describe an entry in words; by its type alone where the rules no longer know the command."""
        plain = entry.plain_command()
        try:
            if plain["type"] == "start":
                return self._start_told(entry)
            command, events = self.command(plain), self.events(entry.events)
            return self.game.log_text(command, events)
        except FAULTS:
            return LogText(str(plain["type"]), {})

    def _start_told(self, entry: Entry) -> LogText:
        """Describe a start, with the number of restarts."""
        for event in self.start_events(entry.events)[1]:
            if isinstance(event, Replaced):
                return LogText("start-again", {"system": self.game.system, "count": event.starts})
        return LogText("start", {"system": self.game.system})


def codecs_of(games: Mapping[str, Game]) -> dict[str, Codec]:
    """Return the codecs by system, with all decoders prepared."""
    prepare_decoders(*COMMON, *(form for each in COMMON for form in each.forms), AtStart)
    for game in games.values():
        prepare_decoders(
            *game.commands, *(form for each in game.commands for form in each.forms), *game.events
        )
        prepare_decoders(game.options, *(aid.query for aid in game.aids.values()))
    return {system: Codec(game) for system, game in games.items()}


def by_type(commands: Iterable[type[Command]]) -> dict[str, type[Command]]:
    """Return the commands by their `type` tag."""
    return {str(each.__struct_config__.tag): each for each in commands}
