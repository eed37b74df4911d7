"""The display's words before there is anything else to say."""

from __future__ import annotations

import io
import time
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from companion.config import load
from companion.daemon import startup
from companion.daemon.startup import check_unlocked, open_storage, open_table, show_delay, splash
from companion.language.text import CompanionError, Text, text
from companion.notifier import Notifier
from companion.parts import Frame, Parts
from companion.storage.files import DataFolderUnusable, ReadFailed
from companion.storage.machine import UNKNOWN
from companion.storage.storage import Storage
from hardware.box import Box, build
from hardware.display.drawing import draw
from tests.fakes.box import GAMES, MESSAGES

REASONS = [
    text("cannot-start.port", host="0.0.0.0", port=65535, why="Address already in use"),
    text("cannot-start.data-folder", folder="/var/lib/companion", why="Read-only file system"),
    text("data-folder.no-file", folder="/var/lib/companion/games/20260101-1800.jsonl"),
    text("data-folder.newer", folder="/var/lib/companion"),
    text("data-folder.not-updated", folder="/var/lib/companion", why="No space left on device"),
    text("data-folder.unread", folder="/var/lib/companion", why="Input/output error"),
    text("data-folder.full", folder="/var/lib/companion", why="No space left on device"),
    text("data-folder.read-only", folder="/var/lib/companion", why="Read-only file system"),
    text("cannot-start.threads"),
]


@pytest.fixture
def box() -> Box:
    """A box with a simulated display and nothing else."""
    display = ("oled.driver=simulated", "buttons.driver=none", "rfid.driver=none")
    config, parts = load(None, display), Parts(Notifier())
    return build(config, lambda _: None, parts, colours=(), monotonic=time.monotonic)


def told(box: Box) -> Frame:
    """What the display was told to show last."""
    assert box.display is not None
    assert box.display.wanted is not None
    return box.display.wanted


def seen(box: Box) -> bytes:
    """The pixels that are lit."""
    assert box.simulated is not None
    return Image.open(io.BytesIO(box.simulated.screen_png())).convert("1").tobytes()


def break_off(box: Box, language: str, error: Exception) -> None:
    """Begin, and let this go wrong once the display has said so."""
    assert box.display is not None
    with splash(box, MESSAGES.language(language)):
        assert box.display.settle(5)
        assert told(box).large
        assert seen(box) == draw(told(box)).tobytes()
        raise error


@pytest.mark.parametrize("why", REASONS, ids=lambda why: why.code)
def test_what_keeps_it_from_starting_stays_and_is_read_at_a_glance(box: Box, why: Text) -> None:
    with pytest.raises(CompanionError):
        break_off(box, "it", CompanionError(why))
    reason = told(box)
    assert seen(box) == draw(reason).tobytes()
    assert "/" not in reason.title, "nobody can turn to a second page now"
    assert 1 <= len(reason.lines) <= 3


def test_with_any_other_fault_the_display_goes_dark(box: Box) -> None:
    with pytest.raises(ZeroDivisionError):
        break_off(box, "en", ZeroDivisionError())
    assert not any(seen(box))


def test_a_folder_that_another_companion_has_is_left_before_the_display_is_touched(tmp_path: Path) -> None:
    check_unlocked(tmp_path)
    journal = open_storage(tmp_path)
    with pytest.raises(DataFolderUnusable) as caught:
        check_unlocked(tmp_path)
    journal.close()
    assert caught.value.message.code == "cannot-start.data-folder-in-use"
    check_unlocked(tmp_path)


class Unsure:
    """A disk that does not give the games a few times."""

    def __init__(self, folder: Path, times: int) -> None:
        self.folder = folder
        self.left = times
        self.pauses: list[float] = []
        self.said: list[str] = []

    def __call__(self, *given: Any, **named: Any) -> Storage:
        if self.left:
            self.left -= 1
            raise ReadFailed(self.folder, "Input/output error")
        return Storage(*given, **named)

    def open(self) -> None:
        _, table = open_table(
            self.folder,
            UNKNOWN,
            GAMES,
            Notifier(),
            say=lambda what: self.said.append(what.code),
            pause=self.pauses.append,
        )
        table.close()


def test_a_failing_read_is_retried_with_growing_pauses_and_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    disk = Unsure(tmp_path, 4)
    monkeypatch.setattr(startup, "Storage", disk)
    disk.open()
    assert len(disk.pauses) == 4
    assert disk.pauses == sorted(disk.pauses)
    assert set(disk.said) == {"splash.unread"}
    assert len(caplog.records) == 1, "it is logged once"


def test_after_half_a_minute_it_ends_with_a_word_and_has_moved_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_storage(tmp_path).close()
    before = sorted(each.name for each in tmp_path.iterdir())
    disk = Unsure(tmp_path, 1000)
    monkeypatch.setattr(startup, "Storage", disk)
    with pytest.raises(ReadFailed):
        disk.open()
    assert 25 <= sum(disk.pauses) <= 40
    assert sorted(each.name for each in tmp_path.iterdir()) == before


def test_the_display_shows_that_the_card_does_not_answer(box: Box) -> None:
    italian = MESSAGES.language("it")
    with splash(box, italian):
        show_delay(box, italian, text("splash.unread"))
        assert box.display is not None
        assert box.display.settle(5)
        assert "non risponde" in " ".join(told(box).lines)
        assert "/" not in told(box).title
