"""What the table may be told in a game of La Strada, beside the commands of every game."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, get_args

from msgspec import Meta

from companion.games import Command
from companion.games.corrections import Reason
from companion.games.la_strada.corrections import FORMS, Field, read
from companion.games.la_strada.words import ColonyNumber, Colour

Tiles = Annotated[int, Meta(ge=0, le=99)]
"""Tiles of one terrain in one road, as many as a supply may hold: the rules say why a road is too long."""


class Connect(Command, frozen=True):
    """A player builds a road to a colony that is new to him (LS-BUILD-06). At least one tile."""

    colour: Colour
    colony: ColonyNumber
    plains: Tiles = 0
    forests: Tiles = 0
    hills: Tiles = 0


class EndTurn(Command, frozen=True):
    """The player whose turn it is stops spending (LS-TURN-06)."""


class CannotConnect(Command, frozen=True):
    """At the start of his turn a player can link no colony any more (LS-END-01)."""

    colour: Colour


class End(Command, frozen=True):
    """The group ends the game early."""


class Correct(Command, frozen=True):
    """Set right what the table has wrong. `value`: of the field's own form."""

    field: Field
    value: Annotated[Any, Meta(description=FORMS)]
    reason: Reason

    def __post_init__(self) -> None:
        read(self.field, self.value)


GameCommand: TypeAlias = Connect | EndTurn | CannotConnect | End | Correct

COMMANDS: tuple[type[Command], ...] = get_args(GameCommand)
