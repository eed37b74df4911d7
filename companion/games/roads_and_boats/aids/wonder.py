"""What bricks cost, now and if others buy first, how many goods will buy, and what a row is worth."""

from __future__ import annotations

from itertools import accumulate
from typing import Annotated, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats import scoring, wonder
from companion.games.roads_and_boats.aids.asking import (
    Goods,
    Number,
    amount,
    excluded,
    meant,
    missing,
    table_of,
)
from companion.games.roads_and_boats.state import State, player_of
from companion.games.roads_and_boats.words import Colour, Good

Bricks = Annotated[int, Meta(ge=1, le=400)]
"""Bricks that somebody wants."""
Filled = Annotated[int, Meta(ge=0, le=400)]
"""Bricks that lie, or were bought."""


class BricksAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Either `bricks` (what do so many cost?) or `goods` (how many do they buy?).

    filled: bricks in the wonder; left out, those of the game. goods: on the start tile, in all or by
    kind. carried: the same on own transporters there. colour: who buys; his purchases of this turn count.
    bought: how many he has bought this turn, if it is to be something else.
    """

    bricks: Bricks | None = None
    goods: Number | Goods | None = None
    carried: Number | Goods = 0
    filled: Filled | None = None
    bought: Filled | None = None
    colour: Colour | None = None

    def __post_init__(self) -> None:
        if self.bricks is None and self.goods is None:
            raise missing("bricks")
        if self.bricks is not None and self.goods is not None:
            raise excluded("goods")


class Cost(msgspec.Struct, frozen=True):
    """prices: of each brick in turn, in goods. total: of all."""

    prices: tuple[int, ...]
    total: int


class Purchase(msgspec.Struct, frozen=True):
    """bricks: the most that the goods buy. prices: of each brick.

    left: goods that remain, those that may not pay among them.
    """

    bricks: int
    prices: tuple[int, ...]
    left: int


def bricks(state: State | None, asked: BricksAsked) -> Cost | Purchase:
    """The price of bricks, or the bricks for goods. Raises `Refused` for more than there is room for."""
    table, buyer = before_buying(table_of(state), asked.colour, asked.filled, asked.bought)
    room = wonder.room(table)
    if asked.bricks is not None:
        if asked.bricks > room:
            raise Refused("too-many-bricks", "RB-WON-12", count=room)
        prices = wonder.prices(table, buyer, asked.bricks)
        return Cost(prices, sum(prices))
    purse = _purse(table, asked)
    prices = wonder.prices(table, buyer, room)
    bricks = sum(total <= purse for total in accumulate(prices))
    paid = prices[:bricks]
    return Purchase(bricks, paid, amount(asked.goods or 0) + amount(asked.carried) - sum(paid))


def before_buying(
    table: State, colour: Colour | None, filled: int | None, bought: int | None
) -> tuple[State, Colour]:
    """The table as it is asked about, and who buys there (RB-WON-05, RB-WON-07).

    colour, filled, bought: as of `BricksAsked`. Raises `Refused` when nobody plays the colour.
    """
    buyer = meant(table, colour) or replace(table.seats[0], bought=0)
    if bought is not None:
        buyer = replace(buyer, bought=bought)
    seats = (buyer, *(seat for seat in table.seats if seat.colour != buyer.colour))
    base = table.base
    if filled is not None:
        table = replace(table, bricks=(None,) * filled)
        base = None
    if table.options.amb_08 and base is None:
        base = wonder.base(table, len(table.bricks))
    return replace(table, seats=seats, base=base), buyer.colour


def _purse(table: State, asked: BricksAsked) -> int:
    """The goods that may pay: no donkey is a good, geese and what is carried unless a house rule says so."""
    barred: tuple[Good, ...] = ("donkeys", "geese") if table.options.amb_07 else ("donkeys",)
    carried = 0 if table.options.amb_11 else amount(asked.carried, without=barred)
    return amount(asked.goods or 0, without=barred) + carried


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


InRow = Annotated[int, Meta(ge=0, le=20)]


class RowAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """own: the player's bricks in the row. others: the other players' there; neutral ones do not count."""

    own: InRow
    others: InRow = 0


class Points(msgspec.Struct, frozen=True):
    """points: for the player."""

    points: int


def row(state: State | None, asked: RowAsked) -> Points:
    """The share (RB-SCORE-03, RB-SCORE-04). Raises `Refused` for more bricks than the longest row holds."""
    longest = max(table_of(state).options.rows)
    coloured = asked.own + asked.others
    if coloured > longest:
        raise Refused("row-too-long", "RB-WON-04", bricks=coloured, most=longest)
    return Points(scoring.row_points(asked.own, coloured))
