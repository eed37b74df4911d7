"""A game on the table of the tests: commands in, events checked on their way, state out."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from companion.dice import SECRET_BYTES, Dice
from companion.games import Player, Refused
from companion.games.roads_and_boats.commands import (
    Advance,
    CallForOrder,
    Correct,
    GameCommand,
    Pray,
    Research,
    TakePosition,
)
from companion.games.roads_and_boats.events import GameEvent
from companion.games.roads_and_boats.game import RoadsAndBoats
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import Choosing, Praying, State
from companion.games.roads_and_boats.words import COLOURS, Colour, Phase, Subject

GAME = RoadsAndBoats()


def secret(number: int) -> bytes:
    """One of endlessly many fixed secrets."""
    return hashlib.sha256(f"secret {number}".encode()).digest()[:SECRET_BYTES]


def stored(event: GameEvent) -> GameEvent:
    """The event as the journal gives it back."""
    back: GameEvent = msgspec.json.decode(msgspec.json.encode(event), type=type(event))
    return back


class Play:
    """A game that remembers what happened. Every event goes through JSON before it counts."""

    def __init__(
        self, *colours: Colour, options: Options | None = None, dice: int = 0, **switches: Any
    ) -> None:
        players = tuple(Player(colour) for colour in colours or COLOURS[:2])
        settings = options or msgspec.convert(switches, Options)
        self.dice = Dice(secret(dice))
        self.happened: list[GameEvent] = []
        self._state: State | None = None
        self._take(GAME.begin(players, settings, self.dice))

    @property
    def state(self) -> State:
        assert self._state is not None
        return self._state

    @property
    def colours(self) -> tuple[Colour, ...]:
        return tuple(seat.colour for seat in self.state.seats)

    def last(self) -> GameEvent:
        return self.happened[-1]

    def step(self) -> Praying | Choosing | None:
        """The standing step of the procedure."""
        return self.state.order

    def view(self) -> dict[str, Any]:
        return GAME.view(self.state)

    def do(self, *commands: GameCommand) -> tuple[GameEvent, ...]:
        """Give commands that must be accepted; the events of all of them."""
        events: tuple[GameEvent, ...] = ()
        for command in commands:
            made = GAME.decide(self.state, command, self.dice)
            self._take(made)
            events += made
        return events

    def refused(self, command: GameCommand) -> Refused:
        """Give a command that must be refused."""
        try:
            GAME.decide(self.state, command, self.dice)
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

    def correct(self, **fields: Any) -> None:
        """Correct one or several fields."""
        for field, value in fields.items():
            self.do(msgspec.convert({"field": field, "value": value, "reason": "test"}, Correct, strict=True))

    def to(self, phase: Phase) -> None:
        """Advance, drawing what is owed, until that phase has begun anew or the game has ended."""
        self.do(Advance(draw_rest=True))
        while self.state.phase != phase and not self.state.ended:
            self.do(Advance(draw_rest=True))

    def know(self, colour: Colour, *subjects: Subject) -> None:
        """Research, whatever the phase."""
        for subject in subjects:
            self.do(Research(colour, subject, late=True))

    def determine(self, *cash: Colour, positions: dict[Colour, int] | None = None) -> None:
        """Run the whole procedure: these cash in, these take these positions, the others the lowest free."""
        self.do(CallForOrder(self.state.temple[0]))
        while self.state.order is not None:
            asks, step = self.state.order.asks, msgspec.to_builtins(self.state.order)
            if step["step"] == "praying":
                self.do(Pray(asks, asks not in cash))
            else:
                self.do(TakePosition(asks, (positions or {}).get(asks, step["free"][0])))

    def _take(self, events: tuple[GameEvent, ...]) -> None:
        for event in events:
            assert stored(event) == event
            self._state = GAME.apply(self._state, stored(event))
        self.happened += events


def warned(play: Play) -> dict[str, dict[str, Any]]:
    """The warnings of this moment by code."""
    return {warning.code: dict(warning.params) for warning in GAME.warnings(play.state)}
