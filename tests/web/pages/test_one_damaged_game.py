"""An older game that is damaged, or gone, while the box runs costs that game alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from companion.storage.game_file import Content, read
from tests.fakes.folders import game_file
from tests.fakes.sitting import START, RecordingBox, Sitting, act, refusal
from tests.web.pages.layout import PAGES

STRADA = {
    **START,
    "system": "la-strada",
    "players": [{"colour": "red", "name": "Rosa"}, {"colour": "yellow"}],
}
DAMAGED = "its file is damaged or gone"
HARM: dict[str, Callable[[Path], object]] = {
    "damaged": lambda file: file.write_bytes(file.read_bytes().replace(b'"end"', b'"ent"')),
    "gone": Path.unlink,
    "another": lambda file: file.write_bytes(b"another\n"),
}


class Harmed(Sitting):
    """A game on the table, and an ended one of before that this start has found whole.

    older: the id of that. file: its own.
    """

    def __init__(self, folder: Path) -> None:
        before = Sitting(folder, RecordingBox())
        phone = before.phone()
        act(phone, STRADA)
        act(phone, {"type": "end"})
        self.older, self.file = before.table.all_games()[0].id, game_file(folder)
        before.clock.seconds += 3600
        act(phone, START)
        before.close()
        super().__init__(folder, RecordingBox(), before.clock)


@pytest.fixture
def harmed(tmp_path: Path) -> Iterator[Harmed]:
    sitting = Harmed(tmp_path)
    yield sitting
    sitting.close()


@pytest.fixture(params=HARM)
def any_harm(harmed: Harmed, request: pytest.FixtureRequest) -> Harmed:
    HARM[request.param](harmed.file)
    return harmed


def test_every_page_is_there_and_lists_report_the_damage_of_this_game(any_harm: Harmed) -> None:
    phone, (here, there) = any_harm.phone(), any_harm.table.games()
    for page in (*PAGES, "/"):
        assert phone.get(page, headers={"X-Fragment": "main"}).status_code in {200, 302, 303}, page
    assert (here.readable, there.readable, there.id) == (True, False, any_harm.older)
    assert {each["game"] for each in phone.get("/api/v1/log").get_json()["entries"]} == {here.id}
    assert DAMAGED in phone.get("/games").text
    assert "One game cannot be read" in phone.get("/book").text


def test_what_is_asked_of_it_alone_is_refused_with_what_to_do(any_harm: Harmed) -> None:
    phone, older = any_harm.phone(), any_harm.older
    for page in (f"/report/{older}", f"/games/{older}/at/1", f"/games/{older}/give"):
        answer = phone.get(page)
        assert (answer.status_code, "Restart the box" in answer.text) == (503, True), page
    for way in (f"/api/v1/games/{older}/report", f"/api/v1/export?game={older}"):
        assert refusal(phone.get(way), 503)["code"] == "journal-broken"
    assert refusal(act(phone, {"type": "resume", "game": older}), 503)["code"] == "journal-broken"


def test_a_game_of_its_kind_is_begun_as_ever(any_harm: Harmed) -> None:
    assert act(any_harm.phone(), {**STRADA, "replace": True}).status_code == 200


def test_the_next_start_sets_it_aside_and_goes_on_with_what_is_left(
    harmed: Harmed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("companion.storage.recovery.READ_AT_START", 0)
    HARM["damaged"](harmed.file)
    troubles = [harmed.journal.trouble]
    harmed.table.games()
    assert [*troubles, harmed.journal.trouble] == [None, "journal-broken"]
    for _ in range(2):
        harmed.close()
        harmed.__post_init__()
        assert harmed.journal.trouble is None
        damage = harmed.table.snapshot.set_aside
        assert damage is not None
        assert (harmed.folder / str(damage.aside) / harmed.file.name).exists()
        assert [(each.readable, each.ended) for each in harmed.table.games()] == [(True, False)] * 2


def test_a_disk_that_does_not_give_it_keeps_no_start_from_the_others(
    harmed: Harmed, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(path: Path) -> Content:
        if path == harmed.file:
            raise OSError(5, "Input/output error")
        return read(path)

    monkeypatch.setattr("companion.storage.recovery.READ_AT_START", 0)
    for room in ("queries", "recovery"):
        monkeypatch.setattr(f"companion.storage.{room}.read", fails)
    for _ in range(2):
        assert [each.readable for each in harmed.table.games()] == [True, False]
        harmed.close()
        harmed.__post_init__()


def test_a_page_without_its_frame_is_reported_in_the_readers_language_and_once_in_the_log(
    playing: Sitting, caplog: pytest.LogCaptureFixture
) -> None:
    def fails() -> None:
        raise RuntimeError("the frame")

    phone = playing.app_with(came=fails).test_client()
    for _ in range(3):
        for page in ("/table", "/nothing-of-the-kind"):
            answer = phone.get(page, headers={"Accept-Language": "it"})
            assert answer.status_code in {404, 500}
            assert "<h1>Non ha funzionato</h1>" in answer.text
            assert answer.headers["Content-Language"] == "it"
    assert [each.levelname for each in caplog.records] == ["ERROR"]
