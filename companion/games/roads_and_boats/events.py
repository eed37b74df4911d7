"""What can happen in a game of Roads & Boats.

A journal's events are all that its state is made of.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import force_setattr

from companion.games import Event
from companion.games.roads_and_boats.commands import VALUES, Field, parse_value
from companion.games.roads_and_boats.options import RecordedOptions
from companion.games.roads_and_boats.state import SeatedPlayer
from companion.games.roads_and_boats.words import (
    Building,
    Colour,
    EndReason,
    Mixture,
    Ore,
    Phase,
    Subject,
    Transporter,
)
from companion.games.typed import value_or_none


class GameBegun(Event, frozen=True):
    """temple: nearest the temple first, as drawn or typed. sequence: position 1 first.

    filler: the colour of the bricks in the first four rows, in a solo game only (RB-SOLO-02).
    """

    players: tuple[SeatedPlayer, ...]
    options: RecordedOptions
    temple: tuple[Colour, ...]
    sequence: tuple[Colour, ...]
    filler: Colour | None = None


class PhaseBegun(Event, frozen=True, omit_defaults=True):
    """turn: from 1; it is a new one when the phase is production.

    base: the price base of a wonder phase in which bricks had been bought before a correction went back,
    where it is fixed (AMB-08); None: as the bricks say.
    """

    phase: Phase
    turn: int
    base: int | None = None


class OrderCalled(Event, frozen=True):
    """A player demanded the order of play; the temple step begins."""

    colour: Colour


class TempleAnswered(Event, frozen=True):
    """keep: the player keeps praying; else they cashed in."""

    colour: Colour
    keep: bool


class TempleSettled(Event, frozen=True):
    """All have answered: the new row, and the choice of positions begins."""

    temple: tuple[Colour, ...]


class PositionTaken(Event, frozen=True):
    """position: of the sequence chart, from 1. Also for the last one, who gets what is left."""

    colour: Colour
    position: int


class SequenceSettled(Event, frozen=True):
    """The procedure is over; position 1 acts."""

    sequence: tuple[Colour, ...]


class GoPassed(Event, frozen=True):
    """colour: has acted. to: acts now, None after the last."""

    colour: Colour
    to: Colour | None


class Readied(Event, frozen=True):
    """All players who are ready now. turn, phase: when they were.

    called: whether the order of play had been called for in that phase.
    """

    colours: tuple[Colour, ...]
    turn: int
    phase: Phase
    called: bool


class MineBuilt(Event, frozen=True, omit_defaults=True):
    """gold, iron: the filling of the new bag. late: not done in this phase, and closes no call for order."""

    number: int
    colour: Colour
    mixture: Mixture
    gold: int
    iron: int
    late: bool = False


class ShaftSunk(Event, frozen=True, omit_defaults=True):
    """gold, iron: what was added to the bag. late: as of `MineBuilt`."""

    number: int
    colour: Colour
    mixture: Mixture
    gold: int
    iron: int
    late: bool = False


class OreDrawn(Event, frozen=True):
    """This turn's ore, by the dice; alone, by what the bag holds most of (RB-SOLO-04)."""

    number: int
    ore: Ore


class OreRecorded(Event, frozen=True):
    """This turn's ore, by a hand in the real bag."""

    number: int
    ore: Ore


class DrawVoided(Event, frozen=True):
    """ore: went back into the bag."""

    number: int
    ore: Ore


class BrickBought(Event, frozen=True):
    """space: counted from the bottom left, from 1. price: in goods."""

    colour: Colour
    space: int
    price: int


class NeutralBrickLaid(Event, frozen=True):
    """space: counted from the bottom left, from 1."""

    space: int


class DesertsIrrigated(Event, frozen=True):
    """A brick covered the irrigation mark. space: that mark."""

    space: int


class WonderCompleted(Event, frozen=True):
    """The end mark is covered, but this group finishes the phase (AMB-09)."""


class Researched(Event, frozen=True, omit_defaults=True):
    """A glass stone came off a research table. late: as of `MineBuilt`."""

    colour: Colour
    subject: Subject
    late: bool = False


class FleetChanged(Event, frozen=True, omit_defaults=True):
    """by: how many came; negative: went. late: as of `MineBuilt`."""

    colour: Colour
    transporter: Transporter
    by: int
    late: bool = False


class BuildingsChanged(Event, frozen=True, omit_defaults=True):
    """by: how many came; negative: went. late: as of `MineBuilt`."""

    building: Building
    by: int
    late: bool = False


class WealthCounted(Event, frozen=True):
    """Counters on a player's transporters; counting again replaces."""

    colour: Colour
    gold: int
    coins: int
    stock: int


class PlayerLeft(Event, frozen=True):
    """cleared: the player's transporters were removed. marked_for: the end mark's number of players now."""

    colour: Colour
    cleared: bool
    marked_for: int


class PlayerJoined(Event, frozen=True):
    """fleet: a starting fleet, None for the player's former one. marked_for: as of `PlayerLeft`."""

    colour: Colour
    name: str
    fleet: dict[Transporter, int] | None
    marked_for: int


class GameEnded(Event, frozen=True):
    """The game is over; only wealth and corrections follow."""

    reason: EndReason


class GameReopened(Event, frozen=True):
    """A correction took away what had ended the game."""


class Corrected(Event, frozen=True, omit_defaults=True):
    """A field of the table was set right. value: of the field's type, as `commands.VALUES` has it.

    chance: something was set right that is drawn, or drawn from. before: what stood there, in the form of
    value; None where that is not kept.
    """

    field: Field
    value: Any
    chance: bool = False
    before: Any = None

    def __post_init__(self) -> None:
        force_setattr(self, "value", parse_value(self.field, self.value))
        force_setattr(self, "before", value_or_none(self.before, VALUES[self.field]))
