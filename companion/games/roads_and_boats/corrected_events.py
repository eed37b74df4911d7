"""What a correction sets right, one event for each field; the end of the game has events of its own."""

from __future__ import annotations

from typing import Any, TypeAlias

from companion.games import Event
from companion.games.roads_and_boats.state import Sitting
from companion.games.roads_and_boats.words import Colour, Phase, Subject, Transporter


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
