"""Playing alone: what a game of one player has of its own (RB-SOLO-01 to RB-SOLO-06)."""

from __future__ import annotations

from collections.abc import Collection

from msgspec.structs import replace

from companion.games import Refused
from companion.games.roads_and_boats.options import Options
from companion.games.roads_and_boats.state import Mine, State
from companion.games.roads_and_boats.words import COLOURS, Colour, Ore

TURNS = 20
"""How many turns a solo game lasts, and so how many neutral bricks it uses (RB-SOLO-03)."""


def filler_for(playing: Collection[Colour]) -> Colour:
    """The colour of the bricks in the first four rows: the first unused one (RB-SOLO-02)."""
    return next(colour for colour in COLOURS if colour not in playing)


def solo_options(options: Options) -> Options:
    """The options of a solo game: of a box's 33 neutral bricks it uses 20, another number is meant so."""
    whole_box = options.neutral == Options().neutral
    return replace(options, neutral=TURNS) if whole_box else options


def ore_of(mine: Mine) -> Ore:
    """What a bag that is not empty gives: what it holds most of, at equality gold (RB-SOLO-04, F-11)."""
    return "gold" if mine.gold >= mine.iron else "iron"


def first_draws(mine: Mine, draws: int) -> tuple[Ore, ...]:
    """What the bag gives in that many draws, of which it holds at least as many counters (RB-SOLO-04)."""
    given: list[Ore] = []
    for _ in range(draws):
        ore = ore_of(mine)
        given.append(ore)
        left = {"gold": mine.gold, "iron": mine.iron}
        left[ore] -= 1
        mine = replace(mine, **left)
    return tuple(given)


def require_ore(state: State, mine: Mine, ore: Ore) -> None:
    """Refuse any ore but the one that a solo mine gives (AMB-23)."""
    if state.solo and ore != ore_of(mine):
        raise Refused("solo-ore", "RB-SOLO-04", number=mine.number, ore=ore_of(mine))
