"""What the aids share: the table that a question is about, and what may be asked of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Annotated, Literal, TypeAlias

from msgspec import Meta

from companion.games.roads_and_boats.fleets import start_of
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import Seat, State, counted, seat_of
from companion.games.roads_and_boats.words import GOODS, Colour, Good, Subject

Number = Annotated[int, Meta(ge=0, le=999)]
"""How many of anything."""
Goods = Annotated[dict[Good, Number], Meta(extra_json_schema={"propertyNames": {"enum": list(GOODS)}})]
"""How many of each good."""
Tile = Literal["woods", "pasture", "rock", "mountain", "desert", "sea"]
"""The kinds of tile (RB-SETUP-04)."""
Researched: TypeAlias = Subject | Annotated[tuple[Subject, ...], Meta(max_length=7)]
"""One subject, or several."""


def table_of(state: State | None) -> State:
    """The running game; without one a table by the rules' defaults, on which nothing has happened yet."""
    if state is not None:
        return state
    options = Options()
    seat = Seat("red", "", counted(start_of(options)))
    return State((seat,), options, 1, "production", (seat.colour,), (seat.colour,))


def meant(table: State, colour: Colour | None) -> Seat | None:
    """The player who is meant: the one named, or the only one; None where it could be anybody.

    Raises `Refused` when nobody plays the colour.
    """
    if colour is not None:
        return seat_of(table, colour)
    return table.seats[0] if len(table.seats) == 1 else None


def subjects(given: Researched) -> tuple[Subject, ...]:
    """The subjects as a row, in whichever way they were given."""
    return (given,) if isinstance(given, str) else given


def amount(goods: int | Mapping[Good, int], *, without: tuple[Good, ...] = ()) -> int:
    """How many goods there are in all; of a bare number nobody knows the kinds."""
    if isinstance(goods, int):
        return goods
    return sum(count for good, count in goods.items() if good not in without)


def forbidding(against: Iterable[tuple[str, bool]]) -> str | None:
    """The first rule that holds, None where none does. against: rules, each with whether it forbids."""
    return next((rule for rule, holds in against if holds), None)


def missing(field: str) -> ValueError:
    """What a question's type raises when it says too little."""
    return ValueError(f"Object missing required field `{field}`")


def excluded(field: str) -> ValueError:
    """What a question's type raises for a field that does not go with another one."""
    return ValueError(f"Expected `null` - at `$.{field}`")
