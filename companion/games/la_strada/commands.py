"""The commands of La Strada."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, ClassVar, Literal

import msgspec
from msgspec import Meta

from companion.games import Command, Player
from companion.games.la_strada.options import Options, Supply
from companion.games.la_strada.words import ColonyNumber, Colour, Kind, Resources, Stock
from companion.games.typed import Reason, validate_value

Tiles = Annotated[int, Meta(ge=0, le=99)]
"""Tiles of one terrain in one road, as many as a supply may hold: the rules say why a road is too long."""


class Connect(Command, frozen=True):
    """Build a road to a colony that is new to the player (LS-BUILD-06). At least one tile.

    end_turn: end the turn of the player before first, if it still runs (LS-TURN-06).
    new: refused unless no player has linked the colony.
    """

    colour: Colour
    colony: ColonyNumber
    plains: Tiles = 0
    forests: Tiles = 0
    hills: Tiles = 0
    end_turn: bool = False
    new: bool = False


class EndTurn(Command, frozen=True):
    """End the active player's turn (LS-TURN-06)."""


class CannotConnect(Command, frozen=True):
    """State at the start of a turn that the player can link no more colonies (LS-END-01).

    end_turn: end the turn of the player before first, if it still runs (LS-TURN-06).
    """

    colour: Colour
    end_turn: bool = False


class Leave(Command, frozen=True):
    """Leave a game that goes on.

    board: whether the player's merchants stay or are cleared; roads stay.
    """

    colour: Colour
    board: Literal["stays", "cleared"] = "stays"


class Join(Command, frozen=True):
    """Join in a free colour, or return to a former seat."""

    colour: Colour
    name: str = ""


class End(Command, frozen=True):
    """The group ends the game early."""


Field = Literal["turn", "active", "resources", "supplies", "stuck", "colony", "road", "players", "option"]
Turn = Annotated[int, Meta(ge=1, le=999)]
ResourcesByPlayer = Annotated[dict[Colour, Resources], Meta(min_length=1)]
SuppliesByPlayer = Annotated[
    dict[Colour, Annotated[dict[Stock, Supply], Meta(min_length=1)]],
    Meta(min_length=1),
]
StuckByPlayer = Annotated[dict[Colour, bool], Meta(min_length=1)]
Row = Annotated[tuple[Colour, ...], Meta(max_length=4)]
Players = Annotated[tuple[Player, ...], Meta(min_length=1, max_length=4)]
Changes = Annotated[dict[str, Any], Meta(min_length=1)]


class ColonyValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Missing fields stay as they are.

    merchants: the colours of merchants there. linked: the players who have linked it; with more than two
    players they are the same.
    """

    number: ColonyNumber
    kind: Kind | None = None
    merchants: Row | None = None
    linked: Row | None = None


class ActiveValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The active player, and the turn's number; None for the present one."""

    colour: Colour
    turn: Turn | None = None


class RoadValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The road of `colour` to `colony`, as it is on the table; missing fields stay.

    to: the colony that it really reaches. plains, forests, hills: its tiles. resources: the player's; None to
    change them by the difference of the cost.
    """

    colour: Colour
    colony: ColonyNumber
    to: ColonyNumber | None = None
    plains: Tiles | None = None
    forests: Tiles | None = None
    hills: Tiles | None = None
    resources: Resources | None = None


VALUES: Mapping[Field, Any] = MappingProxyType(
    {
        "turn": Turn,
        "active": Colour | ActiveValue,
        "resources": ResourcesByPlayer,
        "supplies": SuppliesByPlayer,
        "stuck": StuckByPlayer,
        "colony": ColonyValue,
        "road": RoadValue,
        "players": Players,
        "option": Changes,
    }
)
"""The type of each field's value. `resources`, `supplies` and `stuck` name the players they set; of
`supplies` what is left out stays. `option` names the options it sets; of a table in it, only the rows
that are named."""

FORMS = (
    "turn: a whole number from 1. active: the colour whose turn it is, or {colour, turn}. "
    "resources: {colour: 0 to 10}. "
    "supplies: {colour: {plains, forests, hills, merchants}}, what is left out stays. stuck: {colour: true "
    "or false}, whether he can link no colony any more. colony: {number, kind, merchants: [colour], linked: "
    "[colour]}, what is left out stays. road: {colour, colony, to: the colony it really reaches, plains, "
    "forests, hills, resources: all that he has}, what is left out stays or follows. "
    "players: [{colour, name}], as many as there are, clockwise from the "
    "first player. option: {name: value}."
)
"""The same for people who read the commands' schema."""


def parse_value(field: Field, value: Any) -> Any:
    """The value as its field's type. Raises ValueError that says what is wrong at which place of it."""
    return validate_value(value, VALUES[field], *([Options] if field == "option" else []))


class Correct(Command, frozen=True):
    """Set right what the table has wrong. `value`: of the field's own form."""

    field: Field
    value: Annotated[Any, Meta(description=FORMS)]
    reason: Reason
    forms: ClassVar[tuple[Any, ...]] = (*VALUES.values(), Options)

    def __post_init__(self) -> None:
        parse_value(self.field, self.value)
