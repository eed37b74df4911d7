"""What may be upgraded right after a research, and how long the table is told."""

from __future__ import annotations

from typing import Any

import pytest

from companion.games.roads_and_boats.commands import Advance, Build, ChangeFleet, Research
from companion.games.roads_and_boats.words import Building, Subject
from tests.games.roads_and_boats.aid_queries import ask
from tests.games.roads_and_boats.playing import Play


def notices(play: Play) -> list[dict[str, Any]]:
    return [dict(each.params) for each in play.view().warnings if each.code == "upgrade-now"]


@pytest.mark.rule("RB-UPG-07")
@pytest.mark.parametrize(
    ("subject", "older"),
    [
        ("truck", ["wagon-factory"]),
        ("rowboat", ["raft-factory"]),
        ("steamer", ["raft-factory", "rowboat-factory"]),
    ],
)
def test_after_a_research_the_older_factories_of_the_same_medium_may_be_upgraded(
    subject: Subject, older: list[str]
) -> None:
    play = Play()
    play.do(Research("red", subject))
    assert notices(play) == [{"colour": "red", "subject": subject, "from": older, "capacity": "once"}]


def test_a_research_that_was_corrected_away_and_made_again_is_reported_once() -> None:
    play = Play()
    play.do(Research("red", "truck"))
    play.correct(research={"red": []})
    play.do(Research("red", "truck"))
    assert [each["subject"] for each in notices(play)] == ["truck"]


@pytest.mark.parametrize("subject", ["oil-rig", "specialised-mine", "big-mine", "new-shaft"])
def test_nothing_else_can_be_upgraded(subject: Subject) -> None:
    play = Play()
    play.do(Research("red", subject))
    assert notices(play) == []


def test_each_players_notice_stands_until_the_phase_ends() -> None:
    play = Play()
    play.do(Research("red", "truck"), ChangeFleet("red", "wagon", 1), Research("yellow", "steamer"))
    assert [(each["colour"], each["subject"]) for each in notices(play)] == [
        ("red", "truck"),
        ("yellow", "steamer"),
    ]
    play.do(Advance())
    assert notices(play) == []
    play.to("production")
    assert notices(play) == []


@pytest.mark.rule("RB-UPG-02")
def test_a_research_that_was_forgotten_comes_too_late_to_upgrade() -> None:
    play = Play()
    play.do(Advance(), Research("red", "truck", late=True))
    assert notices(play) == []
    play.correct(phase="production")
    assert notices(play) == []


@pytest.mark.rule("RB-UPG-01", "RB-UPG-02")
def test_a_research_that_was_set_right_in_its_phase_upgrades_as_one_entered_rightly() -> None:
    play = Play()
    play.do(Research("yellow", "rowboat"))
    play.correct(research={"yellow": ["truck"]})
    assert [(each["colour"], each["subject"]) for each in notices(play)] == [("yellow", "truck")]
    play.do(Build("truck-factory", 1))
    play.do(Advance())
    assert notices(play) == []
    assert play.refusal(Build("truck-factory", 1)) == ("not-in-phase", "RB-BUILD-01")


@pytest.mark.rule("RB-UPG-02")
def test_a_correction_opens_no_upgrade_for_what_was_known_or_for_a_phase_that_is_over() -> None:
    play = Play()
    play.know("red", "truck")
    play.to("production")
    play.correct(research={"red": []})
    play.correct(research={"red": ["truck"]})
    assert notices(play) == [], "known since an earlier turn"
    play.do(Advance())
    play.correct(research={"red": ["truck", "steamer"]})
    play.correct(phase="production")
    assert notices(play) == [], "its phase was over"
    play.correct(research={"red": ["truck"]})
    play.do(Research("red", "steamer"))
    assert [each["subject"] for each in notices(play)] == ["steamer"], "now it is made in its phase"


@pytest.mark.rule("RB-UPG-02")
def test_a_phase_left_by_mistake_and_set_right_still_upgrades_and_a_later_turn_does_not() -> None:
    play = Play()
    play.do(Research("red", "truck"), Advance())
    play.correct(phase="production")
    assert [each["subject"] for each in notices(play)] == ["truck"]
    play.correct(turn=2)
    assert notices(play) == []


def test_a_research_that_is_corrected_away_takes_its_notice_along() -> None:
    play = Play("red", "blue")
    play.do(Research("red", "truck"))
    play.correct(players=[{"colour": "green"}, {"colour": "red"}])
    assert [each["colour"] for each in notices(play)] == ["green"]
    play.correct(research={"green": []})
    assert notices(play) == []


def test_a_house_rule_renews_what_an_upgraded_factory_can_make() -> None:
    play = Play(amb_13=True)
    play.do(Research("red", "truck"))
    assert notices(play)[0]["capacity"] == "again"


@pytest.mark.rule("RB-PROD-07")
def test_an_upgraded_factory_can_make_the_new_kind_in_the_same_phase() -> None:
    play = Play()
    play.do(Build("raft-factory", 2, late=True), Research("red", "steamer"))
    assert ask("upgrade", play.state, building="raft-factory", colour="red") == {"to": ["steamer-factory"]}
    play.do(Build("raft-factory", -1, late=True), Build("steamer-factory", 1, late=True))
    left = {each["building"]: each["left"] for each in play.view().fields["expected"]["capacity"]}
    assert left == {"raft-factory": 1, "steamer-factory": 1}
    play.do(ChangeFleet("red", "steamer", 1))
    left = {each["building"]: each["left"] for each in play.view().fields["expected"]["capacity"]}
    assert left == {"raft-factory": 1, "steamer-factory": 0}


@pytest.mark.rule("RB-UPG-01", "RB-UPG-02")
def test_an_upgrade_is_entered_in_production_after_the_research_and_not_late() -> None:
    play = Play()
    play.do(Build("raft-factory", 2, late=True))
    upgrade = (Build("raft-factory", -1), Build("steamer-factory", 1))
    for each in upgrade:
        assert play.refusal(each) == ("not-in-phase", "RB-BUILD-01")
    play.do(Research("red", "steamer"), *upgrade)
    assert play.view().fields["buildings"] == {"raft-factory": 1, "steamer-factory": 1}
    others: tuple[Building, ...] = ("wagon-factory", "truck-factory", "woodcutter")
    for other in others:
        assert play.refusal(Build(other, 1)) == ("not-in-phase", "RB-BUILD-01")
    play.do(Advance())
    for each in upgrade:
        assert play.refusal(each) == ("not-in-phase", "RB-BUILD-01")


@pytest.mark.rule("RB-BUILD-11")
@pytest.mark.parametrize(
    ("building", "subject"),
    [
        ("truck-factory", "truck"),
        ("rowboat-factory", "rowboat"),
        ("steamer-factory", "steamer"),
        ("oil-rig", "oil-rig"),
    ],
)
def test_a_building_that_no_player_has_researched_warns_until_a_player_has(
    building: Building, subject: Subject
) -> None:
    play = Play()
    play.to("building")
    play.do(Build(building, 1), Build("woodcutter", 1))
    assert play.warned() == {"unresearched": {"building": building, "subject": subject}}
    play.know("yellow", subject)
    assert play.warned() == {}
