"""Research and buildings."""

from __future__ import annotations

import msgspec
import pytest

from companion.games.roads_and_boats.commands import Build, Research
from companion.games.roads_and_boats.words import SUBJECTS
from tests.games.roads_and_boats.playing import Play


@pytest.mark.rule("RB-RES-02", "RB-RES-03", "RB-RES-05", "RB-RES-06")
def test_seven_subjects_in_any_order_each_for_its_owner_only() -> None:
    play = Play()
    for subject in SUBJECTS[::-1]:
        play.do(Research("red", subject))
    assert len(play.view().fields["research"]["red"]) == 7
    assert play.view().fields["research"]["yellow"] == []
    refused = play.refused(Research("red", "truck"))
    assert (refused.code, refused.rule) == ("already-researched", "RB-RES-02")


def test_the_light_bulb_is_no_subject() -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert({"colour": "red", "subject": "light-bulb"}, Research)


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
