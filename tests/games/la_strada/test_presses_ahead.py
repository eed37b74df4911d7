"""Somebody builds on the panel before his turn was begun; and what the standings tell more."""

from __future__ import annotations

import pytest

from tests.fakes.box import Box, page
from tests.games.la_strada.boxed import choose, connect, set_right


@pytest.mark.rule("LS-TURN-06", "LS-TURN-03")
def test_greys_turn_was_not_ended_and_yellow_holds_his_button_to_build(box: Box) -> None:
    connect(box, "Plain tiles: 1?", "Forest tiles: 0?", "Hill tiles: 0?", "Town?", "Town 6?")
    set_right(box, "resources", {"grey": 7})
    before = box.table.snapshot.version
    box.hold("yellow")
    assert box.says == "Y◆ builds already? Ends E▬'s turn E▬ loses 3 Advance: yes Back: no"
    box.press("back")
    assert box.table.snapshot.version == before, "no ends nothing"
    box.hold("yellow")
    box.press("advance")
    choose(box, "Plain tiles: 3?", "Town?", "Town 6?")
    assert box.says == "Town 6: linked E▬ Y◆: 3 gold each Resources left: 0"
    assert (box.game["active"], box.game["resources"]["grey"], box.game["resources"]["yellow"]) == (
        "yellow", 7, 0,
    )  # fmt: skip
    assert box.table.snapshot.version == before + 1, "one step, which one undo takes back"
    box.press("back")
    box.hold("back")
    assert "Grey" in box.says or "E▬" in box.says
    box.press("advance")
    assert (box.game["active"], box.game["resources"]["yellow"]) == ("grey", 0)


@pytest.mark.rule("LS-TURN-01")
def test_only_the_next_ones_button_goes_ahead_and_a_short_press_still_shows_his_supplies(box: Box) -> None:
    for button in ("black", "red"):
        box.hold(button)
        assert "Plain 18, forest 8" in box.says
        box.press("back")
    box.press("yellow")
    assert "Plain 18, forest 8" in box.says


@pytest.mark.rule("LS-END-04")
def test_who_could_lay_nothing_is_only_shown_his_supplies(box: Box) -> None:
    set_right(box, "supplies", {"yellow": {"plains": 0, "forests": 0, "hills": 0}})
    box.hold("yellow")
    assert "Plain 0, forest 0" in box.says


@pytest.mark.rule("LS-END-03")
def test_the_standings_tell_about_how_many_rounds_are_left_when_select_is_held(box: Box) -> None:
    connect(box, "Plain tiles: 3?", "Town?", "Town 6?")
    page(box, "Gold (resources)")
    box.hold("select")
    assert box.says == "About 8 rounds left First to run out: Y◆: merchants"
    assert box.frame.picture is not None
    box.press("select", "select")
    assert box.says == "About 8 rounds left An estimate."
