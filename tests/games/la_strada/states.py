"""States of every kind, extremes included: what a table could ever come to, and somewhat more."""

from __future__ import annotations

from typing import get_args

from hypothesis import strategies as st

from companion.games.la_strada.colonies import initial_colonies
from companion.games.la_strada.options import WORTH, Options
from companion.games.la_strada.state import Colony, Seat, State
from companion.games.la_strada.words import COLOURS, KINDS, Colour, EndReason

NAMES = (
    st.just("")
    | st.text(st.characters(categories=["L", "N"], max_codepoint=0x17F), min_size=12, max_size=12)
    | st.sampled_from(["Maximilianus", "Wolfgang Ama", "Ääkkönen", "Straẞe", "李小龙", "W W W W W W"])
)
STOCK = st.sampled_from([0, 1, 2, 8, 12, 18, 99])


def seats(colour: Colour) -> st.SearchStrategy[Seat]:
    return st.builds(
        Seat, colour=st.just(colour), name=NAMES, resources=st.integers(0, 10), plains=STOCK, forests=STOCK,
        hills=STOCK, merchants=STOCK, stuck=st.booleans(),
    )  # fmt: skip


def options() -> st.SearchStrategy[Options]:
    """The ledger's, with colonies and gold as they may be changed."""
    kinds = st.sampled_from([(4, 5, 5, 5), (1, 1, 1, 1), (0, 0, 0, 7), (19, 19, 1, 1), (0, 19, 0, 19)])
    names = st.dictionaries(st.integers(1, 19).map(str), NAMES.filter(bool), max_size=4)
    gold = st.sampled_from([WORTH, dict.fromkeys(KINDS, (99, 50, 10, 0))])
    switch = st.booleans()
    return st.builds(
        lambda counts, called, worth, amb_03, amb_04: Options(
            kinds=dict(zip(KINDS, counts, strict=True)), names=called, worth=dict(worth), amb_03=amb_03,
            amb_04=amb_04,
        ),
        kinds, names, gold, switch, switch,
    )  # fmt: skip


@st.composite
def states(draw: st.DrawFn) -> State:
    """A state that the rules could have made, or nearly."""
    colours = tuple(draw(st.lists(st.sampled_from(COLOURS), min_size=2, max_size=4, unique=True)))
    chosen = draw(options())
    linked = st.lists(st.sampled_from(colours), unique=True, max_size=len(colours)).map(tuple)
    barren = draw(st.booleans())
    colonies = tuple(
        _held(each, () if barren else draw(linked), two=len(colours) == 2)
        for each in initial_colonies(chosen)
    )
    return State(
        seats=tuple(draw(seats(colour)) for colour in colours),
        options=chosen,
        colonies=colonies,
        turn=draw(st.sampled_from([1, 12, 99])),
        active=draw(st.sampled_from(colours)),
        gained=draw(st.none() | st.integers(0, 6)),
        connected=draw(st.booleans()),
        ended=draw(st.sampled_from([*[None] * 10, *get_args(EndReason)])),
    )


def _held(colony: Colony, linked: tuple[Colour, ...], *, two: bool) -> Colony:
    """The colony as these have linked it: of two players only the first has a merchant there."""
    merchants = linked[:1] if two else linked
    return Colony(colony.number, colony.kind, colony.name, merchants, linked)
