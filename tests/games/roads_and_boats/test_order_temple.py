"""The temple row (F-01, F-02) and the first sequence (F-03)."""

from __future__ import annotations

from itertools import chain, combinations

import pytest

from companion.games.roads_and_boats import order
from companion.games.roads_and_boats.words import COLOURS, Colour
from tests.games.roads_and_boats.playing import Play

LETTERS: dict[str, Colour] = dict(zip("ABCDEF", COLOURS, strict=True))


def row(letters: str) -> tuple[Colour, ...]:
    return tuple(LETTERS[letter] for letter in letters.replace(" ", ""))


@pytest.mark.rule(
    "RB-CONF-04", "RB-CONF-06",
    "TV-RB-TEMPLE-01", "TV-RB-TEMPLE-03", "TV-RB-TEMPLE-04", "TV-RB-TEMPLE-05", "TV-RB-TEMPLE-07",
    "TV-RB-TEMPLE-08", "TV-RB-TEMPLE-09", "TV-RB-TEMPLE-11", "TV-RB-TEMPLE-12", "TV-RB-TEMPLE-13",
    "TV-RB-TEMPLE-15",
)  # fmt: skip
@pytest.mark.parametrize(
    ("old", "cash", "new", "choosing"),
    [
        ("A B C", "", "A B C", "C B A"),
        ("A B C", "C", "A B C", "C B A"),
        ("A B C", "A B", "C B A", "A B C"),
        ("A B C", "A C", "B C A", "A C B"),
        ("A B C", "A B C", "C B A", "A B C"),
        ("A B", "A", "B A", "A B"),
        ("A B", "A B", "B A", "A B"),
        ("A B C D", "A C", "B D C A", "A C D B"),
        ("A B C D", "B C", "A D C B", "B C D A"),
        ("A B C D", "A B C", "D C B A", "A B C D"),
        ("A B C D E F", "A C E", "B D F E C A", "A C E F D B"),
    ],
)
def test_keepers_stay_in_order_and_cashers_stand_behind_them_in_reverse(
    old: str, cash: str, new: str, choosing: str
) -> None:
    settled = order.row_after_praying(row(old), row(cash))
    assert settled == row(new)
    assert order.choosing_order(settled) == row(choosing)


@pytest.mark.rule("RB-CONF-04", "RB-CONF-05")
def test_whatever_the_last_in_the_row_answers_it_stands_as_before() -> None:
    for cash in chain.from_iterable(combinations(COLOURS, cashers) for cashers in range(7)):
        settled = order.row_after_praying(COLOURS, cash)
        assert sorted(settled) == sorted(COLOURS)
        assert settled == order.row_after_praying(COLOURS, set(cash) ^ {COLOURS[-1]})


@pytest.mark.rule("RB-SETUP-12", "RB-SETUP-13", "TV-RB-SEQ-01", "TV-RB-SEQ-02")
def test_position_1_starts_with_the_player_farthest_from_the_temple_or_as_drawn_by_house_rule() -> None:
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"])
    assert play.state.temple == ("red", "blue", "yellow")
    assert play.state.sequence == order.choose_start_tiles(play.state) == ("yellow", "blue", "red")
    play = Play("red", "blue", "yellow", temple=["red", "blue", "yellow"], amb_01=True)
    assert play.state.temple == play.state.sequence == ("red", "blue", "yellow")
