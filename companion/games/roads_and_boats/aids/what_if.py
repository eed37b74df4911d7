"""What bricks will cost somebody if others buy first."""

from __future__ import annotations

from typing import Annotated, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats import wonder
from companion.games.roads_and_boats.aids.asking import excluded, table_of
from companion.games.roads_and_boats.aids.wonder import Bricks, Filled, before_buying
from companion.games.roads_and_boats.state import State, player_of
from companion.games.roads_and_boats.words import Colour

Before = Annotated[
    dict[Colour, Filled], Meta(extra_json_schema={"propertyNames": {"enum": list(get_args(Colour))}})
]


class WhatIfAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What will so many `bricks` cost if others buy theirs first?

    before: how many each of them buys, by colour. filled, bought, colour: as of `BricksAsked`.
    """

    bricks: Bricks
    before: Before = {}
    filled: Filled | None = None
    bought: Filled | None = None
    colour: Colour | None = None

    def __post_init__(self) -> None:
        if self.colour is not None and self.before.get(self.colour):
            raise excluded("before")


class WhatIf(msgspec.Struct, frozen=True):
    """prices: of each brick in turn, in goods, once the others have bought. total: of all.

    otherwise: the same prices if nobody buys first.
    """

    prices: tuple[int, ...]
    total: int
    otherwise: tuple[int, ...]


def what_if(state: State | None, asked: WhatIfAsked) -> WhatIf:
    """The prices then and now: others' bricks change them only by what they fill (RB-WON-06, RB-WON-07).

    Raises `Refused` for more than there is room for, and for a buyer whom nobody plays, or not any more.
    """
    if state is not None:
        for colour in asked.before:
            player_of(state, colour)
    now, buyer = before_buying(table_of(state), asked.colour, asked.filled, asked.bought)
    then = replace(now, bricks=(*now.bricks, *(None,) * sum(asked.before.values())))
    if asked.bricks > wonder.room(then):
        raise Refused("too-many-bricks", "RB-WON-12", count=wonder.room(then))
    prices = wonder.prices(then, buyer, asked.bricks)
    return WhatIf(prices, sum(prices), wonder.prices(now, buyer, asked.bricks))
