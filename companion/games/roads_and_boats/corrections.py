"""What a correction may set, field by field: the form of its value, checked where it enters."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from companion.games import Player
from companion.games.corrections import proper_value
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.words import Colour, MineNumber, Phase, Subject, Transporter

Field = Literal[
    "turn", "phase", "temple", "sequence", "bricks", "bag", "fleet", "research", "players", "option"
]  # fmt: skip
Count = Annotated[int, Meta(ge=0, le=99)]
Turn = Annotated[int, Meta(ge=1, le=999)]
Row = Annotated[tuple[Colour, ...], Meta(max_length=6)]
Bricks = Annotated[tuple[Colour | None, ...], Meta(max_length=400)]
Fleets = Annotated[dict[Colour, dict[Transporter, Count]], Meta(min_length=1)]
Researches = Annotated[dict[Colour, Annotated[tuple[Subject, ...], Meta(max_length=7)]], Meta(min_length=1)]
Players = Annotated[tuple[Player, ...], Meta(min_length=1, max_length=6)]
Changes = Annotated[dict[str, Any], Meta(min_length=1)]


class Bag(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What is in the bag of a built mine now."""

    number: MineNumber
    gold: Count
    iron: Count


VALUES: Mapping[Field, Any] = MappingProxyType(
    {
        "turn": Turn,
        "phase": Phase,
        "temple": Row,
        "sequence": Row,
        "bricks": Bricks,
        "bag": Bag,
        "fleet": Fleets,
        "research": Researches,
        "players": Players,
        "option": Changes,
    }
)
"""The type of each field's value. `fleet` and `research` name the players they set, each completely;
`option` names the options it sets."""

FORMS = (
    "turn: a whole number from 1. phase: its name. temple, sequence: every player's colour once, nearest "
    "the temple or position 1 first. bricks: the whole list of colours, null for a neutral one, bottom left "
    "first. bag: {number, gold, iron}. fleet: {colour: {transporter: count}}. research: {colour: [subject]}. "
    "players: [{colour, name}], as many as there are, in their order. option: {name: value}."
)
"""The same for people who read the commands' schema."""


def read(field: Field, value: Any) -> Any:
    """The value as its field's type. Raises ValueError that says what is wrong at which place of it."""
    return proper_value(value, VALUES[field], *([Options] if field == "option" else []))
