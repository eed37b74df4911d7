"""What the table is reminded of, and when it is left in peace."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.commands import BuildMine, CountWealth, Draw, End
from tests.games.roads_and_boats.playing import Play


def test_mines_are_missed_in_production_only() -> None:
    play = Play()
    play.do(*(BuildMine(each, "red", "standard", late=True) for each in (3, 7)))
    assert play.warned() == {"mines-undrawn": {"mines": [3, 7]}}
    play.do(Draw(3))
    assert play.warned() == {"mines-undrawn": {"mines": [7]}}
    play.to("building")
    play.do(BuildMine(9, "red", "standard"))
    assert play.warned() == {}


@pytest.mark.rule("RB-WON-10")
@pytest.mark.parametrize(("bricks", "count"), [(41, None), (42, 3), (44, 1), (45, None)])
def test_irrigation_is_announced_three_bricks_before(bricks: int, count: int | None) -> None:
    play = Play(neutral=80)
    play.correct(bricks=[None] * bricks, turn=bricks + 1)
    assert play.warned() == ({} if count is None else {"irrigation-near": {"count": count}})
    assert play.view()["wonder"]["irrigated"] is (bricks >= 45)


@pytest.mark.rule("RB-WON-14", "RB-END-02")
@pytest.mark.parametrize(("turn", "count"), [(30, None), (31, 3), (33, 1)])
def test_the_last_turns_are_announced(turn: int, count: int | None) -> None:
    play = Play()
    play.correct(bricks=[None] * (turn - 1), turn=turn)
    assert play.warned() == ({} if count is None else {"game-ends-in": {"count": count}})
    play.to("production")
    assert (play.state.ended, play.state.turn) == (
        ("last-neutral-brick", turn) if count == 1 else (None, turn + 1)
    )


@pytest.mark.rule("RB-WON-14", "RB-WON-12")
@pytest.mark.parametrize(
    ("bricks", "said"),
    [
        (55, {}),
        (56, {"end-mark-near": {"count": 6}}),
        (58, {"end-mark-near": {"count": 4}}),
        (59, {"end-mark-near": {"count": 3}, "game-ends-in": {"count": 3}}),
        (61, {"end-mark-near": {"count": 1}, "game-ends-in": {"count": 1}}),
        (62, {}),
    ],
)
def test_the_end_mark_is_announced_six_bricks_before(bricks: int, said: dict[str, Any]) -> None:
    play = Play(neutral=80)
    play.correct(bricks=[None] * bricks, turn=bricks + 1)
    assert play.warned() == said
    assert play.state.ended == ("wonder-complete" if bricks == 62 else None)


def test_wealth_is_missed_at_the_end_once_somebody_counted() -> None:
    play = Play("red", "blue", "green")
    play.correct(bricks=[None] * 32, turn=33)
    assert play.warned() == {"game-ends-in": {"count": 1}}
    play.do(CountWealth("blue", 1, 1, 1))
    assert play.warned()["wealth-missing"] == {"players": ["red", "green"]}
    play.do(End())
    assert play.warned() == {"wealth-missing": {"players": ["red", "green"]}}
    play.do(CountWealth("red", 0, 0, 0), CountWealth("green", 0, 0, 0))
    assert play.warned() == {}
