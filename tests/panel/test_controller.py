"""The panel's thread: races with phones, faults, and what the display says after a start."""

from __future__ import annotations

import logging
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.games import Command
from companion.games.roads_and_boats.commands import ChangeFleet
from companion.language.text import text
from companion.panel.presses import DOUBLE_PRESS
from companion.parts import ButtonPressed, TagSeen
from companion.table.table import CommandResult
from tests.fakes.box import MESSAGES, Box, page, running, tag_of
from tests.patience import PATIENCE


def test_what_a_phone_does_is_shown_without_a_press(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        shown = threading.Event()
        box.panel.drain()
        box.on_frame = lambda frame: shown.set() if frame.title == "Turn 1: production" else None
        box.play("red", "blue")
        assert shown.wait(PATIENCE)


def test_a_press_made_before_a_phone_acted_and_judged_after_it_is_not_done(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play("red", "blue")
    box.panel.put(ButtonPressed("advance", False, 0.0))
    box.post(do="advance")
    with box.on():
        assert box.game["phase"] == "movement", "the press was meant for production"
        assert box.shown_text == "Look again Somebody was quicker. Nothing was done."
        box.press("advance")
        assert box.game["phase"] == "movement"
        box.press("advance")
        assert box.game["phase"] == "building"


def test_a_press_just_after_the_panels_own_command_counts(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play("red", "blue")
    for nth, button in enumerate(("advance", "advance", "advance", "red", "red")):
        box.panel.put(ButtonPressed(button, False, 2 * nth * DOUBLE_PRESS))
    with box.on():
        assert box.panel.drain()
        assert box.game["phase"] == "wonder"
        assert box.game["wonder"]["bricks"] == ["red", "red"]


def test_a_phone_that_acts_between_judging_and_doing_wins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
        assert box.panel.drain()
        perform = box.table.perform

        def slower(command: Command, **more: Any) -> CommandResult:
            monkeypatch.setattr(box.table, "perform", perform)
            perform(ChangeFleet("red", "truck", 1), source="phone")
            return perform(command, **more)

        monkeypatch.setattr(box.table, "perform", slower)
        box.press("advance")
        assert box.game["phase"] == "production"
        assert box.frame.title == "Look again"


def test_a_tag_needs_no_second_tap_because_a_phone_was_quick(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play("red", "blue")
    box.pair(3)
    box.post(do="build-mine", number=3, colour="red", mixture="standard", late=True)
    box.panel.put(TagSeen(tag_of(3), 0.0))
    box.post(do="change-fleet", colour="red", transporter="truck", by=1)
    with box.on():
        assert box.panel.drain()
        assert box.game["mines"][0]["drawn"] in {"gold", "iron"}


def test_any_error_is_logged_and_the_panel_lives_on(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with running(tmp_path) as box, caplog.at_level(logging.ERROR):
        box.play("red", "blue")
        with monkeypatch.context() as broken:
            broken.setattr(box.table, "perform", lambda *_, **__: 1 / 0)
            box.press("advance")
            assert box.shown_text == "That went wrong Nothing was changed. Try once more."
        assert "the panel stumbled" in caplog.text
        box.press("advance", "advance")
        assert box.game["phase"] == "movement"


def test_a_display_that_raises_does_not_stop_the_panel(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
        assert box.panel.drain()
        box.on_frame = lambda _: 1 / 0
        box.press("advance")
        assert box.game["phase"] == "movement"
        box.on_frame = lambda _: None
        box.press("advance")
        assert box.game["phase"] == "building"
        assert box.frame.title == "Turn 1: building"


def test_a_panel_can_be_stopped_before_it_was_started(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.panel.stop()
    box.table.close()


def test_a_wait_for_the_queue_ends_with_the_panel(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.panel.stop()
        waiting = threading.Thread(target=box.panel.drain, args=(3600.0,), daemon=True)
        waiting.start()
        waiting.join(PATIENCE)
        assert not waiting.is_alive()


def test_after_restoring_a_backup_the_display_reports_it(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.start_result = text("panel.is-back", made="2026-11-21 18:32")
    with box.on():
        assert "The copy of 2026-11-21" in box.shown_text


def test_after_a_restart_the_display_names_the_player_where_the_step_does_not(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
        box.post(do="build-mine", number=3, colour="red", mixture="standard", late=True)
        drawn = box.table.read({"type": "record-draw", "number": 3, "ore": "iron"})
        box.table.perform(drawn, source="phone", by="blue", name="Bob")
    with running(tmp_path) as box:
        assert box.shown_text.startswith("Resumed 1/2 turn 1, production. Last: B■ blue: Mine 3")
        box.post(do="change-fleet", colour="red", transporter="truck", by=1)
    with running(tmp_path) as box:
        assert box.shown_text == "Resumed 1/2 turn 1, production. Last: R● red: truck Advance: movement"


def test_the_box_page_warns_of_a_secret_that_an_undone_end_has_shown(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.play("red", "blue")
        box.post(do="end")
        box.post(do="undo")
        assert "somebody could know the dice" in page(box, "The box")


def test_a_press_that_meets_a_question_which_nobody_has_read_does_not_answer_it(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.languages = MESSAGES.codes  # asked for now: the display does not show it yet
        box.press("advance")
        assert box.frame.title == "English?"
        box.press("select")
        assert box.frame.title == "Suomi?"
