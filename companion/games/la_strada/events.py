"""What can happen in a game of La Strada.

A journal's events are all that its state is made of.
"""

from __future__ import annotations

from typing import Any

from msgspec.structs import force_setattr

from companion.games import Event
from companion.games.la_strada.commands import VALUES, Field, parse_value
from companion.games.la_strada.options import RecordedOptions
from companion.games.la_strada.state import SeatedPlayer
from companion.games.la_strada.words import BlockReason, Colour, EndReason
from companion.games.typed import value_or_none


class GameBegun(Event, frozen=True):
    """players: clockwise from the first player."""

    players: tuple[SeatedPlayer, ...]
    options: RecordedOptions


class TurnBegun(Event, frozen=True):
    """turn: the turn's number from 1.

    gained: the income of this turn, if a correction has paid it before; None if it is due. connected: the
    player has linked a colony in it before.
    """

    colour: Colour
    turn: int
    gained: int | None = None
    connected: bool = False


class IncomePaid(Event, frozen=True):
    """gained: resources at the start of the turn. lost: those above the limit (LS-TURN-03)."""

    colour: Colour
    gained: int
    lost: int


class IncomeTakenBack(Event, frozen=True):
    """taken: resources of this turn that do not count, for the game ended before it (LS-AMB-03)."""

    colour: Colour
    taken: int


class TurnEnded(Event, frozen=True):
    """kept: unspent resources (LS-TURN-05)."""

    colour: Colour
    kept: int


class Connected(Event, frozen=True):
    """cost: resources paid. merchant: whether one was placed; of two players only the first does.
    name: the colony's name then, empty if it had only its number.
    """

    colour: Colour
    colony: int
    plains: int
    forests: int
    hills: int
    cost: int
    merchant: bool
    name: str = ""


class GivenUp(Event, frozen=True):
    """The player can link no more colonies."""

    colour: Colour


class TurnPassed(Event, frozen=True):
    """Of two players one can place no merchant any more, and passes (LS-AMB-04)."""

    colour: Colour
    reason: BlockReason


class PlayerLeft(Event, frozen=True):
    """cleared: the player's merchants were removed."""

    colour: Colour
    cleared: bool


class PlayerJoined(Event, frozen=True):
    """name: empty for the former name, or without one."""

    colour: Colour
    name: str


class GameEnded(Event, frozen=True):
    """The game is over; only corrections follow."""

    reason: EndReason


class GameReopened(Event, frozen=True):
    """A correction took away what had ended the game."""


class Corrected(Event, frozen=True, omit_defaults=True):
    """A field of the table was set right. value: of the field's type, as `commands.VALUES` has it.

    before: what stood there, in the form of value; None where that is not kept.
    """

    field: Field
    value: Any
    before: Any = None

    def __post_init__(self) -> None:
        force_setattr(self, "value", parse_value(self.field, self.value))
        force_setattr(self, "before", value_or_none(self.before, VALUES[self.field]))
