"""Plays every recorded game anew.

    .venv/bin/python -m tests.games.record_all

Only after a change of the rules that was looked at: the recordings are what must not change.
"""

from __future__ import annotations

from functools import partial

from tests.games.la_strada import simulated_players as roads
from tests.games.la_strada.simulated_players import Strada
from tests.games.record import FOLDER, write_down
from tests.games.roads_and_boats.simulated_players import (
    Alone,
    Boats,
    Builders,
    ByHand,
    Latecomers,
    Waiting,
    called_off,
    coming_and_going,
    to_a_tie,
    to_the_end,
)


def boats() -> None:
    """Record every game of Roads & Boats."""
    two, four = ["red", "blue"], ["red", "yellow", "green", "blue"]
    busy = partial(Boats, buys=0.55, calls=0.2)
    write_down("two players: the wonder is completed", 2, two, busy, to_the_end)
    idle = partial(Boats, buys=0.0, calls=0.05)
    write_down("nobody builds: the last neutral brick", 33, two, idle, to_the_end)
    calm = partial(Boats, buys=0.2, calls=0.3)
    write_down("called off: the group ends early", 9, four[:3], calm, called_off)
    builders = partial(Builders, buys=0.35, calls=0.3)
    write_down("whole rulebook: all that four can do", 25, four, builders, to_a_tie)
    going = partial(Boats, buys=0.35, calls=0.3)
    write_down("coming and going: one leaves, another joins", 6, four[:2] + four[3:], going, coming_and_going)
    late = partial(Latecomers, buys=0.5, calls=0.5)
    write_down("entered late: everything after its phase", 13, four[:3], late, to_the_end)
    hands = partial(ByHand, buys=0.45, calls=0.3)
    by_hand = "drawn by hand: the group draws from the real bags"
    write_down(by_hand, 23, four[:3], hands, to_the_end, amb_23=True)
    waiting = partial(Waiting, buys=0.2, calls=0.15)
    write_down("all ready: most wait for the others", 6, four[:3], waiting, called_off)
    write_down("alone: twenty turns", 20, ["green"], partial(Alone, buys=0.4, calls=0.0), to_the_end)


def strada() -> None:
    """Record every game of La Strada."""
    two, four = ["grey", "red"], ["yellow", "black", "red", "grey"]
    brisk, calm = partial(Strada, spends=0.85), partial(Strada, spends=0.6)
    write_down("strada two players: the last free colony", 2, two, brisk, roads.to_the_end)
    write_down("strada both blocked: two players, one after the other", 5, two, brisk, roads.both_blocked)
    write_down("strada four players: somebody runs out of merchants", 4, four, brisk, roads.to_the_end)
    long = partial(Strada, spends=0.0, long=True)
    write_down("strada long roads: somebody runs out of tiles", 3, four[:3], long, roads.to_the_end)
    write_down("strada blocked: somebody can link nothing more", 7, four[:3], calm, roads.blocked)
    write_down(
        "strada coming and going: one leaves, another joins", 6, four[:3], calm, roads.coming_and_going
    )
    write_down("strada called off: the group ends early", 9, four[1:], calm, roads.called_off)


def main() -> None:
    """Record every game anew."""
    FOLDER.mkdir(exist_ok=True)
    boats()
    strada()


if __name__ == "__main__":
    main()
