"""The display's pages that come and go."""

from __future__ import annotations

import pytest

from tests.fakes.box import Box
from tests.games.roads_and_boats.boxed import leaves


def test_what_may_be_upgraded_stands_on_the_table_page_until_the_phase_ends_and_goes_with_undo(
    bare: Box,
) -> None:
    bare.play("red", "blue")
    bare.told(do="research", colour="red", subject="truck")
    assert bare.says == "Turn 1: production Produce, research Now R● wagon → truck Advance: movement"
    bare.told(do="undo")
    assert bare.game["warnings"] == []
    assert "truck" not in " ".join(leaves(bare, 2))
    bare.told(do="redo")
    assert [each["code"] for each in bare.game["warnings"]] == ["upgrade-now"]
    bare.told(do="advance")
    assert bare.game["warnings"] == []


@pytest.mark.rule("RB-PROD-07")
def test_production_says_what_appears_and_what_can_still_be_made(bare: Box) -> None:
    bare.play("red", "blue")
    for building, count in (
        ("woodcutter", 3),
        ("quarry", 2),
        ("clay-pit", 1),
        ("sawmill", 2),
        ("raft-factory", 1),
    ):
        bare.told(do="build", building=building, by=count, late=True)
    bare.told(do="build-mine", number=3, colour="red", mixture="standard", late=True)
    bare.told(do="change-fleet", colour="blue", transporter="raft", by=1)
    assert leaves(bare, 9) == [
        "Turn 1: production Draw 3 Advance: draw, go on",
        "Turn 1: production New: 3 trunks, 2 stone and 1 clay Advance: draw, go on",
        "End of production Factories run on",
        "Production 1/4 New: 3 trunks, 2 stone and 1 clay",
        "Production 2/4 Draw 3",
        "Production 3/4 sawmill: still 12 boards",
        "Production 4/4 raft factory: done",
        "Order of play 1/2 B■ R● Temple, nearest first",
        "Order of play 2/2 R● B■",
    ]
    bare.told(do="advance", draw_rest=True)
    assert not any("still" in said or "New:" in said for said in leaves(bare, 12))


def test_the_points_so_far_are_a_page_where_the_group_wants_them(bare: Box) -> None:
    bare.play("red", "blue", standings=True)
    bare.told(do="count-wealth", colour="blue", gold=2, coins=0, stock=0)
    assert "Points so far 1 B■ blue 20 2 R● red 0" in leaves(bare, 12)


def irrigating(box: Box, neutral: int) -> None:
    """A wonder phase with 14 bricks of Red and so many neutral ones."""
    box.play("red", "blue")
    bricks = ["red"] * 14 + [None] * neutral
    for field, value in (("turn", neutral + 1), ("bricks", bricks), ("phase", "wonder")):
        box.told(do="correct", field=field, value=value, reason="test")


@pytest.mark.rule("RB-WON-10", "TV-RB-WON-18")
def test_a_players_brick_that_irrigates_says_so_at_once(bare: Box) -> None:
    irrigating(bare, 29)
    bare.told(do="buy-brick", colour="blue", count=1)
    assert "Deserts" not in bare.says
    bare.told(do="buy-brick", colour="red", count=1)
    assert bare.says.startswith("Deserts are pastures At once: space 45 is covered.")
    bare.press("advance")
    assert bare.game["phase"] == "wonder", "it comes home first, and then goes on"
    assert "Deserts" not in bare.says


@pytest.mark.rule("RB-WON-10", "TV-RB-WON-17")
def test_a_neutral_brick_that_irrigates_says_so_as_the_turn_ends(bare: Box) -> None:
    irrigating(bare, 30)
    bare.press("advance")
    assert (bare.game["turn"], bare.game["phase"]) == (32, "production")
    assert bare.says.startswith("Deserts are pastures")
    bare.hold("back")
    bare.press("advance")
    assert bare.game["wonder"]["irrigated"] is False
    assert "Deserts" not in bare.says
