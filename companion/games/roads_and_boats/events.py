"""What can happen in a game of Roads & Boats. A journal's events are all that its state is made of."""

from __future__ import annotations

from typing import Any, TypeAlias, get_args

from companion.games import Event
from companion.games.roads_and_boats.options import RecordedOptions
from companion.games.roads_and_boats.state import Sitting
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


class TurnCorrected(Event, frozen=True):
    """turn: from 1."""

    turn: int


class PhaseCorrected(Event, frozen=True):
    """phase: begins anew, its draws and purchases of this turn stay."""

    phase: Phase


class TempleCorrected(Event, frozen=True):
    """temple: nearest the temple first."""

    temple: tuple[Colour, ...]


class SequenceCorrected(Event, frozen=True):
    """sequence: position 1 first."""

    sequence: tuple[Colour, ...]


class BricksCorrected(Event, frozen=True):
    """bricks: all of the wonder's, bottom left first, None is neutral."""

    bricks: tuple[Colour | None, ...]


class BagCorrected(Event, frozen=True):
    """gold, iron: what is in the bag now."""

    number: int
    gold: int
    iron: int


class FleetCorrected(Event, frozen=True):
    """fleet: all of that player's transporters."""

    colour: Colour
    fleet: dict[Transporter, int]


class StartFleetCorrected(Event, frozen=True):
    """fleet: of everybody, since nobody has entered another one yet."""

    fleet: dict[Transporter, int]


class ResearchCorrected(Event, frozen=True):
    """research: all of that player's subjects."""

    colour: Colour
    research: tuple[Subject, ...]


class PlayersCorrected(Event, frozen=True):
    """players: in the old order; each takes over all that his predecessor's colour had."""

    players: tuple[Sitting, ...]


class OptionsCorrected(Event, frozen=True):
    """changes: the new values by option, as plain data."""

    changes: dict[str, Any]


CorrectedOrder: TypeAlias = TurnCorrected | PhaseCorrected | TempleCorrected | SequenceCorrected
CorrectedBoard: TypeAlias = (
    BricksCorrected
    | BagCorrected
    | FleetCorrected
    | StartFleetCorrected
    | ResearchCorrected
    | PlayersCorrected
    | OptionsCorrected
)


class GameBegun(Event, frozen=True):
    """temple: nearest the temple first, as drawn or typed. sequence: position 1 first.

    filler: the colour of the bricks in the first four rows, in a solo game only (RB-SOLO-02).
    """

    players: tuple[Sitting, ...]
    options: RecordedOptions
    temple: tuple[Colour, ...]
    sequence: tuple[Colour, ...]
    filler: Colour | None = None


class PhaseBegun(Event, frozen=True):
    """turn: from 1; it is a new one when the phase is production."""

    phase: Phase
    turn: int


class OrderCalled(Event, frozen=True):
    """A player demanded the order of play; the temple step begins."""

    colour: Colour


class TempleAnswered(Event, frozen=True):
    """keep: the player keeps praying; otherwise he cashed in."""

    colour: Colour
    keep: bool


class TempleSettled(Event, frozen=True):
    """Everybody has answered: the new row, and the choice of positions begins."""

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


class MineBuilt(Event, frozen=True):
    """gold, iron: the filling of the new bag."""

    number: int
    colour: Colour
    mixture: Mixture
    gold: int
    iron: int


class ShaftSunk(Event, frozen=True):
    """gold, iron: what was added to the bag."""

    number: int
    colour: Colour
    mixture: Mixture
    gold: int
    iron: int


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


class Researched(Event, frozen=True):
    """A glass stone came off a research table."""

    colour: Colour
    subject: Subject


class FleetChanged(Event, frozen=True):
    """by: how many came; negative: went."""

    colour: Colour
    transporter: Transporter
    by: int


class BuildingsChanged(Event, frozen=True):
    """by: how many came; negative: went."""

    building: Building
    by: int


class WealthCounted(Event, frozen=True):
    """Counters on a player's transporters; counting again replaces."""

    colour: Colour
    gold: int
    coins: int
    stock: int


class GameEnded(Event, frozen=True):
    """The game is over; only wealth and corrections follow."""

    reason: EndReason


class GameReopened(Event, frozen=True):
    """A correction took away what had ended the game."""


OrderEvent: TypeAlias = (
    OrderCalled | TempleAnswered | TempleSettled | PositionTaken | SequenceSettled | GoPassed
)
MineEvent: TypeAlias = MineBuilt | ShaftSunk | OreDrawn | OreRecorded | DrawVoided
WonderEvent: TypeAlias = BrickBought | NeutralBrickLaid | DesertsIrrigated | WonderCompleted
BoardEvent: TypeAlias = Researched | FleetChanged | BuildingsChanged | WealthCounted
TurnEvent: TypeAlias = PhaseBegun | GameEnded | GameReopened
GameEvent: TypeAlias = (
    GameBegun
    | OrderEvent
    | MineEvent
    | WonderEvent
    | BoardEvent
    | TurnEvent
    | CorrectedOrder
    | CorrectedBoard
)

EVENTS: tuple[type[Event], ...] = get_args(GameEvent)
