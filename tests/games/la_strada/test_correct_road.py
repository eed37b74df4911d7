"""One road put right as a whole: its tiles, its colony and its player's resources, in one step."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.la_strada.roads import road_of
from companion.games.la_strada.state import Road
from tests.games.la_strada.playing import Play


def refused(play: Play, **value: Any) -> tuple[str, str | None, dict[str, Any]]:
    no = play.refused(play.correction("road", value))
    return no.code, no.rule, no.params


@pytest.mark.rule("LS-BUILD-01", "LS-BUILD-11")
def test_two_plains_were_one_forest_and_tiles_and_resources_follow() -> None:
    play = Play("red", "grey", "black")
    play.link(5, plains=2)
    play.correct(road={"colour": "red", "colony": 5, "plains": 0, "forests": 1})
    assert play.resources()["red"] == 3
    assert play.view().fields["supplies"]["red"] == {"plains": 18, "forests": 7, "hills": 5, "merchants": 11}
    play.correct(road={"colour": "red", "colony": 5, "forests": 2})
    assert play.resources()["red"] == 0
    assert road_of(play.state, "red", 5) == Road("red", 5, 0, 2, 0)


@pytest.mark.rule("LS-TURN-04", "LS-TURN-03", "LS-BUILD-06", "LS-BUILD-11", "LS-BUILD-08")
def test_a_road_that_could_not_be_is_refused_with_what_to_do() -> None:
    play = Play("red", "grey", "black", supply={"plains": 4})
    play.link(5, 6)
    road = {"colour": "red", "colony": 5}
    assert refused(play, **road, plains=0) == ("road-needs-a-tile", "LS-BUILD-06", {})
    assert refused(play, **road, hills=3) == (
        "road-unpaid", "LS-TURN-04", {"colour": "red", "cost": 14, "resources": 4},
    )  # fmt: skip
    way_round = play.correction("road", {**road, "hills": 3, "resources": 0})
    assert play.game.decide(play.state, way_round, play.dice), "what is left goes in as well"
    assert refused(play, **road, plains=4) == (
        "tiles-short", "LS-BUILD-11", {"colour": "red", "terrain": "plains", "left": 3},
    )  # fmt: skip
    assert refused(play, **road, to=6)[:2] == ("already-linked", "LS-BUILD-08")
    assert refused(play, **road, to=20)[:2] == ("no-such-colony", "LS-SETUP-02")
    assert refused(play, colour="red", colony=7) == (
        "no-such-road", "LS-BUILD-06", {"colour": "red", "number": 7},
    )  # fmt: skip
    assert refused(play, colour="yellow", colony=5)[:2] == ("not-playing", "LS-SETUP-03")
    play.correct(resources={"red": 10})
    play.correct(road={**road, "plains": 1, "resources": 10})
    play.correct(road={"colour": "red", "colony": 6, "plains": 1})
    assert play.resources()["red"] == 10, "there is no room for more"


@pytest.mark.rule("LS-TURN-04", "LS-BUILD-11")
def test_a_road_goes_along_with_a_link_that_was_entered_for_another_colony_and_is_paid_once() -> None:
    play = Play("grey", "red", "black")
    play.link(1, 3)
    paid, left = play.resources()["grey"], play.view().fields["supplies"]["grey"]
    play.correct(colony={"number": 1, "merchants": []})
    assert road_of(play.state, "grey", 1) == Road("grey", 1)
    play.correct(colony={"number": 2, "merchants": ["grey"]})
    play.correct(road={"colour": "grey", "colony": 2, "plains": 1})
    assert (play.resources()["grey"], play.view().fields["supplies"]["grey"]) == (paid, left)
    assert road_of(play.state, "grey", 2) == Road("grey", 2, plains=1)
