"""Research, the factories that it upgrades, and the buildings that the group enters."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from companion.games.roads_and_boats.buildings import BLUEPRINTS
from companion.games.roads_and_boats.commands import Advance, Build, ChangeFleet, Research
from companion.games.roads_and_boats.words import BUILDINGS, SUBJECTS, Building, Subject
from tests.games.roads_and_boats.aid_queries import ask
from tests.games.roads_and_boats.playing import Play


def notices(play: Play) -> list[dict[str, Any]]:
    return [dict(each.params) for each in play.view().warnings if each.code == "upgrade-now"]


def capacity(play: Play) -> dict[str, int]:
    """What each building can still make in this production."""
    return {each["building"]: each["left"] for each in play.view().fields["expected"]["capacity"]}


@pytest.mark.rule("RB-RES-02", "RB-RES-03", "RB-RES-05", "RB-RES-06")
def test_seven_subjects_in_any_order_each_for_its_owner_only() -> None:
    play = Play()
    for subject in SUBJECTS[::-1]:
        play.do(Research("red", subject))
    assert sorted(play.view().fields["research"]["red"]) == sorted(SUBJECTS)
    assert (len(SUBJECTS), play.view().fields["research"]["yellow"]) == (7, [])
    assert play.refusal(Research("red", "truck")) == ("already-researched", "RB-RES-02")
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"colour": "red", "subject": "light-bulb"}, Research)


@pytest.mark.rule("RB-UPG-02", "RB-UPG-07")
@pytest.mark.parametrize("subject", SUBJECTS)
def test_a_research_upgrades_the_older_factories_of_its_medium_until_the_phase_ends(subject: Subject) -> None:
    older = {
        "truck": ["wagon-factory"],
        "rowboat": ["raft-factory"],
        "steamer": ["raft-factory", "rowboat-factory"],
    }
    play = Play()
    play.do(Research("red", subject), ChangeFleet("red", "wagon", 1))
    upgrade = {"colour": "red", "subject": subject, "from": older.get(subject), "capacity": "once"}
    assert notices(play) == ([upgrade] if subject in older else [])
    play.correct(research={"red": []})
    assert notices(play) == []
    play.do(Research("red", subject), Advance())
    assert notices(play) == []
    play.correct(phase="production")
    assert notices(play) == ([upgrade] if subject in older else []), "the phase was left by mistake"
    play.correct(turn=2)
    assert notices(play) == []


@pytest.mark.rule("RB-UPG-01", "RB-UPG-02")
def test_a_research_that_was_forgotten_upgrades_where_its_phase_is_set_right_alone() -> None:
    play = Play("red", "yellow", amb_13=True)
    play.do(Research("yellow", "rowboat"))
    play.correct(research={"yellow": ["truck"]})
    play.correct(players=[{"colour": "red"}, {"colour": "green"}])
    assert notices(play) == [
        {"colour": "green", "subject": "truck", "from": ["wagon-factory"], "capacity": "again"}
    ]
    play.do(Build("truck-factory", 1), Advance(), Research("red", "truck", late=True))
    play.correct(phase="production")
    assert [each["colour"] for each in notices(play)] == ["green"]


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


@pytest.mark.rule("RB-PROD-07")
def test_an_upgraded_factory_can_make_the_new_kind_in_the_same_phase() -> None:
    play = Play()
    play.do(Build("raft-factory", 2, late=True), Research("red", "steamer"))
    assert ask("upgrade", play.state, building="raft-factory", colour="red") == {"to": ["steamer-factory"]}
    play.do(Build("raft-factory", -1, late=True), Build("steamer-factory", 1, late=True))
    assert capacity(play) == {"raft-factory": 1, "steamer-factory": 1}
    play.do(ChangeFleet("red", "steamer", 1))
    assert capacity(play) == {"raft-factory": 1, "steamer-factory": 0}


@pytest.mark.rule("RB-BUILD-01")
def test_buildings_belong_to_the_building_phase_unless_they_were_forgotten() -> None:
    play = Play()
    refused = play.refused(Build("sawmill", 1))
    assert (refused.code, refused.rule) == ("not-in-phase", "RB-BUILD-01")
    assert refused.params == {"phase": "building"}
    play.do(Build("sawmill", 2, late=True))
    play.to("building")
    play.do(Build("woodcutter", 1), Build("sawmill", -1))
    assert play.view().fields["buildings"] == {"woodcutter": 1, "sawmill": 1}
    play.do(Build("sawmill", -1))
    assert play.view().fields["buildings"] == {"woodcutter": 1}


@pytest.mark.rule("RB-BUILD-11")
@pytest.mark.parametrize("building", BUILDINGS)
def test_a_building_gives_or_makes_something_and_warns_where_no_player_has_researched_it(
    building: Building,
) -> None:
    plan = BLUEPRINTS[building]
    play = Play()
    play.to("building")
    play.do(Build(building, 1))
    unknown = {"building": building, "subject": plan.needs}
    assert play.warned() == ({"unresearched": unknown} if plan.needs else {})
    if plan.needs:
        play.know("yellow", plan.needs)
        assert play.warned() == {}
    play.to("production")
    expected = play.view().fields["expected"]
    assert [*expected["goods"], *(each["makes"] for each in expected["capacity"])] == [plan.gives]
