"""What a group may choose at the start: what is in its box, what a colony pays, and house rules."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Annotated

import msgspec
from msgspec import Meta

from companion.games.la_strada.words import Kind, Stock

COLONIES: Mapping[Kind, int] = MappingProxyType({"city": 4, "town": 5, "village": 5, "hamlet": 5})
"""The colonies in the box (LS-COMP-03)."""
SUPPLY: Mapping[Stock, int] = MappingProxyType({"plains": 18, "forests": 8, "hills": 5, "merchants": 12})
"""What each player gets (LS-SETUP-04, LS-COMP-02, LS-COMP-04)."""
WORTH: Mapping[Kind, tuple[int, int, int, int]] = MappingProxyType(
    {"city": (5, 4, 3, 2), "town": (4, 3, 2, 1), "village": (3, 2, 1, 0), "hamlet": (2, 1, 0, 0)}
)
"""LS-SCORE-02 to LS-SCORE-05, F-13; towns and cities go on by the pattern (LS-AMB-01)."""

Count = Annotated[int, Meta(ge=0, le=40)]
Supply = Annotated[int, Meta(ge=0, le=99)]
Gold = Annotated[int, Meta(ge=0, le=99)]
Pays = tuple[Gold, Gold, Gold, Gold]
"""What a colony pays to each of the merchants there when they are 1, 2, 3 or 4."""
Number = Annotated[str, Meta(pattern=r"^[1-9][0-9]?$")]
Name = Annotated[str, Meta(max_length=12)]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Every field has the default of the ledger; `amb_..` are the switches of its part 4.

    kinds: how many colonies of each kind, 1 to 40 in all; supply: what each player gets; worth: gold by
    kind. In all three what is left out keeps its default. names: what the players call a colony, by its
    number.
    """

    kinds: dict[Kind, Count] = msgspec.field(default_factory=lambda: dict(COLONIES))
    names: dict[Number, Name] = msgspec.field(default_factory=dict)
    supply: dict[Stock, Supply] = msgspec.field(default_factory=lambda: dict(SUPPLY))
    worth: dict[Kind, Pays] = msgspec.field(default_factory=lambda: dict(WORTH))
    amb_03: bool = False  # who can reach no colony keeps the 6 resources of that turn
    amb_04: bool = False  # two players: the game ends as with more players


SWITCHES = tuple(name for name in Options.__struct_fields__ if name.startswith("amb_"))
"""The house rules that are on or off, in their order."""


class RecordedOptions(Options, frozen=True, forbid_unknown_fields=False):
    """Options as an event keeps them, complete: what a later version may have added is passed over."""
