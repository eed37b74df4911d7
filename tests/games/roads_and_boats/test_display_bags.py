"""Bags at the display: tapped, drawn from by hand, and drawn from with the rest."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.fakes.box import Box, running, tag_of
from tests.games.roads_and_boats.boxed import build, to


def test_a_tapped_bag_draws_and_shows_the_ore_large_with_what_is_left_and_the_odds(box: Box) -> None:
    build(box, 3)
    box.pair(3)
    box.tap(tag_of(3))
    ore = box.game["mines"][0]["drawn"]
    assert box.frame.large
    assert box.frame.title == ore.upper()
    assert box.frame.hint == "Advance: home", "it comes home first, and then goes on"
    left = "Left: 2 gold 3 iron" if ore == "gold" else "Left: 3 gold 2 iron"
    assert box.frame.lines == (left,)
    box.press("select", "select")
    assert box.frame.lines == ("Mine 3: chance 50%",)
    assert (box.last["command"]["type"], box.last["from"]) == ("draw", "reader")


@pytest.mark.rule("RB-MINE-08")
def test_an_improvised_bag_is_tagged_tapped_and_drawn_at_the_display(box: Box) -> None:
    build(box, 40)
    box.tap("04A1B2C3")
    assert box.frame.title == "Bag 40?", "in use, and without a tag"
    box.press("advance")
    box.tap("04A1B2C3")
    assert box.game["mines"][0]["drawn"] is not None
    box.press("select", "select")
    assert box.frame.lines == ("Mine 40: chance 50%",)


@pytest.mark.rule("RB-MINE-08")
def test_a_bag_tapped_again_in_the_same_turn_shows_the_same_ore(box: Box) -> None:
    build(box, 3)
    box.pair(3)
    box.tap(tag_of(3))
    ore, version = box.frame.title, box.table.snapshot.version
    box.tap(tag_of(3))
    assert (box.frame.title, box.table.snapshot.version) == (ore, version)
    assert "Mine 3 already drawn" in box.says


@pytest.mark.rule("RB-MINE-08")
def test_a_bag_that_is_soon_back_always_has_its_answer_and_never_draws(box: Box) -> None:
    build(box, 3, 4)
    box.pair(3, 4)
    box.tap(tag_of(3))
    ore = box.frame.title
    box.tap(tag_of(4))
    version = box.table.snapshot.version
    box.tap(tag_of(3), again=True)
    assert box.says.startswith(f"{ore} Mine 3 already drawn")
    box.told(do="undo")
    box.tap(tag_of(4), again=True)
    assert box.frame.title.startswith("Mine 4"), "not drawn any more, and not by this"
    assert box.table.snapshot.version == version + 1
    shown = box.frame
    box.tap("FFFFFFFF", again=True)
    assert box.frame == shown, "a tag that nobody knows is asked about once"
    box.tap("FFFFFFFF")
    asked = box.frame
    box.tap(tag_of(3), again=True)
    assert box.frame == asked, "it takes no question away"


def test_what_a_bag_says_of_its_draw_ends_with_the_draw(box: Box) -> None:
    build(box, 3, 4)
    box.pair(3)
    box.tap(tag_of(3))
    drawn = box.frame
    box.told(do="draw", number=4, just_now=True)
    box.tap(tag_of(3))
    assert box.frame.title == drawn.title
    assert box.frame.picture != drawn.picture, "nothing new has been drawn"


def test_a_bag_tapped_in_another_phase_is_shown_and_gives_nothing(box: Box) -> None:
    build(box, 3)
    box.pair(3, 4)
    box.told(do="record-draw", number=3, ore="gold")
    to(box, "building")
    version = box.table.snapshot.version
    box.tap(tag_of(3))
    assert box.read() == "Mine 3 Holds 2 gold 3 iron Chance of gold: 40% This turn: gold"
    build(box, 4)
    box.tap(tag_of(4))
    assert box.says == "Mine 4 Holds 3 gold 3 iron Chance of gold: 50%"
    assert box.table.snapshot.version == version + 1


@pytest.mark.rule("RB-MINE-09")
def test_an_empty_bag_and_one_that_is_not_in_the_game_say_so(box: Box) -> None:
    build(box, 3)
    box.told(do="correct", field="bag", value={"number": 3, "gold": 0, "iron": 0}, reason="test")
    box.pair(3, 9)
    version = box.table.snapshot.version
    box.tap(tag_of(3))
    assert box.says == "Mine 3 The bag is empty."
    box.tap(tag_of(9))
    assert box.says == "Mine 9 is not built."
    assert box.table.snapshot.version == version
    assert box.game["mines"] == [{"number": 3, "gold": 0, "iron": 0, "drawn": "nothing"}]
    assert box.refusal(do="draw", number=3) == ("mine-empty", "RB-MINE-09")
    box.press("back", "advance")
    assert box.game["phase"] == "movement", "nothing is owed"


def test_the_ore_on_the_display_goes_when_the_draw_is_taken_back_and_when_the_phase_ends(box: Box) -> None:
    build(box, 3)
    box.pair(3)
    box.tap(tag_of(3))
    box.told(do="undo")
    assert box.read() == "Mine 3 Holds 3 gold 3 iron Chance of gold: 50% Not drawn this turn"
    box.tap(tag_of(3))
    assert box.frame.large
    to(box, "movement")
    assert box.frame.title == "Turn 1: movement"


def test_a_bag_that_was_only_looked_at_stays_true_on_the_display_too(box: Box) -> None:
    build(box, 3)
    box.pair(3)
    box.tap(tag_of(3))
    box.tap(tag_of(3))
    assert box.frame.large
    box.told(do="undo")
    assert box.read() == "Mine 3 Holds 3 gold 3 iron Chance of gold: 50% Not drawn this turn"
    box.tap(tag_of(3))
    box.tap(tag_of(3))
    box.told(do="correct", field="mine", value={"number": 3, "to": 9}, reason="misread")
    assert box.says == "Mine 3 is not built."
    to(box, "movement")
    assert box.frame.title == "Turn 1: movement"


@pytest.mark.rule("RB-MINE-08")
def test_a_group_that_draws_by_hand_is_asked_what_it_drew(tmp_path: Path) -> None:
    with running(tmp_path / "hand") as box:
        box.play("red", "blue", amb_23=True)
        build(box, 3)
        box.pair(3)
        box.tap(tag_of(3))
        assert box.says == "Gold? By hand, mine 3 Holds 3 gold 3 iron Advance:yes Select:→ 1/2"
        box.press("select")
        assert box.frame.title == "Iron?"
        box.press("advance")
        assert box.game["mines"] == [{"number": 3, "gold": 3, "iron": 2, "drawn": "iron"}]
        build(box, 4)
        box.press("back", "advance")
        assert box.says == "Not now First enter the ore of mine 4."
        assert box.game["phase"] == "production"


@pytest.mark.rule("RB-MINE-08")
def test_advance_with_undrawn_mines_asks_first_and_then_draws_them(box: Box) -> None:
    build(box, 3, 7)
    box.press("advance")
    assert box.says == "Draw the rest? Draw 3 and 7 then on to movement Advance:yes Select:→ 1/2"
    assert box.game["phase"] == "production"
    box.press("back")
    assert [mine["drawn"] for mine in box.game["mines"]] == [None, None]
    box.press("advance", "advance")
    assert box.game["phase"] == "movement"
    assert all(mine["drawn"] in {"gold", "iron"} for mine in box.game["mines"])


def test_the_rest_may_be_drawn_without_leaving_production(box: Box) -> None:
    build(box, 3, 7)
    box.press("advance", "select")
    assert box.frame.title == "Only draw them?"
    box.press("advance")
    assert box.game["phase"] == "production"
    assert all(mine["drawn"] for mine in box.game["mines"])


@pytest.mark.rule("RB-MINE-08")
def test_the_question_about_the_rest_names_the_mines_that_are_undrawn_now_whoever_draws(box: Box) -> None:
    build(box, 3, 5, 7)
    box.press("advance")
    assert "Draw 3, 5 and 7" in box.read()
    box.told(do="draw", number=5)
    assert "Draw the rest?" not in box.read(), "what came is shown instead"
    for _ in range(2):
        box.press("advance")
    assert "Draw 3 and 7" in box.read()
    box.told(do="draw-all")
    assert "Draw the rest?" not in box.read(), "there is nothing left to ask"
    assert box.game["phase"] == "production"
