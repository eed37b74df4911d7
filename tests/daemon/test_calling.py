"""The panel of a table of an event with the organiser behind it: from the press to what is said back."""

from __future__ import annotations

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.daemon.box_service import organiser_status
from companion.panel.box_status import BoxStatus
from companion.panel.organiser import OrganiserStatus
from companion.panel.questions import TIMEOUT
from companion.storage.storage import Storage, StorageFailed
from companion.table.organiser import Call, Notice, Organiser, Reply
from tests.fakes.box import NOW, Box, entropy

EVENT = "club-2026"
AT = "2026-11-21T18:03:11Z"


class AtEvent(Box):
    """A box whose keeper asks the organiser himself."""

    def __init__(self, folder: Path) -> None:
        self.journal = Storage(folder / "settings", at=NOW, entropy=entropy)
        super().__init__(folder / "games")
        self.host = Organiser(self.journal.settings, EVENT, 12, self.notifier, lambda: NOW)

    def status(self) -> BoxStatus:
        return replace(super().status(), organiser=organiser_status(self.host))

    def call_organiser(self, *, cancel: bool) -> None:
        if cancel:
            self.host.cancel()
        else:
            self.host.place_call()


def test_a_table_calls_on_its_panel_and_is_shown_the_reply_and_the_end(tmp_path: Path) -> None:
    box = AtEvent(tmp_path)
    with box.on():
        while not box.frame.title.startswith("The box"):
            box.press("select")
        box.hold("select")
        box.press("select", "advance", "select", "advance")
        assert box.host.call == Call(AT, 12)
        assert box.shown_text.startswith("Organiser called")
        again = Organiser(box.journal.settings, EVENT, 12, box.notifier, lambda: NOW)
        assert organiser_status(again) == OrganiserStatus(called_at=AT), "a restart takes no call back"
        elsewhere = Organiser(box.journal.settings, "fair-2027", 12, box.notifier, lambda: NOW)
        assert elsewhere.call is None, "the organiser of another event was not called"
        box.host.on_reply(Reply("2026-11-21T17:00:00Z", AT))
        assert box.shown_text.startswith("Organiser called"), "an answer to another call"
        box.host.on_reply(Reply(AT, AT))
        assert box.shown_text.startswith("Organiser Is on the way to you.")
        box.host.on_reply(Reply(AT, AT, done=True))
        assert box.shown_text.startswith("Call settled")
        assert organiser_status(box.host) == OrganiserStatus(settled_at=AT)
        box.passes(TIMEOUT)
        box.host.on_notice(Notice("Round ends 18:30", AT))
        assert box.shown_text.startswith("Organiser Round ends 18:30")
    box.journal.close()


def test_a_full_disk_takes_no_call_and_lets_none_stand_that_is_settled(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    box = AtEvent(tmp_path)

    def full(*_: object) -> None:
        raise StorageFailed("journal-full")

    with monkeypatch.context() as disk:
        disk.setattr(box.journal.settings, "set", full)
        with pytest.raises(StorageFailed):
            box.host.place_call()
        assert organiser_status(box.host) == OrganiserStatus()
    box.host.place_call("red")
    monkeypatch.setattr(box.journal.settings, "set", full)
    with pytest.raises(StorageFailed):
        box.host.cancel()
    assert box.host.call == Call(AT, 12, "red")
    box.host.on_reply(Reply(AT, AT, done=True))
    assert organiser_status(box.host) == OrganiserStatus(settled_at=AT)
    box.table.close()
    box.journal.close()


def test_a_call_of_the_same_second_as_another_is_not_answered_by_what_answered_that(tmp_path: Path) -> None:
    box = AtEvent(tmp_path)
    box.host.place_call()
    box.host.on_reply(Reply(AT, AT))
    box.host.cancel()
    box.host.place_call()
    assert organiser_status(box.host) == OrganiserStatus(called_at=AT)
    box.table.close()
    box.journal.close()
