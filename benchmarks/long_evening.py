"""The longest evening of Roads & Boats: six players, 33 turns, an order of play in most phases."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Any

COLOURS = ("red", "yellow", "green", "blue", "purple", "black")
TURNS = 33
START: dict[str, Any] = {
    "type": "start",
    "system": "roads-and-boats",
    "players": [{"colour": each, "name": f"Player {each[:4]}"} for each in COLOURS],
    "options": {"more_players": True, "phase_card": False},
}
_BRICKS = 48
"""As many as leave the wonder open until the last neutral brick."""
_MINES = 12


def commands(game: Callable[[], Mapping[str, Any]], seed: int = 33) -> Iterator[dict[str, Any]]:
    """What is done, one after another. game: the snapshot's, once the one before was done."""
    chance = random.Random(seed)
    yield START
    bought = built = 0
    while game()["ended"] is None:
        phase = game()["phase"]
        if phase == "production" and any(each["drawn"] is None for each in game()["mines"]):
            yield {"type": "draw-all"}
        if chance.random() < 0.7:
            yield {"type": "call-for-order", "colour": chance.choice(COLOURS)}
            yield from _settled(game, chance)
        if phase == "building" and built < _MINES:
            built += 1
            yield {
                "type": "build-mine", "colour": game()["acting"] or chance.choice(COLOURS),
                "number": built, "mixture": "standard",
            }  # fmt: skip
        if phase == "wonder":
            count = min(chance.choice((0, 1, 1, 2, 3)), _BRICKS - bought)
            who = game()["acting"] or chance.choice(COLOURS)
            if count:
                bought += count
                yield {"type": "buy-brick", "colour": who, "count": count}
        yield {"type": "advance", "draw_rest": True}
    for colour in COLOURS:
        yield {"type": "count-wealth", "colour": colour, "gold": chance.randrange(9), "coins": 1, "stock": 1}


def _settled(game: Callable[[], Mapping[str, Any]], chance: random.Random) -> Iterator[dict[str, Any]]:
    """Everybody prays or cashes in, and takes a place."""
    while (order := game()["order"]) is not None:
        if order["step"] == "praying":
            yield {"type": "pray", "colour": order["asks"], "keep": chance.random() < 0.6}
        else:
            yield {
                "type": "take-position", "colour": order["asks"], "position": chance.choice(order["free"]),
            }  # fmt: skip
