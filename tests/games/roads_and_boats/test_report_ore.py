"""How likely it was that mines gave what they gave: by hand, and against every way of drawing it."""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from math import comb

import pytest

from companion.games.report import chance, decimal
from companion.games.roads_and_boats.report_ore import DrawOdds, combined_odds, odds_of_mine
from companion.games.roads_and_boats.state import Drawn, Filled, Mine, Recounted
from companion.games.roads_and_boats.words import Ore
from companion.language.text import text

FIRST = Filled(1, "red", "standard", 3, 3)
GOLD, IRON = Drawn(2, "gold"), Drawn(2, "iron")


def mine(*past: Filled | Drawn | Recounted) -> Mine:
    return Mine(1, 0, 0, past=past)


@pytest.mark.rule("RB-MINE-08")
@pytest.mark.parametrize(
    ("ores", "likely"),
    [
        ((GOLD,), Fraction(1, 2)),
        ((GOLD, GOLD), Fraction(1, 5)),  # 3/6 of 2/5
        ((GOLD, GOLD, GOLD), Fraction(1, 20)),  # 3/6 of 2/5 of 1/4
        ((GOLD, IRON), Fraction(4, 5)),  # all but two irons: 1 - 3/6 of 2/5
        ((IRON, IRON, GOLD), Fraction(1, 2)),  # one gold or less of three is as likely as two or more
        ((IRON, IRON, IRON), Fraction(1, 20)),
    ],
)
def test_what_a_first_filling_gave_is_as_likely_as_one_reckons_by_hand(
    ores: tuple[Drawn, ...], likely: Fraction
) -> None:
    ways = odds_of_mine(mine(FIRST, *ores))
    assert ways.chance == likely
    assert ways.expected == Fraction(len(ores), 2)
    assert (ways.draws, ways.gold) == (len(ores), ores.count(GOLD))


def test_of_one_filling_it_is_the_hypergeometric_distribution() -> None:
    ways = odds_of_mine(mine(Filled(1, "red", "big", 5, 5), *[GOLD] * 3, *[IRON] * 4))
    told = [Fraction(each, ways.all) for each in ways.weights]
    assert told == [Fraction(comb(5, gold) * comb(5, 7 - gold), comb(10, 7)) for gold in range(8)]


@pytest.mark.rule("RB-MINE-12")
def test_a_shaft_between_two_draws_counts_from_the_second_on() -> None:
    """Gold, a shaft of 4 gold, gold: 3/6 then 6/9. Iron first leaves 7 gold of 9. At least two golds: 1/3;
    expected are 1/2 and then 6/9 or 7/9 alike, which is 13/18."""
    ways = odds_of_mine(mine(FIRST, GOLD, Filled(2, "red", "gold", 4, 0), GOLD))
    assert ways.chance == Fraction(1, 3)
    assert ways.expected == Fraction(1, 2) + Fraction(13, 18)


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


def test_mines_are_independent_of_each_other() -> None:
    one, other = odds_of_mine(mine(FIRST, GOLD, GOLD)), odds_of_mine(mine(FIRST, GOLD))
    both = combined_odds([one, other])
    assert (both.draws, both.gold) == (3, 3)
    assert both.chance == one.chance * other.chance == Fraction(1, 10)
    assert both.expected == Fraction(3, 2)
    by_cases: list[Fraction] = [Fraction(0)] * 4
    for (gold, ways), (more, others) in product(enumerate(one.weights), enumerate(other.weights)):
        by_cases[gold + more] += Fraction(ways * others, one.all * other.all)
    assert [Fraction(each, both.all) for each in both.weights] == by_cases


def test_a_bag_that_was_counted_anew_is_reckoned_anew_from_there() -> None:
    """Counted with 2 gold and 1 iron after the first gold, not 2 and 3: the next gold had two chances of
    three, and both together 1/2 of 2/3."""
    ways = odds_of_mine(mine(FIRST, GOLD, Recounted(3, 0, -2), GOLD))
    assert ways.expected == Fraction(1, 2) + Fraction(2, 3)
    assert ways.chance == Fraction(1, 3)


@pytest.mark.parametrize("ore", ["gold", "iron"])
def test_what_the_bag_could_not_have_given_as_it_was_entered_is_not_judged(ore: Ore) -> None:
    gold, iron = (0, 2) if ore == "gold" else (2, 0)
    ways = odds_of_mine(mine(Filled(1, "red", "standard", gold, iron), Drawn(2, ore)))
    assert ways == DrawOdds(0, 0, (1,))


def test_a_mine_that_gave_nothing_had_only_one_way() -> None:
    assert odds_of_mine(mine(FIRST)) == DrawOdds(0, 0, (1,)) == combined_odds([])


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
