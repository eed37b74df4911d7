"""The end of the game after a correction: worked out again, and taken back where it was none."""

from __future__ import annotations

import pytest

from companion.games.la_strada.events import (
    Corrected,
    GameReopened,
    IncomePaid,
)
from companion.games.la_strada.words import EndReason
from tests.games.la_strada.playing import Play


def ended(play: Play) -> EndReason | None:
    return play.state.ended


@pytest.mark.rule("LS-END-02")
def test_a_player_not_blocked_after_all_goes_on() -> None:
    play = Play("red", "grey", "black")
    play.give_up()
    play.correct(stuck={"red": False})
    corrected = Corrected("stuck", {"red": False}, {"red": True})
    assert play.happened[-3:] == [corrected, GameReopened(), IncomePaid("red", 6, 0)]
    play.correct(stuck={"grey": True})
    assert ended(play) is None
    play.pass_on()
    assert (ended(play), play.active) == ("cannot-connect", "grey")
