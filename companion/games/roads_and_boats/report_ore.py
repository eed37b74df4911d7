"""How lucky the draws were: what a mine has given against every way in which its bag could have been drawn.

Nothing here is an estimate. A bag of so many counters gives each equally likely (RB-MINE-08), so the ways in
which so much gold could have come are counted, as whole numbers: within one filling they are those of the
hypergeometric distribution. Mines are drawn independently.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

import msgspec

from companion.games.results import Feat
from companion.games.roads_and_boats.state import Drawn, Filled, Mine, Recounted, State
from companion.games.roads_and_boats.words import Colour


class DrawOdds(msgspec.Struct, frozen=True):
    """What some draws have given. draws: that were to be judged. gold: of them. weights: in how many ways 0,
    1, 2 and so on of them could have been gold."""

    draws: int
    gold: int
    weights: tuple[int, ...]

    @property
    def all(self) -> int:
        """How many ways there were."""
        return sum(self.weights)

    @property
    def expected(self) -> Fraction:
        """How much gold was to be expected."""
        return Fraction(sum(gold * ways for gold, ways in enumerate(self.weights)), self.all)

    @property
    def more(self) -> bool:
        """Whether there was more gold than expected, or just as much."""
        return self.gold >= self.expected

    @property
    def chance(self) -> Fraction:
        """How likely it was to have as much gold or more, where there was more than expected; else as much or
        less."""
        ways = self.weights[self.gold :] if self.more else self.weights[: self.gold + 1]
        return Fraction(sum(ways), self.all)


def combined_odds(every: Iterable[DrawOdds]) -> DrawOdds:
    """What independent draws come to together."""
    draws, gold, weights = 0, 0, [1]
    for each in every:
        draws, gold, weights = draws + each.draws, gold + each.gold, _convolve(weights, each.weights)
    return DrawOdds(draws, gold, tuple(weights))


def odds_of_mine(mine: Mine) -> DrawOdds:
    """What a mine has given. Where its bag was counted anew, what it then held is known, and a new reckoning
    begins. A draw that the bag could not have given as it was entered is not judged (RB-MINE-08, RB-MINE-12).
    """
    parts = [_Bag(0, 0)]
    for each in mine.past:
        bag = parts[-1]
        match each:
            case Filled():
                bag.gold, bag.iron = bag.gold + each.gold, bag.iron + each.iron
                bag.put += each.gold
            case Recounted():
                parts.append(_Bag(bag.gold + each.gold, bag.iron + each.iron))
            case Drawn() if (bag.gold if each.ore == "gold" else bag.iron) > 0:
                bag.draw(each.ore == "gold")
            case Drawn():
                left = (bag.gold - 1, bag.iron) if each.ore == "gold" else (bag.gold, bag.iron - 1)
                parts.append(_Bag(max(0, left[0]), max(0, left[1])))
    return combined_odds(DrawOdds(each.draws, each.drawn, tuple(each.weights)) for each in parts)


def builder(mine: Mine) -> Colour | None:
    """The builder of a mine, by its first filling; None where unknown."""
    return next((each.colour for each in mine.past if isinstance(each, Filled)), None)


MIN_DRAWS = 6
"""With fewer draws no player is called lucky: three of three are gold too often."""


def ore_feats(state: State) -> tuple[Feat, ...]:
    """How much gold the table drew, and how lucky each was with the mines that he built, all his draws taken
    together. Alone, mines are not random (RB-SOLO-01).
    """
    by_builder: dict[str, list[DrawOdds]] = {}
    for mine in () if state.solo else state.mines:
        if (who := builder(mine)) is not None:
            by_builder.setdefault(who, []).append(odds_of_mine(mine))
    drawn = sum(each.gold for every in by_builder.values() for each in every)
    found = [Feat("gold-drawn", drawn)] if drawn else []
    for colour, every in by_builder.items():
        ways = combined_odds(every)
        if ways.draws >= MIN_DRAWS and ways.gold > ways.expected:
            found.append(Feat("luck", ways.gold, colour, ways.draws, ways.chance))
    return tuple(found)


class _Bag:
    """A bag while it is drawn from. put: all the gold that was ever in it. weights: in how many ways so much
    gold could have been drawn so far."""

    def __init__(self, gold: int, iron: int) -> None:
        self.gold, self.iron, self.put = gold, iron, gold
        self.draws = self.drawn = 0
        self.weights = [1]

    def draw(self, gold: bool) -> None:
        """Take a counter out."""
        whole = self.gold + self.iron
        after = [0] * (len(self.weights) + 1)
        for drawn, ways in enumerate(self.weights):
            left = self.put - drawn
            if left > 0:
                after[drawn + 1] += ways * left
            if whole > left:
                after[drawn] += ways * (whole - left)
        self.weights = after
        self.draws, self.drawn = self.draws + 1, self.drawn + gold
        self.gold, self.iron = self.gold - gold, self.iron - (not gold)


def _convolve(one: Iterable[int], other: Iterable[int]) -> list[int]:
    one, other = list(one), list(other)
    found = [0] * (len(one) + len(other) - 1)
    for place, ways in enumerate(one):
        for more, others in enumerate(other, place):
            found[more] += ways * others
    return found
