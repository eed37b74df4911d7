"""The display's pages that come and go, and the display of somebody who plays alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.companion.box import Box, running, tag_of


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        yield box


def leaves(box: Box, count: int) -> list[str]:
    said = []
    for _ in range(count):
        said.append(box.says)
        box.press("select")
    return said


@pytest.mark.rule("RB-UPG-01", "RB-UPG-02")
def test_what_may_be_upgraded_stands_on_the_table_page_until_the_phase_ends_and_goes_with_undo(
    box: Box,
) -> None:
    box.play("red", "blue")
    box.told(do="research", colour="red", subject="truck")
    assert box.says == "Turn 1: production Produce, research Now R● wagon → truck Advance: movement"
    box.told(do="undo")
    assert box.game["warnings"] == []
    assert "truck" not in " ".join(leaves(box, 2))
    box.told(do="redo")
    assert [each["code"] for each in box.game["warnings"]] == ["upgrade-now"]
    box.told(do="advance")
    assert box.game["warnings"] == []


@pytest.mark.rule("RB-PROD-02", "RB-PROD-07")
def test_production_says_what_appears_and_what_can_still_be_made(box: Box) -> None:
    box.play("red", "blue")
    for building, count in (
        ("woodcutter", 3),
        ("quarry", 2),
        ("clay-pit", 1),
        ("sawmill", 2),
        ("raft-factory", 1),
    ):
        box.told(do="build", building=building, by=count, late=True)
    box.told(do="build-mine", number=3, colour="red", mixture="standard", late=True)
    box.told(do="change-fleet", colour="blue", transporter="raft", by=1)
    assert leaves(box, 5) == [
        "Turn 1: production Draw 3 Advance: draw, go on",
        "Turn 1: production New: 3 trunks, 2 stone and 1 clay Advance: draw, go on",
        "Production 1/2 New: 3 trunks, 2 stone and 1 clay Draw 3",
        "Production 2/2 sawmill: still 12 boards raft factory: done",
        "Order of play B■ R● Temple, nearest first R● B■",
    ]
    box.told(do="advance", draw_rest=True)
    assert not any("still" in said or "New:" in said for said in leaves(box, 10))


def test_the_points_so_far_are_a_page_where_the_group_wants_them(box: Box) -> None:
    box.play("red", "blue", standings=True)
    box.told(do="count-wealth", colour="blue", gold=2, coins=0, stock=0)
    assert "Points so far 1 B■ blue 20 2 R● red 0" in leaves(box, 8)


@pytest.mark.rule("RB-SOLO-01", "RB-SOLO-05")
def test_alone_the_order_page_and_the_colour_button_say_that_there_is_no_order(box: Box) -> None:
    box.play("green")
    assert box.says == "Turn 1: production Produce, research Advance: movement"
    box.press("select")
    assert box.says == "Order of play You play alone: no order of play."
    box.press("green")
    assert "no order of play" in box.says
    assert box.game["order"] is None


@pytest.mark.rule("RB-SOLO-02", "RB-SOLO-03", "RB-SOLO-04")
def test_alone_a_bag_says_what_comes_next_and_the_wonder_begins_with_four_rows(box: Box) -> None:
    box.play("green")
    assert leaves(box, 4)[3] == "Wonder: 17 of 83 A brick costs 2 To irrigation: 28 To end 66, neutral 20"
    box.told(do="build-mine", number=3, colour="green", mixture="standard", late=True)
    box.pair(3)
    box.tap(tag_of(3))
    assert box.says == "GOLD Left: 2 gold 3 iron Mine 3"
    box.told(do="advance")
    box.press("advance")
    box.tap(tag_of(3))
    assert "Next: iron" in box.says


@pytest.mark.rule("RB-SOLO-06", "RB-END-03")
def test_alone_the_end_says_how_many_points_there_are(box: Box) -> None:
    box.play("green")
    box.told(do="count-wealth", colour="green", gold=0, coins=1, stock=0)
    box.told(do="end")
    assert box.says == "40 points 1 G▲ green 40"


@pytest.mark.rule("RB-SOLO-01", "RB-WON-05")
def test_a_solo_turn_is_played_without_a_phone(box: Box) -> None:
    box.play("green")
    for _ in range(3):
        box.press("advance")
    box.press("green")
    assert box.game["wonder"]["bricks"][-1] == "green"
    box.press("advance")
    assert (box.game["turn"], box.game["phase"]) == (2, "production")
