"""A game on the table of the tests: commands in, events checked on their way, state out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Generic, TypeVar

import msgspec

from companion.games import Command, Event, GameView, Player, Refused
from companion.games.dice import Dice
from companion.table.codec import Codec

State = TypeVar("State")
Happened = TypeVar("Happened", bound=Event)


class Playing(Generic[State, Happened]):
    """A game that remembers what happened. Every event goes through JSON before it counts."""

    def __init__(self, codec: Codec, colours: Iterable[str], options: Mapping[str, Any], dice: Dice) -> None:
        self.game = codec.game
        self.dice = dice
        self.happened: list[Happened] = []
        self._codec = codec
        self._state: State | None = None
        players = tuple(Player(colour) for colour in colours)
        self._take(self.game.begin(players, codec.options(options), dice))

    @property
    def state(self) -> State:
        assert self._state is not None
        return self._state

    def view(self) -> GameView:
        return self.game.view(self.state)

    def refolded(self, events: int | None = None) -> State:
        """The state that the first so many events make, or all of them."""
        state: State = self._codec.fold(None, self.happened[:events])
        return state

    def warned(self) -> dict[str, dict[str, Any]]:
        """The warnings of this moment by code."""
        return {warning.code: dict(warning.params) for warning in self.view().warnings}

    def do(self, *commands: Command) -> tuple[Happened, ...]:
        """Give commands that must be accepted; the events of all of them."""
        events: tuple[Happened, ...] = ()
        for command in commands:
            events += self._take(self.game.decide(self.state, command, self.dice))
        return events

    def refused(self, command: Command) -> Refused:
        """Give a command that must be refused."""
        try:
            self.game.decide(self.state, command, self.dice)
        except Refused as refused:
            return refused
        raise AssertionError(f"{command} was accepted")

    def refusal(self, command: Command) -> tuple[str, str | None]:
        """The code and the rule with which a command is refused."""
        refused = self.refused(command)
        return refused.code, refused.rule

    def attempt(self, command: Command) -> tuple[Happened, ...] | None:
        """Give a command that may be refused; None when it was, in a way that can be answered in JSON."""
        try:
            return self.do(command)
        except Refused as refused:
            msgspec.json.encode(refused.params)
            return None

    def run(
        self,
        evening: Iterable[Command | Callable[[State], Command]],
        seen: Callable[[Any, tuple[Happened, ...]], None] = lambda *_: None,
    ) -> None:
        """Give every command, some made by a look at the table; `seen` is told of those that are accepted."""
        for entry in evening:
            command = entry if isinstance(entry, Command) else entry(self.state)
            before = self.state
            events = self.attempt(command)
            if events is None:
                assert self.state is before
            else:
                seen(command, events)

    def in_order(self, command: Command, events: tuple[Happened, ...]) -> None:
        """What is true of any game once a command has been accepted."""
        view = self.view()
        assert events
        assert self.game.log_text(command, events).params is not None
        assert msgspec.json.decode(msgspec.json.encode(view.fields)) == view.fields
        assert msgspec.json.encode(view.warnings)
        assert bool(view.fields["ended"]) == view.over

    def correct(self, **fields: Any) -> None:
        """Correct one or several fields."""
        for field, value in fields.items():
            self.do(self.correction(field, value))

    def correction(self, field: str, value: Any) -> Command:
        """The command that sets a field right."""
        return self._codec.command({"type": "correct", "field": field, "value": value, "reason": "test"})

    def _take(self, events: tuple[Any, ...]) -> tuple[Happened, ...]:
        stored = self._codec.events(msgspec.json.encode(events))
        assert stored == events
        self._state = self._codec.fold(self._state, stored)
        self.happened += events
        return events
