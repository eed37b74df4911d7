"""Evenings at the table as Hypothesis makes them up."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from hypothesis import strategies as st

from companion.games import Command
from companion.games.la_strada.commands import (
    CannotConnect,
    Connect,
    Correct,
    End,
    EndTurn,
    Field,
    Join,
    Leave,
)
from companion.games.la_strada.state import State, next_player
from companion.games.la_strada.words import COLOURS, KINDS, STOCKS
from tests.games.la_strada.playing import Play
from tests.games.seating import with_playing_colours

Willing: TypeAlias = Callable[[State], Command]
"""A command that looks at the table first, so that most of them are allowed."""

colours = st.sampled_from(COLOURS)
kinds = st.sampled_from(KINDS)
switch = st.booleans()
few = st.integers(0, 2)
names = st.sampled_from(["", "Pisa", "Lodi", " Asti "])

options = st.fixed_dictionaries(
    {},
    optional={
        "amb_03": switch, "amb_04": switch,
        "kinds": st.dictionaries(kinds, st.integers(0, 3), min_size=1),
        "supply": st.dictionaries(st.sampled_from(STOCKS), st.integers(1, 20), min_size=1),
        "names": st.dictionaries(st.sampled_from(["1", "4", "9"]), names),
        "worth": st.dictionaries(kinds, st.lists(st.integers(0, 9), min_size=4, max_size=4), min_size=1),
    },
)  # fmt: skip
people = st.fixed_dictionaries({"colour": colours, "name": names})
values: dict[Field, st.SearchStrategy[Any]] = {
    "turn": st.integers(1, 40),
    "active": colours | st.fixed_dictionaries({"colour": colours, "turn": st.integers(1, 40)}),
    "resources": st.dictionaries(colours, st.integers(0, 10), min_size=1),
    "supplies": st.dictionaries(
        colours, st.dictionaries(st.sampled_from(STOCKS), st.integers(0, 20), min_size=1), min_size=1
    ),
    "stuck": st.dictionaries(colours, switch, min_size=1),
    "colony": st.fixed_dictionaries(
        {"number": st.integers(1, 21)},
        optional={
            "kind": kinds,
            "merchants": st.lists(colours, max_size=4),
            "linked": st.lists(colours, max_size=4),
        },
    ),
    "road": st.fixed_dictionaries(
        {"colour": colours, "colony": st.integers(1, 20)},
        optional={
            "to": st.integers(1, 21),
            "plains": st.integers(0, 4),
            "forests": few,
            "hills": few,
            "resources": st.integers(0, 10),
        },
    ),
    "players": st.lists(people, min_size=1, max_size=4),
    "option": options.filter(bool),
}


def _correct(field: Field, value: Any) -> Command:
    return msgspec.convert({"field": field, "value": value, "reason": "test"}, Correct)


def _mending(field: Field, value: Any) -> Willing:
    """A correction of what is on this table."""

    def willing(state: State) -> Command:
        row = tuple(seat.colour for seat in state.seats)
        if field == "players":
            fresh = [colour for colour in COLOURS if colour not in row]
            everybody = [*row[1:], row[0]] if value[0]["name"] else [*fresh, *row][: len(row)]
            return _correct(field, [{"colour": colour} for colour in everybody])
        return _correct(field, with_playing_colours(value, row, COLOURS))

    return willing


fields = st.sampled_from(sorted(values))
coming = st.builds(Join, colours, names)
going = st.builds(Leave, colours, st.sampled_from(["stays", "cleared"]))
corrections = fields.flatmap(lambda field: values[field].map(lambda value: _correct(field, value)))
mending = fields.flatmap(lambda field: values[field].map(lambda value: _mending(field, value)))
roads = st.builds(Connect, colours, st.integers(1, 20), st.integers(0, 5), few, few, switch)


def _linking(state: State, pick: int, tiles: int) -> Connect:
    """A road of the active player to a colony that is new to him, as far as there is one and he can pay."""
    seat = next(each for each in state.seats if each.colour == state.active)
    new = [each.number for each in state.colonies if state.active not in each.linked] or [1]
    if seat.plains:
        return Connect(seat.colour, new[pick % len(new)], plains=min(tiles, seat.plains))
    return Connect(seat.colour, new[pick % len(new)], forests=tiles % 2, hills=1 - tiles % 2)


def _linking_one(drawn: tuple[int, int]) -> Willing:
    return lambda state: _linking(state, *drawn)


def _ahead(drawn: tuple[int, int]) -> Willing:
    """The next player builds although nobody has ended the turn that runs."""

    def willing(state: State) -> Command:
        after = msgspec.structs.replace(state, active=next_player(state))
        return msgspec.structs.replace(_linking(after, *drawn), end_turn=True)

    return willing


def _giving_up(state: State) -> Command:
    return CannotConnect(state.active)


linking = st.tuples(st.integers(0, 40), st.sampled_from([1, 1, 1, 2, 3])).map(_linking_one)
ahead = st.tuples(st.integers(0, 40), st.sampled_from([1, 2])).map(_ahead)
ending = st.just(EndTurn())
playing = st.one_of(linking, linking, linking, ending, st.one_of(ending, ahead))
rarely = st.sampled_from([EndTurn()] * 20 + [End()])


def legal() -> st.SearchStrategy[list[Any]]:
    """Mostly what the rules allow, without corrections; seldom does somebody give up."""
    giving_up = st.sampled_from([*([EndTurn()] * 12), _giving_up])
    return st.lists(st.one_of(*[playing] * 6, giving_up), min_size=5, max_size=90)


anything = st.one_of(
    *[playing] * 4,
    *[mending] * 3,
    st.one_of(roads, corrections, coming, going, st.builds(CannotConnect, colours, switch), rarely),
)
"""Anything that the table may be told, more often than not something that fits."""


def entries() -> st.SearchStrategy[list[Any]]:
    """Anything that the table may be told, in any order."""
    return st.lists(anything, min_size=3, max_size=40)


def evening(seed: int) -> list[Any]:
    """A long game of roads and ended turns, far longer than what is made up entry by entry."""
    dice = random.Random(seed)
    made: list[Any] = []
    for _ in range(120):
        link = dice.randrange(41), dice.choice([1, 1, 1, 2, 3])
        made.append(dice.choice([_linking_one(link), _linking_one(link), EndTurn(), _ahead(link)]))
    return made


BOXES: tuple[dict[str, Any], ...] = (
    {}, {"kinds": dict.fromkeys(KINDS, 1)}, {"supply": {"merchants": 3}},
    {"supply": {"plains": 4, "forests": 0, "hills": 0}},
)  # fmt: skip
"""The printed numbers, and others with which a game is short."""
seats = st.permutations(COLOURS).flatmap(lambda row: st.integers(2, 4).map(lambda number: row[:number]))


def starts() -> st.SearchStrategy[dict[str, Any]]:
    """Starts of two to four, by the printed rules or by other numbers, with any house rules."""

    def start(row: list[Any], box: dict[str, Any], **house: bool) -> dict[str, Any]:
        players = [{"colour": colour} for colour in row]
        return {"type": "start", "system": "la-strada", "players": players, "options": {**box, **house}}

    return st.builds(start, seats, st.sampled_from(BOXES), amb_03=switch, amb_04=switch)


def tables(**fixed: Any) -> st.SearchStrategy[Play]:
    """A table of two to four, by the printed rules or by other numbers."""
    return st.builds(lambda row, box: Play(*row, **box, **fixed), seats, st.sampled_from(BOXES))


def turning() -> st.SearchStrategy[list[Any]]:
    """Play in which it is corrected over and over whose turn it is."""
    given = colours.map(lambda colour: _mending("active", colour))
    return st.lists(st.one_of(linking, ending, given, given), min_size=3, max_size=40)


def turning_while_they_come_and_go() -> st.SearchStrategy[list[Any]]:
    """The same where players leave and join as well."""
    given = colours.map(lambda colour: _mending("active", colour))
    return st.lists(st.one_of(linking, ending, given, given, coming, going), min_size=3, max_size=40)
