"""A game of Roads & Boats on the table of the tests."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from companion.games import Event
from companion.games.dice import SECRET_BYTES, Dice
from companion.games.roads_and_boats.commands import Advance, CallForOrder, Pray, Research, TakePosition
from companion.games.roads_and_boats.game import GAME
from companion.games.roads_and_boats.state import Choosing, Praying, State
from companion.games.roads_and_boats.view import View
from companion.games.roads_and_boats.words import COLOURS, Colour, Phase, Subject
from companion.table.codec import Codec
from tests.games.playing import Playing

CODEC = Codec(GAME)


def secret(number: int) -> bytes:
    """One of endlessly many fixed secrets."""
    return hashlib.sha256(f"secret {number}".encode()).digest()[:SECRET_BYTES]


class Play(Playing[State, Event]):
    """A game of two, unless other colours are named. dice: which of the fixed secrets they have."""

    def __init__(self, *colours: Colour, dice: int = 0, **options: Any) -> None:
        super().__init__(CODEC, colours or COLOURS[:2], options, Dice(secret(dice)))

    def view(self) -> View:
        return View(self.state)

    @property
    def colours(self) -> tuple[Colour, ...]:
        return tuple(seat.colour for seat in self.state.seats)

    def last(self) -> Event:
        return self.happened[-1]

    def step(self) -> Praying | Choosing | None:
        """The standing step of the procedure."""
        return self.state.order

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
