"""The game's words as types: what may stand in a command, an event or the state."""

from __future__ import annotations

from typing import Annotated, Literal, get_args

from msgspec import Meta

Colour = Literal["black", "grey", "yellow", "red"]
Kind = Literal["city", "town", "village", "hamlet"]
Terrain = Literal["plains", "forests", "hills"]
Stock = Literal["plains", "forests", "hills", "merchants"]
"""What a player has a limited supply of (LS-SETUP-04)."""
BlockReason = Literal["cannot-connect", "no-merchants", "no-tiles"]
"""Why a player can link no colony any more (LS-END-02, LS-END-03, LS-END-04)."""
EndReason = Literal["cannot-connect", "no-merchants", "no-tiles", "all-colonies", "called"]

MAX_COLONIES = 40
MAX_RESOURCES = 10
"""What a player has at most; the rest is lost (LS-TURN-03)."""

ColonyNumber = Annotated[int, Meta(ge=1, le=MAX_COLONIES)]
"""The number by which the players call a colony; the cities come first (LS-SETUP-02)."""
Resources = Annotated[int, Meta(ge=0, le=MAX_RESOURCES)]

COLOURS: tuple[Colour, ...] = get_args(Colour)
KINDS: tuple[Kind, ...] = get_args(Kind)
TERRAINS: tuple[Terrain, ...] = get_args(Terrain)
STOCKS: tuple[Stock, ...] = get_args(Stock)
