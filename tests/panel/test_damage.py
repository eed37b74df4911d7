"""What a start found wrong stands on the display until Advance says that it was seen; a copy may go back."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.games import Question
from companion.games.screen import Screen
from companion.language.messages import Language
from companion.language.text import text
from companion.panel.damage import damage_question, restoring_screen
from companion.panel.layout import lay_out
from companion.storage.backup import BackupFailed
from companion.storage.damage import Damage, Kind
from companion.table import damage_text
from companion.table.commands import Acknowledge
from tests.fakes.box import MESSAGES, Box, running
from tests.fakes.damaged import AT, COPY, FOUND, OFFERED, leave
from tests.panel.measuring import asked, measured

LANGUAGES = [MESSAGES.language(code) for code in MESSAGES.codes]
JOIN = Screen(text("panel.join", digits="4821"), qr="http://192.168.178.123:8080/J/4821")
FIRST = "Damage found 1/3 The newest entries were damaged. Advance: seen"


def aside_of(found: Damage) -> Screen:
    """A screen that says where everything lies as it was found."""
    said = damage_text.aside_text(found)
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


def test_unacknowledged_damage_is_shown_again_after_the_next_start(tmp_path: Path) -> None:
    played(tmp_path)
    for _ in range(2):
        with running(tmp_path) as box:
            assert box.shown_text == FIRST
    with running(tmp_path) as box:
        box.press("advance")
    with running(tmp_path) as box:
        assert box.shown_text == "Resumed turn 1, production. Advance: movement"


def test_an_advance_that_met_the_notice_when_a_phone_had_just_seen_it_does_not_go_on(tmp_path: Path) -> None:
    played(tmp_path)
    box = Box(tmp_path)
    box.press_soon("advance")
    box.phone(Acknowledge(AT))
    with box.on():
        assert box.frame.title == "Look again"
        assert box.game["phase"] == "production"


def test_a_backup_that_cannot_be_restored_is_reported_and_the_panel_lives_on(offering: Box) -> None:
    offering.fails_to_restore = BackupFailed("copy.damaged", COPY)
    offering.press("back", "back", "advance", "select", "advance")
    assert offering.frame.title.startswith("Not now")
    offering.press("select")
    assert "is not a whole" in offering.shown_text
    offering.press("advance")
    assert offering.shown_text.startswith("Put it back?")


def test_after_restoring_a_backup_the_display_reports_it(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
    box = Box(tmp_path)
    box.start_result = damage_text.restored_text(COPY)
    with box.on():
        assert box.frame.title == "Resumed 1/2"
        assert "The copy of 2026-11-21" in box.shown_text


@pytest.mark.parametrize("language", LANGUAGES, ids=lambda language: language.code)
@pytest.mark.parametrize("kind", ["file", "log", "behind", "gone"])
def test_all_texts_about_damage_fit(language: Language, kind: Kind) -> None:
    yesterday = "companion-20261120T183200Z-12001.sqlite"
    for last, lost in ((0, None), (12000, None), (12000, 0), (12000, 1), (12000, 12000)):
        for copy in (None, COPY, yesterday, "by-hand.sqlite"):
            copied = None if copy is None else 12001
            found = replace(FOUND, kind=kind, lost=lost, last=last, backup=copy, backup_last=copied)
            seen, *offers, by_phone = damage_question(replace(found, aside=None), JOIN).choices
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
    measured(restoring_screen(), language)
    measured(Screen(text("panel.resumed"), (damage_text.restored_text(COPY),)), language)
    for forgotten in (text("panel.forgotten-game"), text("panel.forgotten-name", count=1200)):
        measured(Screen(text("panel.resumed"), (forgotten,)), language)
