"""The wonder as the printed rules count it: what bricks cost, and what a row of them gives."""

from __future__ import annotations

PRICES = [
    (0, [1, 2, 3]),
    (0, [1]),
    (0, [1, 2]),
    (0, [1, 2, 3, 4]),
    (0, [1, 2, 3, 4, 5]),
    (12, [1, 2, 3, 4, 5]),
    (13, [1, 2, 3, 4, 6]),
    (15, [1, 2, 4]),
    (16, [1, 3]),
    (17, [2, 3, 4]),
]
"""Bricks that lie already, and the price of each that one player buys in a turn (RB-WON-05)."""

ROW_POINTS = {
    0: [10, 10, 10, 10, 10, 10, 10],
    1: [5, 6, 7, 8, 8, 8],
    2: [3, 5, 6, 6, 7],
    3: [2, 4, 5, 5],
    4: [2, 3, 4],
    5: [1, 2],
    6: [1],
}
"""By the others' bricks in a row: the points for 1, 2, ... own ones (RB-SCORE-03)."""
