"""Points and places of Roads & Boats for programs that keep scores."""

from __future__ import annotations

from collections.abc import Iterator

from companion.games.results import Feat, Place, Result
from companion.games.roads_and_boats import order, report_ore, scoring
from companion.games.roads_and_boats.report_ore import Ways
from companion.games.roads_and_boats.state import State, colours
from companion.games.roads_and_boats.words import Colour

BGG = 875
"""The game's number at BoardGameGeek."""
FEWEST = 6
"""With fewer draws nobody is called lucky: three of three are gold too often."""


def turn(state: State) -> int:
    """The turn's number."""
    return state.turn


def seats(state: State) -> tuple[Colour, ...]:
    """Everybody who has played, by colour."""
    return colours(state)


def begins(state: State) -> bool:
    """Whether the game still stands at its start, so that its first sequence may yet be set right."""
    return order.nobody_acted(state)


def result(state: State, begun: State) -> Result:
    """Everybody's points; the ranks once the game has ended and nothing is still to be counted (RB-SCORE-06).

    Alone, who has played has won.
    """
    end = scoring.decided(state)
    places = tuple(
        Place(
            each.colour,
            each.total,
            each.rank if end else 0,
            won=end is not None and each.colour == end.winner,
            left=each.left,
            details={"wonder": each.wonder, "gold": each.gold, "coins": each.coins, "stock": each.stock},
        )
        for each in scoring.scores(state)
    )
    return Result(places, BGG, begun.sequence[0])


def feats(state: State) -> Iterator[Feat]:
    """How much gold the table drew, and how lucky each was with the mines that he built, all his draws taken
    together. Alone, mines are not random (RB-SOLO-01).
    """
    by_builder: dict[str, list[Ways]] = {}
    for mine in state.mines:
        if (builder := report_ore.builder(mine)) is not None:
            by_builder.setdefault(builder, []).append(report_ore.of_mine(mine))
    drawn = sum(each.gold for every in by_builder.values() for each in every)
    if drawn and not state.solo:
        yield Feat("gold-drawn", drawn)
    for colour, every in by_builder.items():
        ways = report_ore.together(every)
        if ways.draws >= FEWEST and ways.gold > ways.expected and not state.solo:
            yield Feat("luck", ways.gold, colour, ways.draws, ways.chance)
