"""The state of a game of Roads & Boats: immutable, and all that the rules need to know."""

from __future__ import annotations

from typing import Literal

import msgspec

from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.words import (
    Building,
    Colour,
    EndReason,
    Ore,
    Phase,
    Subject,
    Transporter,
)


class Sitting(msgspec.Struct, frozen=True):
    """Who plays a colour. name: stripped, at most 12 characters, empty when the colour is the name."""

    colour: Colour
    name: str = ""


class Wealth(msgspec.Struct, frozen=True):
    """Counters carried by a player's transporters."""

    gold: int = 0
    coins: int = 0
    stock: int = 0


class Seat(msgspec.Struct, frozen=True):
    """A player and what is his alone.

    fleet: counts by transporter, none left out that is not zero. bought: bricks this turn.
    """

    colour: Colour
    name: str
    fleet: tuple[tuple[Transporter, int], ...]
    research: tuple[Subject, ...] = ()
    bought: int = 0
    wealth: Wealth | None = None


class Mine(msgspec.Struct, frozen=True):
    """A built mine and its bag.

    drawn: this turn's ore; holds until the next production. rolled: draws by the dice that count,
    which names the next roll. by_hand: this turn's ore was drawn from the real bag.
    """

    number: int
    gold: int
    iron: int
    drawn: Ore | Literal["nothing"] | None = None
    rolled: int = 0
    by_hand: bool = False


class Praying(msgspec.Struct, frozen=True, tag_field="step", tag="praying"):
    """The temple step. kept, cashed: who has answered so far, and how, in the old row's order."""

    asks: Colour
    kept: tuple[Colour, ...] = ()
    cashed: tuple[Colour, ...] = ()


class Choosing(msgspec.Struct, frozen=True, tag_field="step", tag="choosing"):
    """The choice of positions. taken: (position, colour) so far; free: the positions left."""

    asks: Colour
    free: tuple[int, ...]
    taken: tuple[tuple[int, Colour], ...] = ()


class State(msgspec.Struct, frozen=True):
    """A game in progress or ended.

    temple: nearest the temple first. sequence: position 1 first. called: the procedure has been
    called in this phase. touched: something was accepted in this phase that closes the call
    (RB-TURN-05). acting: whose go it is after the procedure. bricks: bottom left first, None is
    neutral. base: the price base fixed at the start of the wonder phase, with AMB-08 only.
    complete: the end mark is covered and the phase is being finished, with AMB-09 only.
    fleets_entered: somebody has entered a transporter, so fleets may warn. filler: the colour of the
    bricks with which a solo wonder begins (RB-SOLO-02), None with more players. upgrades: who has
    researched which transporter factory in this production phase (RB-UPG-02). made: transporters that
    came in this production phase, by kind.
    """

    seats: tuple[Seat, ...]
    options: Options
    turn: int
    phase: Phase
    temple: tuple[Colour, ...]
    sequence: tuple[Colour, ...]
    order: Praying | Choosing | None = None
    called: bool = False
    touched: bool = False
    acting: Colour | None = None
    mines: tuple[Mine, ...] = ()
    bricks: tuple[Colour | None, ...] = ()
    base: int | None = None
    complete: bool = False
    buildings: tuple[tuple[Building, int], ...] = ()
    fleets_entered: bool = False
    ended: EndReason | None = None
    filler: Colour | None = None
    upgrades: tuple[tuple[Colour, Subject], ...] = ()
    made: tuple[tuple[Transporter, int], ...] = ()

    @property
    def solo(self) -> bool:
        """Whether one player plays alone: no order of play, and mines that are not random (RB-SOLO-01)."""
        return len(self.seats) == 1

    @property
    def neutral_left(self) -> int:
        """Neutral bricks that have not been laid."""
        return self.options.neutral - self.bricks.count(None)

    @property
    def irrigated(self) -> bool:
        """Whether the irrigation mark is covered: deserts are pastures (RB-WON-10)."""
        return len(self.bricks) >= self.options.irrigation_at
