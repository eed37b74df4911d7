"""The wonder: prices of bricks, now and after other players buy, and points of a row."""

from __future__ import annotations

from itertools import accumulate
from typing import Annotated, get_args

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats import scoring, wonder
from companion.games.roads_and_boats.aids.common import (
    Goods,
    Number,
    count_goods,
    missing,
    not_allowed,
    player_or_only,
    table_of,
)
from companion.games.roads_and_boats.state import State, present_seat_of
from companion.games.roads_and_boats.words import Colour, Good

Bricks = Annotated[int, Meta(ge=1, le=400)]
"""Bricks to buy."""
Filled = Annotated[int, Meta(ge=0, le=400)]
"""Bricks in the wonder, or bought."""


class BricksAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about the price of `bricks`, or about the bricks for `goods`.

    goods: On the start tile, in all or by kind.
    carried: On the buyer's transporters there.
    filled: Bricks in the wonder; None as in the game.
    bought: Bricks that the buyer has bought this turn; None as in the game.
    colour: The buyer.
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
            raise not_allowed("goods")


class Cost(msgspec.Struct, frozen=True):
    """The price of bricks, in goods.

    prices: Of each brick in turn.
    """

    prices: tuple[int, ...]
    total: int


class Purchase(msgspec.Struct, frozen=True):
    """The most bricks for the goods.

    prices: Of each brick in turn.
    left: Remaining goods, with those that cannot pay.
    """

    bricks: int
    prices: tuple[int, ...]
    left: int


def bricks(state: State | None, query: BricksAsked) -> Cost | Purchase:
    """The price of bricks, or the bricks for goods. Raises `Refused` if there is no room for them."""
    table, buyer = table_and_buyer(table_of(state), query.colour, query.filled, query.bought)
    room = wonder.remaining_spaces(table)
    if query.bricks is not None:
        if query.bricks > room:
            raise Refused("too-many-bricks", "RB-WON-12", count=room)
        prices = wonder.prices(table, buyer, query.bricks)
        return Cost(prices, sum(prices))
    purse = _payable_goods(table, query)
    prices = wonder.prices(table, buyer, room)
    bricks = sum(total <= purse for total in accumulate(prices))
    paid = prices[:bricks]
    return Purchase(bricks, paid, count_goods(query.goods or 0) + count_goods(query.carried) - sum(paid))


def table_and_buyer(
    table: State, colour: Colour | None, filled: int | None, bought: int | None
) -> tuple[State, Colour]:
    """The state as of a query, and the buyer (RB-WON-05, RB-WON-07).

    colour, filled, bought: as of `BricksAsked`. Raises `Refused` for a colour that does not play.
    """
    buyer = player_or_only(table, colour) or replace(table.seats[0], bought=0)
    if bought is not None:
        buyer = replace(buyer, bought=bought)
    seats = (buyer, *(seat for seat in table.seats if seat.colour != buyer.colour))
    base = table.base
    if filled is not None:
        table = replace(table, bricks=(None,) * filled)
        base = None
    if table.options.amb_08 and base is None:
        base = wonder.price_base(table, len(table.bricks))
    return replace(table, seats=seats, base=base), buyer.colour


def _payable_goods(table: State, query: BricksAsked) -> int:
    """The goods that can pay: no donkeys; geese and carried goods unless a house rule forbids it."""
    barred: tuple[Good, ...] = ("donkeys", "geese") if table.options.amb_07 else ("donkeys",)
    carried = 0 if table.options.amb_11 else count_goods(query.carried, without=barred)
    return count_goods(query.goods or 0, without=barred) + carried


Before = Annotated[
    dict[Colour, Filled], Meta(extra_json_schema={"propertyNames": {"enum": list(get_args(Colour))}})
]


class WhatIfAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about the price of `bricks` after other players buy. Other fields as of `BricksAsked`.

    before: Bricks that others buy first, by colour.
    """

    bricks: Bricks
    before: Before = {}
    filled: Filled | None = None
    bought: Filled | None = None
    colour: Colour | None = None

    def __post_init__(self) -> None:
        if self.colour is not None and self.before.get(self.colour):
            raise not_allowed("before")


class WhatIf(msgspec.Struct, frozen=True):
    """The price of bricks, in goods, after others buy.

    prices: Of each brick in turn.
    otherwise: The prices if no other player buys first.
    """

    prices: tuple[int, ...]
    total: int
    otherwise: tuple[int, ...]


def what_if(state: State | None, query: WhatIfAsked) -> WhatIf:
    """The prices after others buy, and now: others' bricks matter by filling rows (RB-WON-06, RB-WON-07).

    Raises `Refused` if there is no room for them, and for a colour that does not play, or has left.
    """
    if state is not None:
        for colour in query.before:
            present_seat_of(state, colour)
    now, buyer = table_and_buyer(table_of(state), query.colour, query.filled, query.bought)
    then = replace(now, bricks=(*now.bricks, *(None,) * sum(query.before.values())))
    if query.bricks > wonder.remaining_spaces(then):
        raise Refused("too-many-bricks", "RB-WON-12", count=wonder.remaining_spaces(then))
    prices = wonder.prices(then, buyer, query.bricks)
    return WhatIf(prices, sum(prices), wonder.prices(now, buyer, query.bricks))


InRow = Annotated[int, Meta(ge=0, le=20)]


class RowAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A query about the points of a row.

    own: The player's bricks.
    others: Other players' bricks, without neutral ones.
    """

    own: InRow
    others: InRow = 0


class Points(msgspec.Struct, frozen=True):
    """The player's points."""

    points: int


def row(state: State | None, query: RowAsked) -> Points:
    """The points (RB-SCORE-03, RB-SCORE-04). Raises `Refused` for more bricks than the longest row holds."""
    longest = max(table_of(state).options.rows)
    coloured = query.own + query.others
    if coloured > longest:
        raise Refused("row-too-long", "RB-WON-04", bricks=coloured, most=longest)
    return Points(scoring.row_points(query.own, coloured))
