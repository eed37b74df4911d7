"""What the snapshot says of a game."""

from __future__ import annotations

import pytest

from companion.games.la_strada.commands import End
from tests.games.la_strada.playing import Play


@pytest.mark.rule("LS-SETUP-02", "LS-SETUP-04", "LS-SETUP-08")
def test_the_snapshot_of_a_game_in_progress() -> None:
    play = Play("grey", "red", names={"2": "Pisa"}, kinds={"city": 1, "town": 1, "village": 0, "hamlet": 0})
    play.link(2, plains=0, forests=1)
    view = play.view()
    assert view["options"]["worth"]["hamlet"] == [2, 1, 0, 0]
    del view["options"]
    untouched = {"plains": 18, "forests": 8, "hills": 5, "merchants": 12}
    scores = [
        {"colour": "red", "total": 4, "resources": 3, "rank": 1},
        {"colour": "grey", "total": 0, "resources": 0, "rank": 2},
    ]
    assert view == {
        "players": [{"colour": "grey", "name": ""}, {"colour": "red", "name": ""}],
        "left": [],
        "turn": 1,
        "first": "red",
        "active": "red",
        "connected": True,
        "resources": {"grey": 0, "red": 3},
        "supplies": {"grey": untouched, "red": {**untouched, "forests": 7, "merchants": 11}},
        "stuck": [],
        "colonies": [
            {"number": 1, "kind": "city", "name": "", "merchants": [], "linked": []},
            {"number": 2, "kind": "town", "name": "Pisa", "merchants": ["red"], "linked": ["red"]},
        ],
        "scores": scores,
        "rounds_left": {"about": 1, "by": "colonies", "colour": None},
        "ended": None,
    }
    play.do(End())
    assert play.view()["ended"] == {"reason": "called", "scores": scores}
    assert play.view()["active"] == "red"
