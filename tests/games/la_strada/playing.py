"""A game on the table of the tests: commands in, events checked on their way, state out."""

from __future__ import annotations

from typing import Any

import msgspec

from companion.dice import SECRET_BYTES, Dice
from companion.games import Player, Refused
from companion.games.la_strada.commands import CannotConnect, Connect, Correct, EndTurn, GameCommand
from companion.games.la_strada.events import GameEvent
from companion.games.la_strada.game import LaStrada
from companion.games.la_strada.options import Options
from companion.games.la_strada.seats import seat_of
from companion.games.la_strada.state import Colony, Seat, State
from companion.games.la_strada.words import COLOURS, Colour

GAME = LaStrada()
DICE = Dice(bytes(SECRET_BYTES))
"""Nothing asks them."""


def stored(event: GameEvent) -> GameEvent:
    """The event as the journal gives it back."""
    back: GameEvent = msgspec.json.decode(msgspec.json.encode(event), type=type(event))
    return back


class Play:
    """A game that remembers what happened. Every event goes through JSON before it counts."""

    def __init__(self, *colours: Colour, **options: Any) -> None:
        players = tuple(Player(colour) for colour in colours or COLOURS[:3])
        self.happened: list[GameEvent] = []
        self._state: State | None = None
        self._take(GAME.begin(players, msgspec.convert(options, Options), DICE))

    @property
    def state(self) -> State:
        assert self._state is not None
        return self._state

    @property
    def colours(self) -> tuple[Colour, ...]:
        return tuple(seat.colour for seat in self.state.seats)

    @property
    def active(self) -> Colour:
        return self.state.active

    @property
    def happening(self) -> list[str]:
        """What has happened, by name."""
        return [type(event).__name__ for event in self.happened]

    def seat(self, colour: Colour | None = None) -> Seat:
        """A player's seat, by default of whose turn it is."""
        return seat_of(self.state, colour or self.active)

    def colony(self, number: int) -> Colony:
        return next(each for each in self.state.colonies if each.number == number)

    def resources(self) -> dict[Colour, int]:
        return {seat.colour: seat.resources for seat in self.state.seats}

    def view(self) -> dict[str, Any]:
        return GAME.view(self.state)

    def do(self, *commands: GameCommand) -> tuple[GameEvent, ...]:
        """Give commands that must be accepted; the events of all of them."""
        events: tuple[GameEvent, ...] = ()
        for command in commands:
            made = GAME.decide(self.state, command, DICE)
            self._take(made)
            events += made
        return events

    def refused(self, command: GameCommand) -> Refused:
        """Give a command that must be refused."""
        try:
            GAME.decide(self.state, command, DICE)
        except Refused as refused:
            return refused
        raise AssertionError(f"{command} was accepted")

    def attempt(self, command: GameCommand) -> tuple[GameEvent, ...] | None:
        """Give a command that may be refused; None when it was, in a way that can be answered in JSON."""
        try:
            return self.do(command)
        except Refused as refused:
            msgspec.json.encode(refused.params)
            return None

    def link(self, *colonies: int, plains: int = 1, forests: int = 0, hills: int = 0) -> None:
        """The player whose turn it is builds a road of these tiles to each of the colonies."""
        for colony in colonies:
            self.do(Connect(self.active, colony, plains, forests, hills))

    def pass_on(self, turns: int = 1) -> None:
        """So many turns end."""
        for _ in range(turns):
            self.do(EndTurn())

    def give_up(self) -> tuple[GameEvent, ...]:
        """The player whose turn it is says that he can link no colony."""
        return self.do(CannotConnect(self.active))

    def correct(self, **fields: Any) -> None:
        """Correct one or several fields."""
        for field, value in fields.items():
            self.do(correction(field, value))

    def _take(self, events: tuple[GameEvent, ...]) -> None:
        for event in events:
            assert stored(event) == event
            self._state = GAME.apply(self._state, stored(event))
        self.happened += events


def correction(field: str, value: Any) -> Correct:
    """The command that sets a field right."""
    return msgspec.convert({"field": field, "value": value, "reason": "test"}, Correct, strict=True)


def warned(play: Play) -> dict[str, dict[str, Any]]:
    """The warnings of this moment by code."""
    return {warning.code: dict(warning.params) for warning in GAME.warnings(play.state)}
