"""The display of somebody who plays alone."""

from __future__ import annotations

import pytest

from tests.fakes.box import Box, page, tag_of


def test_alone_the_order_page_and_the_colour_button_say_that_there_is_no_order(bare: Box) -> None:
    bare.play("green")
    assert bare.says == "Turn 1: production Produce, research Advance: movement"
    bare.press("select", "select")
    assert bare.says == "Order of play You play alone: no order of play."
    bare.press("green")
    assert "no order of play" in bare.says
    assert bare.game["order"] is None


@pytest.mark.rule("RB-SOLO-02", "RB-SOLO-03", "RB-SOLO-04")
def test_alone_a_bag_says_what_comes_next_and_the_wonder_begins_with_four_rows(bare: Box) -> None:
    bare.play("green")
    assert page(bare, "Wonder") == "Wonder: 17 of 83 A brick costs 2 To irrigation: 28 To end 66, neutral 20"
    bare.told(do="build-mine", number=3, colour="green", mixture="standard", late=True)
    bare.pair(3)
    bare.tap(tag_of(3))
    assert bare.says == "GOLD Left: 2 gold 3 iron"
    bare.press("select", "select")
    assert bare.says == "GOLD Mine 3"
    bare.told(do="advance")
    bare.press("advance")
    bare.tap(tag_of(3))
    assert "Next: iron" in bare.says


@pytest.mark.rule("RB-SOLO-01", "RB-SOLO-06")
def test_alone_the_end_says_how_many_points_there_are(bare: Box) -> None:
    bare.play("green")
    bare.told(do="count-wealth", colour="green", gold=0, coins=1, stock=0)
    bricks = [*["red"] * 17, "green", None, "green"]
    bare.told(do="correct", field="bricks", value=bricks, reason="test")
    bare.told(do="end")
    assert bare.says == "Points so far Count again: G▲ 1 G▲ green 50", "a neutral brick is a turn"
    bare.told(do="count-wealth", colour="green", gold=0, coins=1, stock=0)
    assert bare.says == "50 points 1 G▲ green 50"


@pytest.mark.rule("RB-SOLO-02", "RB-WON-06")
def test_a_solo_turn_is_played_without_a_phone(bare: Box) -> None:
    bare.play("green")
    for _ in range(3):
        bare.press("advance")
    bare.press("green")
    assert bare.game["wonder"]["bricks"][-1] == "green"
    assert (bare.last["command"]["price"], bare.game["wonder"]["prices"]) == (2, {"green": 3})
    bare.press("advance", "advance")  # home, and on
    assert (bare.game["turn"], bare.game["phase"]) == (2, "production")
