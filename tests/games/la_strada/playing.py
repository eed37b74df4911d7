"""A game of La Strada on the table of the tests."""

from __future__ import annotations

from typing import Any

from companion.games import Event
from companion.games.dice import SECRET_BYTES, Dice
from companion.games.la_strada.commands import CannotConnect, Connect, EndTurn
from companion.games.la_strada.game import GAME
from companion.games.la_strada.state import Colony, Seat, State, seat_of
from companion.games.la_strada.view import View
from companion.games.la_strada.words import COLOURS, Colour
from companion.table.codec import Codec
from tests.games.playing import Playing

CODEC = Codec(GAME)
DICE = Dice(bytes(SECRET_BYTES))
"""Nothing asks them."""


class Play(Playing[State, Event]):
    """A game of three, unless other colours are named."""

    def __init__(self, *colours: Colour, **options: Any) -> None:
        super().__init__(CODEC, colours or COLOURS[:3], options, DICE)

    def view(self) -> View:
        return View(self.state)

    @property
    def colours(self) -> tuple[Colour, ...]:
        return tuple(seat.colour for seat in self.state.seats)

    @property
    def active(self) -> Colour:
        return self.state.active

    def seat(self, colour: Colour | None = None) -> Seat:
        """A player's seat, by default of whose turn it is."""
        return seat_of(self.state, colour or self.active)

    def colony(self, number: int) -> Colony:
        return next(each for each in self.state.colonies if each.number == number)

    def resources(self) -> dict[Colour, int]:
        return {seat.colour: seat.resources for seat in self.state.seats}

    def link(self, *colonies: int, plains: int = 1, forests: int = 0, hills: int = 0) -> None:
        """The player whose turn it is builds a road of these tiles to each of the colonies."""
        for colony in colonies:
            self.do(Connect(self.active, colony, plains, forests, hills))

    def pass_on(self, turns: int = 1) -> None:
        """So many turns end."""
        for _ in range(turns):
            self.do(EndTurn())

    def give_up(self) -> tuple[Event, ...]:
        """The player whose turn it is says that he can link no colony."""
        return self.do(CannotConnect(self.active))
