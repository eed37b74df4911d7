"""Who cannot connect, and the end of a game of La Strada, by three buttons."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.box import Box
from tests.games.la_strada.boxed import choose, connect, offered, playing, set_right


@pytest.mark.rule("LS-END-01", "LS-END-02", "LS-AMB-03")
def test_who_cannot_connect_is_told_what_follows_and_ends_the_game(box: Box) -> None:
    box.hold("select")
    choose(box, "Cannot connect?")
    assert box.says == "Go on playing? Nothing happens. Advance:yes Select:→ 1/2"
    box.press("select")
    assert box.says == "End the game now? E▬ gives back 6. Gold is counted. Advance:yes Select:→ 2/2"
    box.press("advance")
    assert box.game["ended"]["reason"] == "cannot-connect"
    assert box.game["resources"]["grey"] == 0
    assert "E▬ cannot connect" in box.says


@pytest.mark.rule("LS-AMB-03")
def test_where_the_income_is_kept_nothing_is_said_of_giving_it_back(tmp_path: Path) -> None:
    with playing(tmp_path, amb_03=True) as box:
        box.hold("select")
        choose(box, "Cannot connect?")
        box.press("select")
        assert box.says == "End the game now? Gold is counted. Advance:yes Select:→ 2/2"
        box.press("advance")
        assert (box.game["ended"]["reason"], box.game["resources"]["grey"]) == ("cannot-connect", 6)


@pytest.mark.rule("LS-END-01")
def test_after_a_link_nobody_is_offered_that_he_cannot_connect(box: Box) -> None:
    connect(box, "Plain tiles: 1?", "Forest tiles: 0?", "Hill tiles: 0?", "Town?", "Town 6?")
    box.hold("select")
    assert offered(box) == ["Connect a colony?", "Leave or join?", "End the game now?"]
    assert box.refusal(do="cannot-connect", colour="grey") == ("has-connected", "LS-END-01")


@pytest.mark.rule("LS-AMB-04", "LS-2P-06")
def test_of_two_players_who_cannot_connect_passes_for_good_and_the_other_plays_on(pair: Box) -> None:
    pair.hold("select")
    choose(pair, "Cannot connect?")
    assert pair.says == "Y◆ passes for good? His turns are over. Advance: yes Back: no"
    pair.press("advance")
    assert pair.says == "E▬ Grey 1/2 Turn 1: 6 resources Ending now loses 2 Advance: then Grey▬"
    connect(pair, "Plain tiles: 3?", "City?", "City 1?")
    pair.press("advance")
    assert pair.says == "Y◆ passes No colony in reach."
    pair.press("back")
    assert pair.frame.lines[0] == "Turn 2: 6 resources"
    pair.press("yellow")
    assert pair.read().endswith("Passes from now on")
    pair.press("back")
    pair.hold("select")
    choose(pair, "Cannot connect?")
    assert pair.frame.title == "Go on playing?"
    pair.press("select")
    assert pair.frame.title == "End the game now?"
    pair.press("advance")
    assert pair.game["ended"]["reason"] == "cannot-connect"


@pytest.mark.rule("LS-2P-06")
def test_the_last_free_colony_of_two_ends_the_game_and_the_display_says_so(pair: Box) -> None:
    for number in range(2, 20):
        set_right(pair, "colony", {"number": number, "merchants": ["grey" if number < 13 else "yellow"]})
    pair.hold("select")
    choose(
        pair, "Connect a colony?", "Plain tiles: 1?", "Forest tiles: 0?", "Hill tiles: 0?", "City?", "City 1?"
    )
    assert pair.game["ended"]["reason"] == "all-colonies"
    assert "wins" in pair.frame.title
    assert pair.frame.lines[0] == "Every colony is taken"


def test_the_group_ends_the_game_from_the_table_page_and_takes_it_back(box: Box) -> None:
    box.hold("select")
    choose(box, "End the game now?")
    assert box.says == "Go on playing? Nothing happens. Advance:yes Select:→ 1/2"
    box.press("advance")
    assert not box.game["ended"]
    box.hold("select")
    choose(box, "End the game now?", "Really end it?")
    assert box.game["ended"]["reason"] == "called"
    said = box.says
    box.press("advance")
    assert box.says == "Not now Game over. Hold Back to undo the end."
    box.press("back")
    assert box.says == said
    box.hold("select")
    assert box.frame.title == "No list here"
    box.press("back")
    box.hold("back")
    box.press("advance", "back")
    assert box.game["ended"] is None
