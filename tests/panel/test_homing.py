"""The display comes home by itself, and says for a while what others did."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.language.picture import Cells
from companion.panel.asking import CODE_STAYS, STAYS
from companion.panel.homing import GRACE
from companion.panel.memory import PASSES
from companion.table.commands import Redo, Undo
from tests.fakes.box import Box, page, running, tag_of
from tests.games.roads_and_boats.boxed import build, to

HOME = "Turn 1: production"


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        box.play("red", "blue")
        yield box


@pytest.mark.parametrize("title", ["Order", "Mines", "Wonder", "Players", "The box"])
def test_every_page_gives_way_to_home_20_seconds_after_the_last_press(box: Box, title: str) -> None:
    page(box, title)
    box.press("select", "back")
    box.passes(STAYS - 0.1)
    assert box.frame.title.startswith(title)
    box.passes(0.1)
    assert box.frame.title == HOME


def test_a_later_leaf_of_home_gives_way_to_its_first(box: Box) -> None:
    for building in ("woodcutter", "quarry", "clay-pit"):
        box.told(do="build", building=building, by=3, late=True)
    first = box.frame
    box.press("select")
    assert box.frame != first
    box.passes(STAYS)
    assert box.frame == first


def test_the_join_code_stays_for_two_minutes(box: Box) -> None:
    while box.frame.qr is None:
        box.press("select")
    box.passes(CODE_STAYS - 0.1)
    assert box.frame.qr is not None
    box.told(do="change-fleet", colour="red", transporter="truck", by=1, just_now=True)
    assert box.frame.qr is not None, "somebody is scanning it"
    box.passes(0.1)
    assert box.frame.title == HOME


def test_a_refusal_and_an_outcome_give_way_after_20_seconds(box: Box) -> None:
    box.hold("back")
    assert box.frame.title == "Not now"
    box.passes(STAYS)
    assert box.frame.title == HOME
    build(box, 3, 7)
    box.press("advance", "select", "advance")
    assert box.frame.title == "2 mines drawn"
    box.passes(STAYS)
    assert box.frame.title == HOME


def test_a_question_that_the_panel_opened_closes_and_nothing_is_done(box: Box) -> None:
    page(box, "Order")
    box.hold("select")
    assert box.frame.title == "Red calls?"
    version = box.table.snapshot.version
    box.passes(STAYS)
    assert box.frame.title == HOME
    assert box.table.snapshot.version == version


def test_an_advance_of_the_instant_in_which_a_question_went_does_not_go_on_with_the_game(box: Box) -> None:
    page(box, "Order")
    box.hold("select")
    box.passes(STAYS)
    box.press_again("advance", GRACE / 2)
    assert box.frame.title == HOME, "it was meant for the question"
    box.press_again("advance", GRACE)
    assert box.frame.title == "Turn 1: movement"


def test_the_question_of_a_new_tag_stays_for_two_minutes(box: Box) -> None:
    box.tap("FFFFFFFF")
    box.passes(CODE_STAYS - 0.1)
    assert box.asks
    box.passes(0.1)
    assert box.frame.title == HOME
    assert "FFFFFFFF" not in box.table.snapshot.tags


def test_the_games_own_question_stays_until_it_is_answered(box: Box) -> None:
    box.press("blue")
    box.passes(3600)
    assert box.frame.title == "Red: keep praying?"
    box.hold("back")
    box.passes(STAYS)
    assert box.frame.title == "Red: keep praying?"


def test_when_to_pull_the_plug_stays_for_ever(box: Box) -> None:
    page(box, "The box")
    box.hold("select")
    box.press("select", "advance", "select", "advance")
    box.passes(3600)
    assert "you may pull the plug" in box.says


def test_a_phone_that_moves_the_game_on_brings_the_display_home_at_once(box: Box) -> None:
    page(box, "Wonder")
    box.told(do="advance", just_now=True)
    assert box.frame.title == "Turn 1: movement"
    box.told(do="change-fleet", colour="red", transporter="truck", by=1, just_now=True)
    box.told(do="advance", just_now=True)
    assert box.frame.title == "Turn 1: building", "nothing of an earlier phase is left standing"
    box.phone(Undo(), just_now=True)
    assert box.frame.title == "Turn 1: movement"


def test_a_new_order_and_a_new_player_who_acts_bring_it_home(box: Box) -> None:
    page(box, "Wonder")
    box.told(do="call-for-order", colour="blue", just_now=True)
    assert box.frame.title == "Red: keep praying?"
    box.told(do="pray", colour="red", keep=True, just_now=True)
    box.told(do="take-position", colour="blue", position=1, just_now=True)
    assert "Blue acts" in box.says
    page(box, "Wonder")
    box.told(do="done", colour="blue", just_now=True)
    assert "Red acts" in box.says


def test_a_draw_by_phone_is_shown_as_one_by_tapping(box: Box) -> None:
    build(box, 3, 7, 11, 12)
    box.pair(3)
    box.tap(tag_of(3))
    tapped = box.frame
    assert tapped.large
    box.phone(Undo())
    box.passes(STAYS)
    box.told(do="draw", number=3, just_now=True)
    assert box.frame == tapped
    box.passes(STAYS - 0.1)
    assert box.frame == tapped
    box.passes(0.1)
    assert box.frame.title == HOME
    box.told(do="draw-all", just_now=True)
    assert box.frame.title == "3 mines drawn"


def test_an_ore_that_was_put_back_is_shown_no_longer_and_one_whose_bag_was_corrected_neither(
    box: Box,
) -> None:
    build(box, 3, 7)
    box.told(do="draw", number=3, just_now=True)
    assert box.frame.large
    box.told(do="change-fleet", colour="red", transporter="truck", by=1, just_now=True)
    assert box.frame.large, "what leaves the ore as it is does not hide it"
    box.told(do="void-draw", number=3, reason="it fell", just_now=True)
    assert box.frame.title.startswith("Noted")
    box.told(do="draw", number=3, just_now=True)
    assert box.frame.large
    bag = {"number": 3, "gold": 1, "iron": 1}
    box.told(do="correct", field="bag", value=bag, reason="counted anew", just_now=True)
    assert box.frame.title.startswith("Noted")
    box.passes(PASSES)
    assert box.frame.title == HOME


def test_ores_drawn_by_a_press_are_shown_no_longer_once_a_phone_puts_one_back(box: Box) -> None:
    build(box, 3, 7)
    box.press("advance", "advance")
    assert box.frame.title == "2 mines drawn"
    box.told(do="void-draw", number=7, reason="it fell", just_now=True)
    assert box.frame.title.startswith("Noted")


def test_mines_that_a_phone_draws_on_leaving_production_are_shown(box: Box) -> None:
    build(box, 3, 7)
    box.told(do="advance", draw_rest=True, just_now=True)
    assert box.frame.title == "2 mines drawn"
    assert box.frame.picture is not None, "every ore at once, readable from a metre"
    box.passes(STAYS)
    assert box.frame.title == "Turn 1: movement"


def test_of_several_mines_drawn_only_these_show_their_ore(box: Box) -> None:
    build(box, 3, 7, 11)
    box.told(do="draw", number=7)
    box.told(do="draw-all", just_now=True)
    assert box.frame.title == "2 mines drawn"
    assert box.frame.picture is not None
    (cells,) = box.frame.picture.bands[-1].left
    assert isinstance(cells, Cells)
    assert [cell.number for cell in cells.each if cell.sign] == [3, 11]


def test_the_only_mine_drawn_on_leaving_production_is_shown_as_one_by_tapping(box: Box) -> None:
    build(box, 3)
    box.told(do="advance", draw_rest=True, just_now=True)
    assert box.game["phase"] == "movement"
    assert box.frame.large
    assert box.frame.picture is not None


def test_what_a_phone_does_besides_is_said_for_some_seconds(box: Box) -> None:
    to(box, "wonder")
    box.told(do="buy-brick", colour="blue", just_now=True)
    assert box.says == "Noted Blue bought a brick for 1 Advance: end of turn"
    box.passes(PASSES - 0.1)
    assert box.frame.title == "Noted"
    box.passes(0.1)
    assert box.frame.title == "Turn 1: wonder"
    box.phone(Undo(), just_now=True)
    assert box.says == "Taken back Blue bought a brick for 1 Advance: end of turn"
    box.phone(Redo(), just_now=True)
    assert box.says == "Done again Blue bought a brick for 1 Advance: end of turn"


def test_the_last_wealth_brings_the_winner_home_and_what_decided(box: Box) -> None:
    box.told(do="end")
    page(box, "Wonder")
    wealth = {"do": "count-wealth", "gold": 0, "coins": 0, "stock": 0}
    box.told(colour="red", just_now=True, **wealth)
    assert box.frame.title == "Noted", "somebody's is missing yet"
    box.told(colour="blue", just_now=True, **wealth)
    assert box.frame.title == "Red wins"
    assert box.frame.picture is not None
    box.passes(STAYS)
    assert box.frame.title == "Red wins"


def test_what_the_mines_gave_stands_behind_select_until_the_turn_ends(box: Box) -> None:
    build(box, 3, 7)
    box.press("advance", "advance")
    assert box.frame.title == "2 mines drawn"
    box.press("red", "red")
    assert box.frame.title == "Turn 1: movement"
    for phase in ("movement", "building", "wonder"):
        to(box, phase)
        while box.frame.title.startswith("Turn 1"):
            box.press("select")
        assert box.frame.title.startswith("Mines")
        assert box.frame.picture is not None
        (cells,) = box.frame.picture.bands[-1].left
        assert isinstance(cells, Cells)
        assert [cell.number for cell in cells.each if cell.sign] == [3, 7]
        box.press("advance")


def test_steps_that_a_phone_takes_back_together_are_said_like_one(box: Box) -> None:
    to(box, "wonder")
    here = box.last["n"]
    for _ in range(3):
        box.told(do="buy-brick", colour="blue")
    box.passes(PASSES)
    box.phone(Undo(to=here), just_now=True)
    assert box.says == "Taken back 3 steps Advance: end of turn"
    box.phone(Redo(), just_now=True)
    assert box.says == "Done again 3 steps Advance: end of turn"
    box.passes(PASSES)
    box.phone(Undo(to=here))
    box.hold("back")
    box.press("select")
    assert box.says.startswith("Do it again? 3 steps ")
    box.press("advance")
    assert box.says == "Done again 3 steps"
    box.phone(Undo(to=here - 1), just_now=True)
    assert box.frame.title == "Turn 1: building", "what moves the game needs no words"


def test_what_a_phone_does_is_in_nobodys_way(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=1, just_now=True)
    assert box.says == "Noted Red: truck +1 Advance: movement"
    box.press("advance")
    assert box.game["phase"] == "movement", "the last row said so"
    page(box, "Wonder")
    box.told(do="change-fleet", colour="red", transporter="truck", by=1, just_now=True)
    assert box.frame.hint == "Advance: home"
    box.press("advance")
    assert box.frame.title == "Turn 1: movement"


def test_what_a_phone_does_never_hides_a_question_nor_what_is_read(box: Box) -> None:
    box.tap("FFFFFFFF")
    asked = box.frame
    box.told(do="change-fleet", colour="red", transporter="truck", by=1, just_now=True)
    assert box.frame == asked
    box.press("back")
    box.tap(tag_of(4))
    box.press("advance")
    said = box.frame
    box.told(do="change-fleet", colour="blue", transporter="truck", by=1, just_now=True)
    assert box.frame == said


def test_who_reads_a_later_leaf_finds_it_again_after_the_news(box: Box) -> None:
    build(box, 3, 7, 11, 12, 14)
    page(box, "Mines")
    box.press("select", "select")
    read = box.frame
    box.told(do="change-fleet", colour="red", transporter="truck", by=1, just_now=True)
    assert box.frame.title == "Noted"
    box.passes(PASSES)
    assert box.frame == read
    box.told(do="change-fleet", colour="red", transporter="truck", by=2, just_now=True)
    assert box.frame.title == "Noted"
    box.press("back")
    assert box.frame == read
