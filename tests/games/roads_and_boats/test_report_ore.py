"""How likely it was that mines gave what they gave: by hand, and against every way of drawing it."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations

import pytest

from companion.games.report import chance, decimal
from companion.games.roads_and_boats.report_ore import DrawOdds, combined_odds, odds_of_mine
from companion.games.roads_and_boats.state import Drawn, Filled, Mine, Recounted
from companion.language.text import text

FIRST = Filled(1, "red", "standard", 3, 3)
GOLD, IRON = Drawn(2, "gold"), Drawn(2, "iron")


def mine(*past: Filled | Drawn | Recounted) -> Mine:
    return Mine(1, 0, 0, past=past)


@pytest.mark.rule("RB-MINE-08", "RB-MINE-12")
@pytest.mark.parametrize(
    ("past", "likely", "expected"),
    [
        ((GOLD,), Fraction(1, 2), Fraction(1, 2)),
        ((GOLD, GOLD), Fraction(1, 5), Fraction(1)),  # 3/6 of 2/5
        ((GOLD, GOLD, GOLD), Fraction(1, 20), Fraction(3, 2)),  # 3/6 of 2/5 of 1/4
        ((GOLD, IRON), Fraction(4, 5), Fraction(1)),  # all but two irons: 1 - 3/6 of 2/5
        ((IRON, IRON, GOLD), Fraction(1, 2), Fraction(3, 2)),  # one gold or less is as likely as more
        ((IRON, IRON, IRON), Fraction(1, 20), Fraction(3, 2)),
        # A shaft of 4 gold between two draws: 3/6 then 6/9, and iron first leaves 7 gold of 9
        ((GOLD, Filled(2, "red", "gold", 4, 0), GOLD), Fraction(1, 3), Fraction(1, 2) + Fraction(13, 18)),
        # Counted with 2 gold and 1 iron after the first gold, not 2 and 3: 1/2 and then 2/3
        ((GOLD, Recounted(3, 0, -2), GOLD), Fraction(1, 3), Fraction(1, 2) + Fraction(2, 3)),
    ],
)
def test_what_a_mine_gave_is_as_likely_as_one_reckons_by_hand(
    past: tuple[Filled | Drawn | Recounted, ...], likely: Fraction, expected: Fraction
) -> None:
    ways = odds_of_mine(mine(FIRST, *past))
    assert (ways.chance, ways.expected) == (likely, expected)
    assert (ways.draws, ways.gold) == (sum(isinstance(each, Drawn) for each in past), past.count(GOLD))


def test_what_the_bag_could_not_have_given_as_it_was_entered_is_not_judged() -> None:
    none = DrawOdds(0, 0, (1,))
    assert odds_of_mine(mine(Filled(1, "red", "standard", 0, 2), GOLD)) == none
    assert odds_of_mine(mine(Filled(1, "red", "standard", 2, 0), IRON)) == none
    assert odds_of_mine(mine(FIRST)) == none == combined_odds([])


def test_mines_are_independent_of_each_other() -> None:
    both = combined_odds([odds_of_mine(mine(FIRST, GOLD, GOLD)), odds_of_mine(mine(FIRST, GOLD))])
    assert (both.draws, both.gold) == (3, 3)
    assert (both.chance, both.expected) == (Fraction(1, 10), Fraction(3, 2))


def test_it_counts_every_way_in_which_a_bag_with_a_shaft_could_have_been_drawn() -> None:
    """Six counters, two of them drawn; four more put in, and three drawn of the eight."""
    old, new = ["gold"] * 3 + ["iron"] * 3, ["gold"] * 1 + ["iron"] * 3
    golds = [0] * 6
    for first in permutations(range(6), 2):
        left = [ore for at, ore in enumerate(old) if at not in first] + new
        for then in permutations(range(8), 3):
            golds[[*(old[at] for at in first), *(left[at] for at in then)].count("gold")] += 1
    ways = odds_of_mine(mine(FIRST, GOLD, IRON, Filled(2, "red", "standard", 1, 3), GOLD, IRON, IRON))
    assert list(ways.weights) == golds


@pytest.mark.parametrize(
    ("value", "told"),
    [
        (Fraction(1), text("report.percent", n=100)),
        (Fraction(999, 1000), text("report.percent", n=99)),
        (Fraction(1, 8), text("report.percent", n=13)),
        (Fraction(1, 100), text("report.percent", n=1)),
        (Fraction(1, 400), text("report.one-in", n=400)),
    ],
)
def test_a_chance_is_formatted_in_percent_and_a_small_one_as_one_in_so_many(
    value: Fraction, told: object
) -> None:
    assert chance(value) == told


@pytest.mark.parametrize(("value", "whole", "tenth"), [(Fraction(13, 2), 6, 5), (Fraction(199, 100), 2, 0)])
def test_what_was_expected_is_formatted_with_one_decimal(value: Fraction, whole: int, tenth: int) -> None:
    assert decimal(value) == text("report.decimal", whole=whole, tenth=tenth)
