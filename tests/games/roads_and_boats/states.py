"""States of every kind, extremes included: what a table could ever come to, and somewhat more."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.solo import filler_for
from companion.games.roads_and_boats.state import Choosing, Mine, Praying, Seat, State, Wealth
from companion.games.roads_and_boats.words import (
    BUILDINGS,
    COLOURS,
    PHASES,
    SUBJECTS,
    TRANSPORTERS,
    Building,
    Colour,
    EndReason,
)

NAMES = (
    st.just("")
    | st.text(st.characters(categories=["L", "N"], max_codepoint=0x17F), min_size=12, max_size=12)
    | st.sampled_from(
        ["Maximilianus", "Wolfgang Ama", "Ääkkönen", "Straẞe", "Zoë van Dam", "李小龙", "W W W W W W"]
    )
)
HUNDRED = st.integers(0, 99)
THOUSAND = st.integers(0, 999)


def seats(colour: Colour, *, left: bool) -> st.SearchStrategy[Seat]:
    fleet = st.lists(st.integers(1, 99), max_size=6).map(
        lambda counts: tuple(zip(TRANSPORTERS, counts, strict=False))
    )
    research = st.lists(st.sampled_from(SUBJECTS), unique=True).map(tuple)
    wealth = st.none() | st.builds(Wealth, gold=THOUSAND, coins=THOUSAND, stock=THOUSAND, stale=st.booleans())
    return st.builds(
        Seat,
        colour=st.just(colour),
        name=NAMES,
        fleet=fleet,
        research=research,
        knew=research,
        bought=st.integers(0, 83),
        wealth=wealth,
        left=st.just(left),
    )


def bags(number: int) -> st.SearchStrategy[Mine]:
    drawn = st.sampled_from(["gold", "iron", None])
    full = st.builds(Mine, number=st.just(number), gold=HUNDRED, iron=HUNDRED, drawn=drawn)
    void = st.builds(Mine, number=st.just(number), gold=HUNDRED, iron=HUNDRED, voided=st.just(True))
    return full | void | st.just(Mine(number, 0, 0, "nothing")) | st.just(Mine(number, 99, 99))


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state that the rules could have made, or nearly."""
    colours = tuple(draw(st.lists(st.sampled_from(COLOURS), min_size=1, max_size=6, unique=True)))
    on = st.booleans()
    options = Options(
        more_players=True, mines=draw(st.integers(18, 40)), amb_23=draw(on), amb_09=draw(on),
        amb_07=draw(on), amb_11=draw(on), standings=draw(on),
    )  # fmt: skip
    there = colours[: draw(st.integers(1, len(colours)))]
    temple = tuple(draw(st.permutations(there)))
    sequence = tuple(draw(st.permutations(there)))
    numbers = draw(st.sets(st.integers(1, 40)) | st.just(set(range(1, 41))))
    order = draw(st.none() | _praying(temple) | _choosing(temple)) if len(there) > 1 else None
    called = order is not None or draw(st.booleans())
    acting = draw(st.none() | st.sampled_from(there)) if called and order is None else None
    bricks = draw(st.lists(st.none() | st.sampled_from(colours), max_size=82).map(tuple))
    return State(
        seats=tuple(draw(seats(colour, left=colour not in there)) for colour in colours),
        options=options,
        turn=draw(st.sampled_from([1, 12, 33, 99])),
        phase=draw(st.sampled_from(PHASES)),
        temple=temple,
        sequence=sequence,
        order=order,
        called=called,
        touched=draw(st.booleans()),
        acting=acting,
        mines=tuple(draw(bags(number)) for number in sorted(numbers)),
        bricks=bricks,
        complete=draw(st.booleans()) and options.amb_09,
        fleets_entered=draw(st.booleans()),
        buildings=draw(_buildings()),
        filler=filler_for(colours) if len(colours) == 1 else None,
        ended=draw(st.none() | st.sampled_from(get_args(EndReason))) if order is None else None,
    )


def _buildings() -> st.SearchStrategy[tuple[tuple[Building, int], ...]]:
    """None, or any of them; hundreds of every kind too."""
    counts = st.dictionaries(st.sampled_from(BUILDINGS), st.integers(1, 99))
    every = st.just(dict.fromkeys(BUILDINGS, 99))
    return (counts | every).map(lambda of: tuple((kind, of[kind]) for kind in BUILDINGS if kind in of))


def _praying(temple: tuple[Colour, ...]) -> st.SearchStrategy[Praying]:
    def asked(at: int) -> Praying:
        return Praying(temple[at], kept=temple[: at // 2], cashed=temple[at // 2 : at])

    return st.integers(0, len(temple) - 1).map(asked)


def _choosing(temple: tuple[Colour, ...]) -> st.SearchStrategy[Choosing]:
    row = temple[::-1]

    def asked(at: int) -> Choosing:
        return Choosing(row[at], tuple(range(at + 1, len(row) + 1)), tuple(enumerate(row[:at], 1)))

    return st.integers(0, len(row) - 2).map(asked)
