"""What a correction sets right; the end of the game has events of its own."""

from __future__ import annotations

from typing import Any, TypeAlias

from companion.games import Event
from companion.games.la_strada.state import Sitting
from companion.games.la_strada.words import Colour, Kind, Stock


class TurnCorrected(Event, frozen=True):
    """turn: from 1."""

    turn: int


class ActiveCorrected(Event, frozen=True):
    """It is this player's turn; nobody's resources change, and he may say that he cannot connect."""

    colour: Colour


class ResourcesCorrected(Event, frozen=True):
    """resources: all that he has."""

    colour: Colour
    resources: int


class SuppliesCorrected(Event, frozen=True):
    """supplies: what is left of the stocks that are named."""

    colour: Colour
    supplies: dict[Stock, int]


class StuckCorrected(Event, frozen=True):
    """stuck: he can link no colony any more."""

    colour: Colour
    stuck: bool


class ColonyCorrected(Event, frozen=True):
    """All that is known of a colony; merchants come from and go back to their players' supplies."""

    number: int
    kind: Kind
    merchants: tuple[Colour, ...]
    linked: tuple[Colour, ...]


class PlayersCorrected(Event, frozen=True):
    """players: clockwise from the first player.

    With the same colours as before, each keeps what is his in his new seat; with others, each takes over
    all that his predecessor in the seat had.
    """

    players: tuple[Sitting, ...]


class OptionsCorrected(Event, frozen=True):
    """changes: the new values by option, complete, as plain data."""

    changes: dict[str, Any]


CorrectedEvent: TypeAlias = (
    TurnCorrected
    | ActiveCorrected
    | ResourcesCorrected
    | SuppliesCorrected
    | StuckCorrected
    | ColonyCorrected
    | PlayersCorrected
    | OptionsCorrected
)
