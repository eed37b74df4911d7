"""What the panel asks: taking back, pairing a tag, and when a question closes."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.panel.front import BLINK
from companion.panel.memory import PASSES
from companion.panel.presses import HAND
from companion.parts import TagUnread
from companion.table.commands import PairTag, Redo, Undo
from tests.fakes.box import Box, running, tag_of

NEW = "0F0184F07B"


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path) as box:
        box.play("red", "blue")
        yield box


def test_back_held_names_the_step_and_advance_takes_it_back(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=2)
    box.hold("back")
    assert box.says == "Undo? Red: truck +2 Advance: yes Back: no"
    assert box.game["fleets"]["red"] == {"donkey": 3, "truck": 2}
    box.press("advance")
    assert box.game["fleets"]["red"] == {"donkey": 3}
    assert box.says == "Taken back Red: truck +2"
    assert (box.last["command"]["type"], box.last["from"]) == ("undo", "panel")


def test_undo_names_the_moment_it_leads_back_to_when_it_crosses_a_phase(box: Box) -> None:
    box.press("advance")
    box.hold("back")
    assert box.says == "Undo? On to movement ← turn 1, production Advance: yes Back: no"
    box.press("advance")
    assert box.game["phase"] == "production"
    assert box.says == "Taken back On to movement turn 1, production"


def test_what_a_button_did_is_not_said_any_longer_once_a_phone_took_it_back(box: Box) -> None:
    for _ in range(3):
        box.press("advance")
    box.press("red")
    assert box.says == "Noted Red bought a brick for 1"
    box.told(do="count-wealth", colour="blue", gold=1, coins=0, stock=0)
    assert box.says == "Noted Red bought a brick for 1"
    box.phone(Undo())
    assert "bought a brick" in box.says, "that still holds"
    box.phone(Undo(), just_now=True)
    assert box.says == "Taken back Red bought a brick for 1 Advance: end of turn"
    box.passes(PASSES)
    assert box.frame.title == "Turn 1: wonder"


def test_back_says_no_and_nothing_is_taken_back(box: Box) -> None:
    box.press("advance")
    box.hold("back")
    box.press("back")
    assert box.game["phase"] == "movement"
    assert box.frame.title == "Turn 1: movement"


def test_select_offers_to_do_again_what_was_taken_back_last(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=2)
    box.told(do="change-fleet", colour="red", transporter="raft", by=1)
    box.phone(Undo())
    box.hold("back")
    assert box.says == "Undo? Red: truck +2 Advance:yes Select:→ 1/2"
    box.press("select")
    assert box.says == "Do it again? Red: raft +1 Advance:yes Select:→ 2/2"
    box.press("advance")
    assert box.game["fleets"]["red"] == {"donkey": 3, "truck": 2, "raft": 1}
    assert box.says == "Done again Red: raft +1"


def test_where_nothing_can_be_taken_back_back_held_says_so(box: Box) -> None:
    box.hold("back")
    assert box.says == "Not now There is nothing to take back."
    box.press("back")
    assert box.frame.title == "Turn 1: production"


def test_undo_closes_when_the_step_has_become_another_one(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=2)
    box.hold("back")
    box.told(do="change-fleet", colour="blue", transporter="truck", by=1)
    assert box.says == "Question closed The last step is another one now."
    box.press("advance")
    assert box.game["fleets"]["blue"] == {"donkey": 3, "truck": 1}
    assert box.frame.title == "Turn 1: production"


def test_a_question_closes_when_another_phase_begins_and_says_why(box: Box) -> None:
    box.tap(NEW)
    assert box.asks
    box.told(do="advance")
    assert box.says == "Question closed The game has moved on meanwhile."
    box.press("advance")
    assert NEW not in box.table.snapshot.tags, "the press only took the notice away"
    assert box.game["phase"] == "movement"


def test_a_question_closes_with_the_rules_reason_when_its_command_would_be_refused(box: Box) -> None:
    box.press("select", "select")
    box.hold("select")
    assert box.says == "Red calls? for the order of play Advance:yes Select:→ 1/2"
    box.told(do="change-fleet", colour="red", transporter="truck", by=2)
    assert box.says == "Question closed Already under way: call next phase."
    box.press("select", "select")
    assert box.frame.title.startswith("Order of play")


def test_a_question_that_could_only_be_refused_is_not_asked_but_answered(box: Box) -> None:
    box.told(do="build-mine", number=3, colour="red", mixture="standard", late=True)
    box.press("select", "select", "select")
    box.hold("select")
    assert box.says == "Not now First draw mine 3."


def test_a_refusal_is_said_in_words_and_any_press_takes_it_away(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=6)
    box.press("advance")
    assert box.says == "Not now Red's fleet is too large: 4 must go."
    box.press("advance")
    assert box.frame.title == "Turn 1: production"
    assert box.game["phase"] == "production"


def test_a_refusal_goes_by_itself_once_something_was_done_about_it(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=6)
    box.press("advance")
    assert box.frame.title == "Not now"
    box.told(do="change-fleet", colour="red", transporter="truck", by=-4)
    assert box.frame.title == "Turn 1: production"
    box.press("advance")
    assert box.game["phase"] == "movement"


def test_what_a_tap_showed_makes_way_for_a_question_that_a_phone_brings_about(box: Box) -> None:
    box.told(do="advance")
    box.told(do="advance")
    box.told(do="build-mine", number=7, colour="red", mixture="standard")
    box.pair(7)
    box.told(do="advance")
    box.told(do="advance")
    box.tap(tag_of(7))
    box.press("select", "select")
    assert "Mine 7" in box.says
    box.told(do="call-for-order", colour="blue")
    assert box.front.settle()
    assert box.frame.title.endswith("?")


def test_a_notice_longer_than_the_display_goes_on_with_select(box: Box) -> None:
    reason = "we counted the turns once more by the neutral bricks on the board"
    box.told(do="correct", field="turn", value=3, reason=reason)
    box.hold("back")
    box.press("advance")
    said: list[str] = []
    for leaf in (1, 2, 3):
        assert box.frame.title == f"Taken back {leaf}/3"
        said += box.frame.lines
        box.press("select")
    assert box.frame.title == "Turn 1: production"
    assert " ".join(said) == f"Corrected, turn: {reason} turn 1, production"


def test_a_refusal_is_said_in_few_words_where_the_catalogue_has_some(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=6)
    box.press("advance")
    assert box.says == "Not now Red's fleet is too large: 4 must go."


def test_a_new_tag_asks_for_its_bag_built_ones_without_a_tag_first(box: Box) -> None:
    for number in (5, 9):
        box.told(do="build-mine", number=number, colour="red", mixture="standard", late=True)
    box.pair(5)
    box.tap(NEW)
    assert box.says == "Bag 9? New tag: which bag? Advance:yes Select:→ 1/40"
    box.press("select")
    assert box.frame.title == "Bag 1?"
    box.press("advance")
    assert box.table.snapshot.tags[NEW] == 1
    assert box.says == "Bag 1 Tag paired. Tap again to use the bag."


def test_a_held_select_jumps_in_the_long_list_of_bags(box: Box) -> None:
    box.tap(NEW)
    assert box.frame.title == "Bag 1?"
    box.hold("select")
    assert box.frame.title == "Bag 6?"
    box.hold("select")
    box.press("select")
    assert box.frame.title == "Bag 12?"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ("04:37:4B:D2:9C", "04:37:4B:D2:9C"),
        ("04:37:4B:D2:9C:39", "04:37:4B:D2..."),
        ("0F0184F07", "0F0184F07"),
    ],
)
def test_what_a_reader_writes_in_no_known_form_is_shown_on_one_leaf_and_nothing_is_done(
    box: Box, written: str, shown: str
) -> None:
    version = box.table.snapshot.version
    box.front.put(TagUnread(written, box.time))
    assert box.front.settle()
    assert box.says == f"Tag not read typed {shown}: not a form I know"
    assert box.table.snapshot.version == version
    box.press("advance")
    assert box.frame.title == "Turn 1: production"


def test_a_question_stays_behind_what_a_reader_has_written(box: Box) -> None:
    box.tap(NEW)
    asked = box.says
    box.front.put(TagUnread("04:37:4B:D2:9C:39", box.time))
    assert box.front.settle()
    box.press("back")
    assert box.says == asked


def test_another_new_tag_asks_anew(box: Box) -> None:
    box.tap(NEW)
    box.press("select")
    box.tap("FFFFFFFF")
    assert box.frame.title == "Bag 1?"
    box.press("advance")
    assert dict(box.table.snapshot.tags) == {"FFFFFFFF": 1}


def test_a_tag_is_paired_without_a_game_too(tmp_path: Path) -> None:
    with running(tmp_path / "empty") as box:
        box.tap(NEW)
        assert box.says == "Bag 1? New tag: which bag? Advance:yes Select:→ 1/40"
        box.press("advance")
        assert box.table.snapshot.tags[NEW] == 1
        box.tap(NEW)
        assert box.says == "Bag 1 No game is on the table."


def test_a_list_of_bags_loses_none_of_its_numbers(box: Box) -> None:
    box.pair(3, 7)
    box.tap(NEW)
    offered = []
    for _ in range(40):
        offered.append(box.frame.title)
        box.press("select")
    assert box.frame.title == offered[0]
    assert offered[-2:] == ["Bag 3?", "Bag 7?"]
    assert len(set(offered)) == 40


def test_a_colour_button_puts_an_open_question_aside_and_does_what_it_says(box: Box) -> None:
    box.tap(NEW)
    box.press("red")
    assert box.game["order"] == {"step": "praying", "asks": "red"}


def test_the_panel_takes_back_what_a_phone_did_and_a_phone_what_the_panel_did(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=1)
    box.hold("back")
    box.press("advance")
    box.phone(Redo())
    box.press("advance")
    assert box.game["phase"] == "production", "the last row said that it leads home"
    box.press("advance")
    box.phone(Undo())
    assert box.frame.title == "Turn 1: production"
    assert box.game["fleets"]["red"] == {"donkey": 3, "truck": 1}


def test_a_tag_that_was_paired_meanwhile_closes_nothing_but_is_known(box: Box) -> None:
    box.phone(PairTag(tag_of(4), 4))
    box.tap(tag_of(4))
    assert box.says == "Mine 4 is not built."


def test_a_bag_that_one_reader_has_named_whole_is_known_by_one_that_says_four_bytes(box: Box) -> None:
    box.phone(PairTag("0F0184F07B", 4))
    for tag in ("0F0184F07B", "0184F07B"):
        box.tap(tag)
        assert box.says == "Mine 4 is not built."
    assert dict(box.table.snapshot.tags) == {"0F0184F07B": 4}, "nothing is written down anew"


def test_a_tag_with_the_same_four_bytes_as_another_that_is_known_is_asked_about(box: Box) -> None:
    box.phone(PairTag("0F0184F07B", 4))
    box.tap("100184F07B")
    assert box.frame.title == "Bag 1?"


def test_a_hand_that_presses_advance_twice_leaves_one_phase(box: Box) -> None:
    box.press("advance")
    box.press_again("advance", 0.1)
    box.press_again("advance", 0.2)
    assert box.game["phase"] == "movement"
    assert box.frame.title == "Turn 1: movement"
    box.press_again("advance", HAND)
    assert box.game["phase"] == "building"


def test_a_hand_that_presses_a_colour_twice_buys_one_brick_and_a_slower_one_two(box: Box) -> None:
    for _ in range(3):
        box.told(do="advance")
    box.press("red")
    box.press_again("red", 0.39)
    assert box.game["wonder"]["bricks"] == ["red"]
    assert box.says == "Noted Red bought a brick for 1"
    box.press_again("red", 0.4)
    assert box.game["wonder"]["bricks"] == ["red", "red"]


def test_a_bought_brick_is_said_with_the_way_home_which_advance_then_goes_first(box: Box) -> None:
    for _ in range(3):
        box.told(do="advance")
    box.press("red")
    assert box.frame.hint == "Advance: home"
    box.press_again("advance", HAND / 2)
    assert (box.frame.title, box.game["phase"]) == ("Turn 1: wonder", "wonder")
    box.press_again("advance", HAND / 2)
    assert box.game["phase"] == "production"


def test_a_press_that_leaves_the_display_as_it_was_makes_its_last_row_blink(box: Box) -> None:
    box.press("advance")
    shown = box.frame
    box.press_again("advance", HAND / 4)
    assert box.game["phase"] == "movement"
    assert box.frame == replace(shown, blink=True)
    box.passes(BLINK)
    assert box.frame == shown
    box.press_again("advance", HAND / 8)
    assert box.frame.blink
    box.press_again("select", BLINK / 2)
    assert not box.frame.blink, "what is new ends it"


def test_a_bag_laid_down_once_more_blinks_and_one_that_is_read_badly_does_not(box: Box) -> None:
    box.pair(4)
    box.tap(tag_of(4))
    shown = box.frame
    box.tap(tag_of(4), again=True)
    assert box.frame == shown
    box.tap(tag_of(4))
    assert box.frame == replace(shown, blink=True)


def test_a_press_after_somebody_else_has_acted_is_meant(box: Box) -> None:
    for _ in range(3):
        box.told(do="advance")
    box.press("red")
    box.told(do="buy-brick", colour="blue")
    box.press_again("red", 0.1)
    assert box.game["wonder"]["bricks"] == ["red", "blue", "red"]


def test_two_hands_at_two_buttons_are_both_meant(box: Box) -> None:
    for _ in range(3):
        box.told(do="advance")
    box.press("red")
    box.press_again("blue", 0.05)
    box.press_again("red", 0.05)
    assert box.game["wonder"]["bricks"] == ["red", "blue", "red"]


def test_a_hand_that_answers_twice_does_not_answer_for_the_next_player(box: Box) -> None:
    box.told(do="correct", field="option", value={"amb_31": True}, reason="agreed")
    box.press("blue")
    assert box.frame.title == "Red: keep praying?"
    box.press("back")
    box.press_again("back", 0.1)
    assert box.frame.title == "Blue: keep praying?"


def test_select_walks_as_fast_as_a_hand_can_press(box: Box) -> None:
    box.press("select")
    box.press_again("select", 0.1)
    assert box.frame.title == "Order and start tiles"
