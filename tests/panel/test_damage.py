"""What a start found wrong stands on the display until Advance says that it was seen; a copy may go back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games import Question
from companion.games.screen import Screen
from companion.journal.copies import CopyFailed
from companion.journal.damage import Damage, Kind
from companion.language.messages import Language
from companion.language.text import text
from companion.panel.damage import damaged, putting_back
from companion.panel.layout import lay_out
from companion.parts import PartState
from companion.table import notice
from companion.table.commands import Acknowledge
from tests.fakes.box import MESSAGES, Box, running, tag_of
from tests.fakes.damaged import AT, COPY, FOUND, OFFERED, leave
from tests.panel.measuring import asked, measured

LANGUAGES = [MESSAGES.language(code) for code in MESSAGES.codes]
JOIN = Screen(text("panel.join", digits="4821"), qr="http://192.168.178.123:8080/J/4821")
FIRST = "Damage found 1/4 The newest entries were damaged. Advance: seen"


def aside_of(found: Damage) -> Screen:
    """A screen that says where everything lies as it was found."""
    said = notice.aside(found)
    assert said is not None
    return Screen(text("panel.damage"), (said,))


def played(folder: Path, found: Damage = FOUND) -> None:
    """Leave a game of two there, and something found wrong with it."""
    with running(folder) as box:
        box.play("red", "blue")
    leave(folder, found)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    played(tmp_path)
    with running(tmp_path) as box:
        yield box


@pytest.fixture
def offering(tmp_path: Path) -> Iterator[Box]:
    """A box that has a copy to put back."""
    played(tmp_path, OFFERED)
    with running(tmp_path) as box:
        yield box


def test_it_stands_until_advance_says_that_it_was_seen(box: Box) -> None:
    assert box.says == FIRST
    box.passes(700)
    assert box.says == FIRST, "no time takes it away"
    box.press("advance")
    assert (box.last["command"], box.last["from"]) == ({"type": "acknowledge", "at": AT}, "panel")
    assert box.table.snapshot.set_aside is None
    assert box.game["phase"] == "production", "the press did nothing else"
    assert box.says == "Resumed turn 1, production.", "now the display says where the game stands"
    box.press("advance", "advance")
    assert box.game["phase"] == "movement"


def test_what_nobody_has_seen_stands_there_again_after_the_next_start(tmp_path: Path) -> None:
    played(tmp_path)
    for _ in range(2):
        with running(tmp_path) as box:
            assert box.says == FIRST
    with running(tmp_path) as box:
        box.press("advance")
    with running(tmp_path) as box:
        assert box.says == "Resumed turn 1, production. Advance: movement"


def test_select_and_back_turn_over_all_that_is_said(box: Box) -> None:
    leaves = [box.says]
    for _ in range(3):
        box.press("select")
        leaves.append(box.says)
    assert " ".join(leaves).count("Advance: seen") == 4
    words = " ".join(each.split(" ", 3)[3].removesuffix(" Advance: seen") for each in leaves)
    assert words.replace(". damaged", ".damaged").replace("- 2026", "-2026") == (
        "The newest entries were damaged. 3 entries missing after entry 198."
        " Kept: journal.damaged-20261121T184107Z"
    )
    box.press("select")
    assert box.frame.qr is not None, "who would see to it on a phone finds the code behind it"
    box.press("select", "select")
    assert box.says == FIRST
    box.press("select", "back")
    assert box.says == FIRST
    box.hold("select")
    assert box.says != FIRST, "no press is swallowed"


@pytest.mark.parametrize("found", [FOUND, OFFERED], ids=["alone", "with-a-copy"])
def test_the_join_code_is_reached_while_it_stands_and_advance_leads_back(
    tmp_path: Path, found: Damage
) -> None:
    """A box that lost its games knows no phone any more, and its owner may want to decide on one."""
    played(tmp_path, found)
    with running(tmp_path) as box:
        first = box.says
        box.press("back")
        assert box.frame.qr is not None
        assert box.frame.title == "Code 4821"
        box.press("advance")
        assert box.says == first
        assert box.table.snapshot.set_aside == found, "that was no answer"


def test_a_phone_that_has_seen_it_takes_it_away_and_a_press_of_that_instant_does_nothing(box: Box) -> None:
    box.press("select")
    box.phone(Acknowledge(AT))
    assert box.frame.title == "Turn 1: production"
    box.press("advance")
    assert box.game["phase"] == "movement"


def test_an_advance_that_met_the_notice_when_a_phone_had_just_seen_it_does_not_go_on(tmp_path: Path) -> None:
    played(tmp_path)
    box = Box(tmp_path)
    box.press_soon("advance")
    box.phone(Acknowledge(AT))
    with box.on():
        assert box.frame.title == "Look again"
        assert box.game["phase"] == "production"


def test_a_colour_button_and_a_bag_do_what_they_always_do_and_the_display_says_so(box: Box) -> None:
    box.press("red")
    assert box.game["order"] == {"step": "praying", "asks": "red"}
    assert box.frame.title == "Noted"
    box.press("advance")
    assert box.says == FIRST, "it is not seen by that"
    box.press("red")
    assert box.frame.title == "Noted", "what was done behind it is told"
    box.press("advance")
    assert box.says == FIRST
    box.pair(3)
    box.tap(tag_of(3))
    assert "Mine 3" in box.says
    box.press("advance")
    assert box.says == FIRST
    assert box.table.snapshot.set_aside is not None


def test_back_held_asks_for_the_last_step_over_it(box: Box) -> None:
    box.told(do="change-fleet", colour="red", transporter="truck", by=2)
    box.hold("back")
    assert box.frame.title == "Undo?"
    box.press("advance")
    assert box.frame.title == "Taken back"
    box.press("advance")
    assert box.says == FIRST


def test_a_question_of_the_game_waits_behind_it_unanswered(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
        box.press("blue")
    leave(tmp_path)
    with running(tmp_path) as box:
        box.press("advance")
        assert box.frame.title == "Resumed 1/2"
        box.press("advance")
        assert box.frame.title == "Red: keep praying?"
        assert box.game["order"] == {"step": "praying", "asks": "red"}


def test_a_part_that_goes_does_not_hide_it(box: Box) -> None:
    states: tuple[PartState, ...] = ("ok", "missing")
    for state in states:
        box.parts.report("reader", state)
        assert box.says == FIRST
    box.press("advance")
    box.press("back")
    assert box.frame.title == "Reader: missing"


def test_a_copy_is_put_back_after_two_questions_with_no_shown_first(offering: Box) -> None:
    for _ in range(4):
        offering.press("select")
    assert offering.says == "Put it back? A copy of 18:32 goes to entry 201 Advance:yes Select:→ 2/3"
    offering.press("advance")
    assert offering.says == "Leave all as it is? No copy is put back. Advance:yes Select:→ 1/2"
    offering.press("select")
    assert offering.frame.title == "Really put it back?"
    offering.press("advance")
    assert offering.asked_of_box == [f"put-back {COPY}"]
    assert offering.says == "Putting it back Wait. The box starts anew by itself."
    offering.press("advance", "red", "back")
    assert offering.says == "Putting it back Wait. The box starts anew by itself."
    assert offering.asked_of_box == [f"put-back {COPY}"]
    assert offering.table.snapshot.set_aside is not None


def test_held_buttons_alone_put_no_copy_back(offering: Box) -> None:
    for button in ("advance", "advance", "select", "advance"):
        offering.press(button, held=True)
    assert offering.frame.title == "Leave all as it is?"
    assert offering.asked_of_box == []


def test_advance_does_not_pass_by_a_copy_that_is_offered(offering: Box) -> None:
    assert offering.says.endswith("Advance: what now?")
    offering.press("advance")
    assert offering.says == "Put it back? A copy of 18:32 goes to entry 201 Advance:yes Select:→ 1/2"
    offering.press("back")
    assert offering.frame.title.startswith("Damage found"), "nothing is decided yet"
    offering.press("advance", "advance")
    assert offering.frame.title == "Leave all as it is?"
    offering.press("back", "advance", "select")
    assert offering.says == "Go on without it? The copy is not offered again. Advance:yes Select:→ 2/2"
    offering.press("advance")
    assert offering.last["command"] == {"type": "acknowledge", "at": AT}
    assert offering.table.snapshot.set_aside is None
    assert offering.asked_of_box == []


def test_what_to_do_about_a_copy_is_not_asked_any_more_when_a_phone_has_decided(offering: Box) -> None:
    offering.press("advance")
    offering.phone(Acknowledge(AT))
    assert offering.frame.title == "Question closed"


@pytest.mark.parametrize("no", ["advance", "back"])
def test_who_says_no_puts_nothing_back_and_has_not_seen_it(offering: Box, no: str) -> None:
    offering.press("back", "back", "advance")
    assert offering.frame.title == "Leave all as it is?"
    offering.press(no)
    assert offering.frame.title == "Put it back?"
    assert offering.asked_of_box == []
    assert offering.table.snapshot.set_aside is not None


def test_the_question_closes_when_a_phone_decides_first(offering: Box) -> None:
    offering.press("back", "back", "advance", "select")
    offering.phone(Acknowledge(AT))
    assert offering.says == "Question closed This copy is not offered any more."
    offering.press("advance")
    assert offering.asked_of_box == []


def test_a_copy_that_cannot_be_put_back_is_said_and_the_panel_lives_on(offering: Box) -> None:
    offering.fails_to_put_back = CopyFailed("copy.damaged", COPY)
    offering.press("back", "back", "advance", "select", "advance")
    assert offering.frame.title.startswith("Not now")
    offering.press("select")
    assert "is not a whole" in offering.says
    offering.press("advance")
    assert offering.says.startswith("Put it back?")


def test_after_a_copy_was_put_back_the_display_says_so(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
    box = Box(tmp_path)
    box.came = notice.put_back(COPY)
    with box.on():
        assert box.frame.title == "Resumed 1/2"
        assert "The copy of 2026-11-21" in box.says


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("kind", ["file", "log", "behind", "gone"])
def test_all_that_is_said_of_it_fits(language: Language, kind: Kind) -> None:
    yesterday = "companion-20261120T183200Z-12001.sqlite"
    for last, lost in ((0, None), (12000, None), (12000, 0), (12000, 1), (12000, 12000)):
        for copy in (None, COPY, yesterday, "by-hand.sqlite"):
            copied = None if copy is None else 12001
            found = replace(FOUND, kind=kind, lost=lost, last=last, copy=copy, copied=copied)
            seen, *offers, by_phone = damaged(replace(found, aside=None), JOIN).choices
            assert by_phone.screen is JOIN
            measured(seen.screen, language)
            kept = "".join(row for frame in lay_out(aside_of(found), language) for row in frame.lines)
            assert kept.replace(" ", "").endswith(str(found.aside)), "a name too long for a row is broken"
            assert isinstance(seen.then, Question) == bool(offers)
            for choice in (seen, *offers):
                screens = [] if choice is seen else [choice.screen]
                for screen in (*screens, *(asked(choice.then) if isinstance(choice.then, Question) else ())):
                    (frame,) = measured(screen, language)
                    assert frame.title.endswith("?")
    measured(putting_back(), language)
    measured(Screen(text("panel.resumed"), (notice.put_back(COPY),)), language)
    for forgotten in (text("panel.forgotten-game"), text("panel.forgotten-name", count=1200)):
        measured(Screen(text("panel.resumed"), (forgotten,)), language)
