"""What waits for the panel is bounded, and nothing is done late and unseen."""

from __future__ import annotations

import logging
import queue
import threading
from pathlib import Path
from typing import Any

import pytest

from companion.games import Command
from companion.games.roads_and_boats.commands import CountWealth
from companion.panel.controller import MAX_DELAY, MAX_WAITING
from companion.parts import ButtonPressed, TagSeen
from companion.table.commands import Undo
from companion.table.table import CommandResult
from tests.fakes.box import Box, running, tag_of
from tests.patience import PATIENCE

MISSED = "Not done The box was busy. Press again."


def test_presses_of_a_broken_button_that_find_no_place_are_not_done_nor_those_that_wait(
    tmp_path: Path,
) -> None:
    box = Box(tmp_path)
    box.play("red", "blue")
    for _ in range(100 * MAX_WAITING):
        box.panel.put(ButtonPressed("advance", False, 0.0))
        box.panel.put(TagSeen(tag_of(3), 0.0))
    assert box.panel.waiting == MAX_WAITING
    with box.on():
        assert box.shown_text == MISSED
        assert box.game["phase"] == "production"
        box.press("advance")
        assert box.frame.title == "Turn 1: production", "the press that has seen it takes it away"
        box.press("advance")
        assert box.game["phase"] == "movement"


def test_as_many_as_have_a_place_are_all_done(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play("red", "blue")
    for _ in range(MAX_WAITING):
        box.panel.put(ButtonPressed("select", False, 0.0))
    with box.on():
        assert box.frame.title != "Not done"
        assert box.panel.waiting == 0


def test_a_press_that_had_to_wait_too_long_is_not_done(tmp_path: Path) -> None:
    box = Box(tmp_path)
    box.play("red", "blue")
    box.panel.put(ButtonPressed("advance", False, box.time))
    box.time += MAX_DELAY + 1
    with box.on():
        assert box.shown_text == MISSED
        assert box.game["phase"] == "production"


def test_after_a_shutdown_a_storm_does_not_hide_when_to_pull_the_plug(tmp_path: Path) -> None:
    with running(tmp_path) as box:
        box.press("back")
        box.hold("select")
        box.press("select", "advance", "select", "advance")
        for _ in range(3 * MAX_WAITING):
            box.panel.put(ButtonPressed("advance", False, box.time))
        assert "you may pull the plug" in box.shown_text


def test_what_a_phone_does_between_a_press_and_its_outcome_makes_nothing_stumble(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The phone is quicker than the panel's next look at the table, and takes the press's own step back."""
    with caplog.at_level(logging.WARNING), running(tmp_path) as box:
        box.play("red", "blue")
        for number in (3, 7):
            box.post(do="build-mine", number=number, colour="red", mixture="standard", late=True)
        perform = box.table.perform
        titles: list[str] = []
        box.on_frame = lambda frame: titles.append(frame.title)

        def overtaking(command: Command, **more: Any) -> CommandResult:
            done = perform(command, **more)
            monkeypatch.setattr(box.table, "perform", perform)
            perform(Undo(), source="phone")
            return done

        box.press("advance")
        monkeypatch.setattr(box.table, "perform", overtaking)
        box.press("advance")
        assert box.game["phase"] == "production", "the phone has taken it back"
        assert "2 mines drawn" in titles, "what the press did was said of the table that it left"
    assert "stumbled" not in caplog.text


def test_a_press_made_before_a_phone_acted_is_not_done_though_a_bag_was_read_in_between(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = Box(tmp_path)
    box.play("red", "blue")
    box.pair(3)
    box.post(do="build-mine", number=3, colour="red", mixture="standard", late=True)
    perform = box.table.perform

    def after_a_phone(command: Command, **more: Any) -> CommandResult:
        monkeypatch.setattr(box.table, "perform", perform)
        perform(CountWealth("red", 1, 0, 0), source="phone")
        return perform(command, **more)

    box.panel.put(TagSeen(tag_of(3), 0.0))
    box.panel.put(ButtonPressed("blue", False, 0.0))
    monkeypatch.setattr(box.table, "perform", after_a_phone)
    with box.on():
        assert box.frame.title == "Look again"
        assert box.game["phase"] == "production"


def test_a_panel_at_rest_is_alive_without_being_woken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rests = threading.Event()

    class Watched(queue.SimpleQueue[Any]):
        def get(self, block: bool = True, timeout: float | None = None) -> Any:
            if threading.current_thread().name != "panel":
                return super().get(block, timeout)
            rests.set()
            item = super().get(block, timeout)
            rests.clear()
            return item

    monkeypatch.setattr(queue, "SimpleQueue", Watched)
    with running(tmp_path) as box:
        assert box.panel.drain()
        monkeypatch.setattr(box.panel, "drain", lambda _: False)
        assert rests.wait(PATIENCE)
        assert box.panel.alive(0.0)


def test_a_panel_that_hangs_is_not_alive_and_neither_is_one_that_has_ended(tmp_path: Path) -> None:
    held, free = threading.Event(), threading.Event()

    def hang(_: object) -> None:
        held.set()
        free.wait(PATIENCE)

    with running(tmp_path) as box:
        assert box.panel.drain()
        box.on_frame = hang
        box.press_soon("select")
        assert held.wait(PATIENCE)
        assert not box.panel.alive(0.0)
        free.set()
        assert box.panel.alive(PATIENCE)
    assert not box.panel.alive(0.0)
