"""The display's words before there is anything else to say."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.daemon.starting import CannotStart, greeting, keep_out, open_journal
from companion.journal.folder import DataFolderUnusable
from companion.language.text import Text, text
from companion.parts import Frame
from tests.fakes.box import MESSAGES

REASONS = [
    text("cannot-start.port", host="0.0.0.0", port=65535, why="Address already in use"),
    text("cannot-start.data-folder", folder="/var/lib/companion", why="Read-only file system"),
    text("data-folder.newer", folder="/var/lib/companion"),
    text("data-folder.not-updated", folder="/var/lib/companion", why="No space left on device"),
]


class Display:
    """What is seen, in its order; None is the dark."""

    def __init__(self) -> None:
        self.seen: list[Frame | None] = []

    def greet(self, frame: Frame) -> None:
        self.seen.append(frame)

    def show(self, frame: Frame) -> None:
        self.seen.append(frame)

    def stop(self, *, blank: bool = True) -> None:
        self.seen += [None] if blank else []


@pytest.mark.parametrize("language", MESSAGES.codes)
@pytest.mark.parametrize("why", REASONS, ids=lambda why: why.code)
def test_what_keeps_it_from_starting_stays_and_is_read_at_a_glance(language: str, why: Text) -> None:
    display = Display()
    with pytest.raises(CannotStart), greeting(display, MESSAGES.language(language)):
        raise CannotStart(why)
    splash, reason = display.seen
    assert splash is not None
    assert splash.large
    assert reason is not None
    assert "/" not in reason.title, "nobody can turn to a second page now"
    assert 1 <= len(reason.lines) <= 3


def test_whatever_else_goes_wrong_the_display_goes_dark() -> None:
    display = Display()
    with pytest.raises(ZeroDivisionError), greeting(display, MESSAGES.language("en")):
        raise ZeroDivisionError
    assert display.seen[1:] == [None]


def test_a_folder_that_another_companion_has_is_left_before_the_display_is_touched(tmp_path: Path) -> None:
    keep_out(tmp_path)
    journal = open_journal(tmp_path)
    with pytest.raises(DataFolderUnusable) as caught:
        keep_out(tmp_path)
    journal.close()
    assert caught.value.said.code == "cannot-start.data-folder-in-use"
    keep_out(tmp_path)
