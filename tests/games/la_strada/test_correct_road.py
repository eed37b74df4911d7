"""One road put right as a whole: its tiles, its colony and its player's resources, in one step."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.la_strada.correct_road import RoadCorrected
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
    assert play.happened[-1] == RoadCorrected("red", 5, 5, 0, 1, 0, resources=3, merchant=True)
    assert play.resources()["red"] == 3
    assert play.view()["supplies"]["red"] == {"plains": 18, "forests": 7, "hills": 5, "merchants": 11}
    play.correct(road={"colour": "red", "colony": 5, "forests": 2})
    assert play.resources()["red"] == 0
    assert road_of(play.state, "red", 5) == Road("red", 5, 0, 2, 0)


@pytest.mark.rule("LS-MKT-01", "LS-SCORE-04")
def test_tiles_colony_and_resources_are_put_right_together_in_one_entry() -> None:
    play = Play("red", "grey", "black")
    play.link(5, plains=1)
    play.pass_on(2)
    value = {"colour": "red", "colony": 5, "to": 12, "plains": 1, "hills": 1, "resources": 1}
    events = play.do(play.correction("road", value))
    assert events == (RoadCorrected("red", 5, 12, 1, 0, 1, resources=1, merchant=True),)
    assert (play.colony(5).linked, play.colony(12).merchants) == ((), ("red",))
    assert play.view()["supplies"]["red"] == {"plains": 17, "forests": 8, "hills": 4, "merchants": 11}
    assert (play.resources()["red"], play.view()["scores"][0]["total"]) == (1, 3)
    play.correct(road={"colour": "red", "colony": 12, "to": 5})
    assert (play.colony(5).merchants, play.colony(12).linked) == (("red",), ())


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


@pytest.mark.rule("LS-MKT-01")
def test_a_link_that_only_a_correction_told_of_gets_its_tiles_later() -> None:
    play = Play("red", "grey", "black")
    play.correct(colony={"number": 3, "merchants": ["red"]})
    play.correct(road={"colour": "red", "colony": 3, "to": 4})
    assert (play.colony(4).merchants, play.resources()["red"]) == (("red",), 6)
    play.correct(road={"colour": "red", "colony": 4, "plains": 2})
    assert (play.resources()["red"], play.seat("red").plains) == (2, 16)
    play.correct(colony={"number": 4, "merchants": []})
    assert play.state.roads == (), "where no link is, no road is kept"


@pytest.mark.rule("LS-2P-05")
def test_of_two_players_the_second_puts_his_merchant_where_the_firsts_road_did_not_lead() -> None:
    play = Play("grey", "red")
    play.link(1)
    play.pass_on()
    play.link(1)
    assert (play.colony(1).merchants, play.colony(1).linked) == (("red",), ("red", "grey"))
    play.correct(road={"colour": "red", "colony": 1, "to": 2})
    assert (play.colony(1).merchants, play.colony(1).linked) == (("grey",), ("grey",))
    assert play.colony(2).merchants == ("red",)
    assert (play.seat("grey").merchants, play.seat("red").merchants) == (11, 11)
    play.correct(supplies={"red": {"merchants": 0}, "grey": {"merchants": 0}})
    play.correct(road={"colour": "grey", "colony": 1, "to": 2})
    assert (play.colony(1).linked, play.colony(2).linked) == ((), ("red", "grey"))
    assert (play.colony(2).merchants, play.seat("grey").merchants) == (("red",), 1)


@pytest.mark.rule("LS-2P-05", "LS-MKT-05")
def test_of_two_players_a_merchant_that_is_missing_is_said() -> None:
    play = Play("grey", "red")
    play.link(1)
    play.pass_on()
    play.link(1)
    play.correct(supplies={"grey": {"merchants": 0}})
    assert refused(play, colour="red", colony=1, to=2) == ("no-merchant", "LS-MKT-05", {"colour": "grey"})
    assert refused(play, colour="grey", colony=1, to=2) == ("no-merchant", "LS-MKT-05", {"colour": "grey"})


@pytest.mark.rule("LS-END-01", "LS-END-03")
def test_after_the_end_a_road_is_still_put_right_and_the_scores_follow() -> None:
    play = Play("red", "grey", "black", supply={"merchants": 1})
    play.link(1)
    play.pass_on(3)
    assert play.state.ended == "no-merchants"
    play.correct(road={"colour": "red", "colony": 1, "to": 19})
    assert play.view()["ended"]["scores"][0]["total"] == 2


def test_roads_go_with_their_players() -> None:
    play = Play("red", "grey", "black")
    play.link(1)
    play.correct(players=[{"colour": "yellow"}, {"colour": "grey"}, {"colour": "black"}])
    play.correct(road={"colour": "yellow", "colony": 1, "plains": 2})
    assert play.resources()["yellow"] == 2
