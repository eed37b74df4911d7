"""Phases and turns, and what has to be done before going on."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.commands import Advance, BuildMine, Draw
from companion.games.roads_and_boats.events import OreDrawn, PhaseBegun
from companion.games.roads_and_boats.turns import turns_left
from tests.games.roads_and_boats.playing import Play


@pytest.mark.rule("RB-TURN-01", "RB-TURN-02", "RB-TURN-07")
def test_four_phases_make_a_turn() -> None:
    play, phases = Play(), []
    for _ in range(9):
        assert play.state.turn == play.state.bricks.count(None) + 1
        phases.append((play.state.turn, play.state.phase))
        play.do(Advance())
    assert phases == [
        (1, "production"), (1, "movement"), (1, "building"), (1, "wonder"),
        (2, "production"), (2, "movement"), (2, "building"), (2, "wonder"), (3, "production"),
    ]  # fmt: skip


@pytest.mark.rule("RB-MINE-08", "RB-MINE-09")
def test_production_is_not_left_while_mines_owe_their_ore() -> None:
    play, other = Play(), Play()
    for each in (play, other):
        each.do(*(BuildMine(number, "red", "standard", late=True) for number in (3, 7, 9)), Draw(9))
        each.correct(bag={"number": 9, "gold": 0, "iron": 0})
    refused = play.refused(Advance())
    assert (refused.code, refused.rule) == ("mines-undrawn", "RB-MINE-08")
    assert refused.params == {"mines": (3, 7), "count": 2}
    events = play.do(Advance(draw_rest=True))
    assert [event.number for event in events if isinstance(event, OreDrawn)] == [3, 7]
    assert events[-1] == PhaseBegun("movement", 1)
    assert [each.number for each in play.view().gave] == [3, 7, 9]
    other.do(Draw(7), Draw(3), Advance())
    assert play.state == other.state, "it gives what drawing before would have given"
    play.to("production")
    assert play.view().fields["mines"][2] == {"number": 9, "gold": 0, "iron": 0, "drawn": "nothing"}
    play.do(Draw(3), Draw(7), Advance())


@pytest.mark.rule("RB-WON-14")
@pytest.mark.parametrize(
    "options",
    [{}, {"neutral": 3}, {"neutral": 80, "marks": {"2": 9}}, {"amb_09": True, "marks": {"2": 5}}],
    ids=["as printed", "few neutral bricks", "a near mark", "the phase is finished"],
)
def test_the_turns_that_are_forecast_are_those_that_are_played_where_no_player_buys(
    options: dict[str, Any],
) -> None:
    play = Play(**options)
    said: list[int] = []
    while not play.state.ended:
        said.append(turns_left(play.state))
        play.to("production")
    assert said == list(range(len(said), 0, -1))
