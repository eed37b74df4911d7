"""What a correction may set, field by field: the form of its value, checked where it enters."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.games import Player
from companion.games.corrections import proper_value
from companion.games.la_strada.options import Options, Supply
from companion.games.la_strada.words import ColonyNumber, Colour, Kind, Resources, Stock

Field = Literal["turn", "active", "resources", "supplies", "stuck", "colony", "players", "option"]
Turn = Annotated[int, Meta(ge=1, le=999)]
Resourceful = Annotated[dict[Colour, Resources], Meta(min_length=1)]
Supplied = Annotated[
    dict[Colour, Annotated[dict[Stock, Supply], Meta(min_length=1)]],
    Meta(min_length=1),
]
Stuck = Annotated[dict[Colour, bool], Meta(min_length=1)]
Row = Annotated[tuple[Colour, ...], Meta(max_length=4)]
Players = Annotated[tuple[Player, ...], Meta(min_length=1, max_length=4)]
Changes = Annotated[dict[str, Any], Meta(min_length=1)]


class ColonyValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is left out stays as it is.

    merchants: whose merchants stand there. linked: who has linked it; with more than two players those
    are the same.
    """

    number: ColonyNumber
    kind: Kind | None = None
    merchants: Row | None = None
    linked: Row | None = None


VALUES: Mapping[Field, Any] = MappingProxyType(
    {
        "turn": Turn,
        "active": Colour,
        "resources": Resourceful,
        "supplies": Supplied,
        "stuck": Stuck,
        "colony": ColonyValue,
        "players": Players,
        "option": Changes,
    }
)
"""The type of each field's value. `resources`, `supplies` and `stuck` name the players they set; of
`supplies` what is left out stays. `option` names the options it sets; of a table in it, only the rows
that are named."""

FORMS = (
    "turn: a whole number from 1. active: the colour whose turn it is. resources: {colour: 0 to 10}. "
    "supplies: {colour: {plains, forests, hills, merchants}}, what is left out stays. stuck: {colour: true "
    "or false}, whether he can link no colony any more. colony: {number, kind, merchants: [colour], linked: "
    "[colour]}, what is left out stays. players: [{colour, name}], as many as there are, clockwise from the "
    "first player. option: {name: value}."
)
"""The same for people who read the commands' schema."""


def read(field: Field, value: Any) -> Any:
    """The value as its field's type. Raises ValueError that says what is wrong at which place of it."""
    return proper_value(value, VALUES[field], *([Options] if field == "option" else []))
