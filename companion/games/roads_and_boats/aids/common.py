"""Types and functions that aids share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from companion.games.roads_and_boats.fleets import start_fleet
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import Seat, State, fleet_counts, seat_of
from companion.games.roads_and_boats.words import GOODS, Colour, Good, Subject

Number = Annotated[int, Meta(ge=0, le=999)]
"""A count."""
Goods = Annotated[dict[Good, Number], Meta(extra_json_schema={"propertyNames": {"enum": list(GOODS)}})]
"""Counts by good."""
Tile = Literal["woods", "pasture", "rock", "mountain", "desert", "sea"]
"""The kinds of tile (RB-SETUP-04)."""
Researched: TypeAlias = Subject | Annotated[tuple[Subject, ...], Meta(max_length=7)]
"""One subject, or several."""


def table_of(state: State | None) -> State:
    """The state of the running game, or of a new one with default options."""
    if state is not None:
        return state
    options = Options()
    seat = Seat("red", "", fleet_counts(start_fleet(options)))
    return State((seat,), options, 1, "production", (seat.colour,), (seat.colour,))


def player_or_only(table: State, colour: Colour | None) -> Seat | None:
    """The player of the colour, or the only player; None without a colour if there are several.

    Raises `Refused` for a colour that does not play.
    """
    if colour is not None:
        return seat_of(table, colour)
    return table.seats[0] if len(table.seats) == 1 else None


def subjects(value: Researched) -> tuple[Subject, ...]:
    """One subject or several as a tuple."""
    return (value,) if isinstance(value, str) else value


def count_goods(goods: int | Mapping[Good, int], *, without: tuple[Good, ...] = ()) -> int:
    """The number of goods. without: kinds not to count; ignored for a plain number."""
    if isinstance(goods, int):
        return goods
    return sum(count for good, count in goods.items() if good not in without)


def first_violated(rules: Iterable[tuple[str, bool]]) -> str | None:
    """The first violated rule, or None. rules: IDs, each with whether it is violated."""
    return next((rule for rule, violated in rules if violated), None)


def missing(field: str) -> ValueError:
    """The error of a query without a required field."""
    return ValueError(f"Object missing required field `{field}`")


def not_allowed(field: str) -> ValueError:
    """The error of a query with a field that another one excludes."""
    return ValueError(f"Expected `null` - at `$.{field}`")
