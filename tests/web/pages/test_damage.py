"""Every page reports damage found at the start until it is acknowledged, and offers a backup."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from werkzeug.test import TestResponse

from companion.storage.backup import BackupFailed
from companion.storage.damage import Damage
from companion.storage.storage import Storage, StorageFailed
from tests.fakes.damaged import AT, COPY, FOUND, OFFERED, leave
from tests.fakes.sitting import START, RecordingBox, Sitting, act, refusal

PAGES = ("/table", "/act", "/log", "/games", "/join", "/rules", "/aids", "/box", "/nothing-of-the-kind")
SEEN = {"type": "acknowledge", "at": AT}
LOST = "3 entries are missing after entry 198."
OFFER = "A copy made at 18:32 goes up to entry 201: put it back?"


def sat(folder: Path, found: Damage) -> Sitting:
    """A game of two in a folder where a start has found this."""
    leave(folder, found)
    sitting = Sitting(folder, RecordingBox())
    assert act(sitting.phone(), START).status_code == 200
    return sitting


@pytest.fixture
def damaged(tmp_path: Path) -> Iterator[Sitting]:
    """Something was found, and no copy has more."""
    sitting = sat(tmp_path / "damaged", FOUND)
    yield sitting
    sitting.close()


@pytest.fixture
def offering(tmp_path: Path) -> Iterator[Sitting]:
    """Something was found, and a copy has more."""
    sitting = sat(tmp_path / "offering", OFFERED)
    yield sitting
    sitting.close()


def notice(answer: TestResponse) -> str:
    """What the page says was found, without its marks; empty where it says nothing of it."""
    found = re.search(r'<section[^>]* id="damage".*?</section>', answer.get_data(as_text=True), re.DOTALL)
    return "" if found is None else " ".join(re.sub(r"<[^>]*>", " ", found[0]).split())


def test_every_page_reports_damage_with_a_button_for_members_until_one_sends_it(damaged: Sitting) -> None:
    phone = damaged.phone("Bob", "blue")
    for page in PAGES:
        joined, stranger = notice(phone.get(page)), notice(damaged.stranger().get(page))
        for shown in (joined, stranger):
            assert shown.startswith("Damage found When the box started, it found the newest entries")
            assert LOST in shown
            assert "kept in the data folder as damaged-20261121T184107Z." in shown
        assert (joined.endswith(" Seen"), stranger.endswith(" Seen")) == (True, False), page
    done = phone.post("/act", data={**SEEN, "id": "k", "page": "/log", "form": "acknowledge"})
    assert (done.status_code, done.headers["Location"]) == (303, "/log?did=2")
    assert damaged.table.snapshot.set_aside is None
    for page in PAGES:
        assert notice(phone.get(page)) == ""
    log = phone.get("/log").get_data(as_text=True)
    assert "Seen: When the box started" in log
    assert "Bob" in log


def test_table_health_and_schema_report_damage_until_it_is_acknowledged(damaged: Sitting) -> None:
    phone = damaged.phone()
    before = phone.get("/api/v1/table")
    assert before.get_json()["set_aside"]["at"] == AT
    health = phone.get("/healthz").get_json()
    assert (health["status"], health["why"]) == ("degraded", ["journal-damaged"])
    done = act(phone, SEEN).get_json()
    assert done["version"] == 2
    assert done["table"]["set_aside"] is None
    assert phone.get("/api/v1/table", headers={"If-None-Match": before.headers["ETag"]}).status_code == 200
    assert phone.get("/healthz").get_json()["status"] == "ok"
    error = refusal(act(phone, SEEN), 422)
    assert (error["code"], error["params"]) == ("already-seen", {"at": AT})
    assert refusal(act(phone, {**SEEN, "at": "yesterday"}), 400)["params"]["field"] == "at"
    assert "Acknowledge" in phone.get("/api/v1/schema").get_json()["$defs"]


def test_a_backup_is_offered_with_a_question_and_restored_by_a_form(offering: Sitting) -> None:
    phone = offering.phone()
    page = phone.get("/log")
    assert OFFER in notice(page)
    assert "Seen: go on without the copy" in notice(page)
    assert '<details class="ask" id="ask-put-back">' in page.get_data(as_text=True), "it is asked before"
    form = re.search(r'<form [^>]*id="f-put-back">(.*?)</form>', page.get_data(as_text=True))
    assert form is not None
    sent = dict(re.findall(r'name="(\w+)" value="([^"]*)"', form[1]))
    assert sent == {"copy": COPY, "page": "/log"}, "the form sends what it offers"
    done = phone.post("/copies/put-back", data=sent)
    assert done.status_code == 202
    assert "The copy is being put back." in done.get_data(as_text=True)
    assert offering.put_back == [COPY]


def test_only_a_member_may_acknowledge_damage_or_restore_a_backup(offering: Sitting) -> None:
    stranger = offering.stranger()
    assert stranger.post("/act", data=SEEN).headers["Location"].startswith("/join")
    assert offering.table.snapshot.set_aside is not None
    assert "put-back" not in stranger.get("/log").get_data(as_text=True)
    assert stranger.post("/copies/put-back", data={"copy": COPY}).headers["Location"].startswith("/join")
    abroad = {"Origin": "http://elsewhere.example", "Sec-Fetch-Site": "cross-site"}
    assert offering.phone().post("/copies/put-back", data={"copy": COPY}, headers=abroad).status_code == 403
    assert offering.put_back == []


def test_a_backup_that_the_table_does_not_offer_is_not_restored(offering: Sitting) -> None:
    phone = offering.phone()
    for copy in ("", "../journal.zip", "companion-20261120T183200Z-3.zip"):
        answer = phone.post("/copies/put-back", data={"copy": copy, "page": "/games"})
        assert answer.status_code == 422
        assert "This copy is not offered any more" in answer.get_data(as_text=True)
    assert act(phone, SEEN).status_code == 200
    assert phone.post("/copies/put-back", data={"copy": COPY}).status_code == 422, "it was decided"
    assert offering.put_back == []


def test_a_backup_that_cannot_be_restored_is_reported_on_the_page(offering: Sitting) -> None:
    def fails(name: str) -> None:
        raise BackupFailed("copy.damaged", name)

    phone = offering.phone()
    with_it = offering.app_with(put_back=fails).test_client()
    with_it.set_cookie("companion", offering.token())
    answer = with_it.post("/copies/put-back", data={"copy": COPY, "page": "/log"})
    assert answer.status_code == 503
    assert f"{COPY} is not a whole copy of the games." in answer.get_data(as_text=True)
    assert notice(phone.get("/log")), "it is still there to be decided"


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("journal-unsure", "after a power cut it may stand all the same"),
        ("journal-gone", "it looks for the newest copy and offers it"),
        ("journal-full", "The disk is full, so this was not done"),
    ],
)
def test_a_form_that_could_not_be_stored_is_reported_and_keeps_typed_values(
    playing: Sitting, monkeypatch: pytest.MonkeyPatch, code: str, message: str
) -> None:
    phone = playing.phone()
    fields = {
        "type": "correct", "field": "turn", "value:int": "17", "reason:usual": "counted again", "id": "k1",
        "form": "fix-turn", "page": "/act/correct",
    }  # fmt: skip

    def fails(*_: object, **__: object) -> None:
        raise StorageFailed(code)

    with monkeypatch.context() as broken:
        broken.setattr(Storage, "append", fails)
        answer = phone.post("/act", data=fields)
        assert refusal(act(phone, {"type": "advance"}), 503)["code"] == code
        again = phone.post("/act", data={"type": "advance", "page": "/table"}).text
    assert "Draw and go on" not in again, "it would fail just as well"
    page = answer.get_data(as_text=True)
    assert answer.status_code == 503
    assert message in page
    assert "counted again" in page
    assert playing.version == 1
