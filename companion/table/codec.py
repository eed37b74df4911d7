"""A game's commands, events and options between plain data and its own types."""

from __future__ import annotations

import functools
import operator
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from companion.games import Command, Event, Game
from companion.table.commands import COMMON


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
