"""The state of a game of La Strada: immutable, and all that the rules need to know."""

from __future__ import annotations

import msgspec

from companion.games.la_strada.options import Options
from companion.games.la_strada.words import Colour, EndReason, Kind


class Sitting(msgspec.Struct, frozen=True):
    """Who plays a colour. name: stripped, at most 12 characters, empty when the colour is the name."""

    colour: Colour
    name: str = ""


class Seat(msgspec.Struct, frozen=True):
    """A player and what is his alone.

    resources: 0 to 10. plains, forests, hills, merchants: what is left of his supply. stuck: he has
    said that he can link no colony any more; that never changes, for roads only ever close spaces.
    """

    colour: Colour
    name: str
    resources: int
    plains: int
    forests: int
    hills: int
    merchants: int
    stuck: bool = False


class Colony(msgspec.Struct, frozen=True):
    """A colony on the map.

    name: what the players call it, empty when its number is its name. merchants: whose stand there, one
    of each at most, in the order of their coming. linked: who has linked it; holds all of `merchants`, and
    with more than two players nobody else (LS-2P-05).
    """

    number: int
    kind: Kind
    name: str = ""
    merchants: tuple[Colour, ...] = ()
    linked: tuple[Colour, ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game in progress or ended.

    seats: clockwise from the first player. colonies: in the order of their numbers. turn: how often
    everybody has been on turn, this time included. active: whose turn it is or was when the game ended.
    gained: what he got at the start of this turn, None when he got nothing because the game ended first.
    connected: he has linked a colony in this turn.
    """

    seats: tuple[Seat, ...]
    options: Options
    colonies: tuple[Colony, ...]
    turn: int
    active: Colour
    gained: int | None = None
    connected: bool = False
    ended: EndReason | None = None

    @property
    def two(self) -> bool:
        """Whether the rules for two players hold (LS-2P-01)."""
        return len(self.seats) == 2

    @property
    def first(self) -> Colour:
        """Who takes the first turn: the first player, of two the second (LS-SETUP-05, LS-2P-04)."""
        return self.seats[1 if self.two else 0].colour
