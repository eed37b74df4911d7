"""Commands by HTTP: what is checked in which order, and what each refusal carries."""

from __future__ import annotations

from typing import Any

import pytest
from werkzeug.test import TestResponse

from companion.storage.storage import StorageFailed
from tests.fakes.sitting import JSON, START, Sitting, act, refusal

COMMANDS = "/api/v1/commands"
ADVANCE = {"type": "advance"}
DRAW = {"type": "draw", "number": 3}


def test_a_command_answers_with_its_version_its_events_and_the_table(sitting: Sitting) -> None:
    answer = act(sitting.phone(), START)
    body = answer.get_json()
    assert set(body) == {"version", "events", "table"}
    assert body["version"] == 1
    assert body["table"] == sitting.table.snapshot.body
    assert all(isinstance(event["type"], str) for event in body["events"])
    assert answer.headers["Cache-Control"] == "no-store"


def test_a_command_is_answered_under_the_headers_of_every_answer(playing: Sitting) -> None:
    phone = playing.phone()
    other = phone.get("/api/v1/log")
    done, refused = act(phone, ADVANCE), act(phone, DRAW)
    assert (done.status_code, refused.status_code) == (200, 422)
    usual = {name: value for name, value in other.headers.items() if name != "Vary"}
    assert dict(done.headers) == {**other.headers, **_size(done)}
    assert usual.items() <= {**refused.headers, **_size(other)}.items()


def _size(answer: TestResponse) -> dict[str, str]:
    return {"Content-Length": answer.headers["Content-Length"]}


def test_a_refusal_has_its_rule_and_parameters_and_is_in_the_readers_language(playing: Sitting) -> None:
    phone = playing.phone()
    english = phone.post(COMMANDS, json=DRAW)
    italian = phone.post(COMMANDS, json=DRAW, headers={"Accept-Language": "it-IT,it;q=0.9,en;q=0.5"})
    assert italian.headers["Content-Language"] == "it"
    error = refusal(english, 422)
    assert (error["code"], error["rule"], error["params"]) == ("no-such-mine", "RB-MINE-01", {"number": 3})
    assert error["version"] == playing.version == 1
    assert error["message"] != refusal(italian, 422)["message"]


def test_a_stale_command_gets_the_fresh_table(playing: Sitting) -> None:
    answer = act(playing.phone(), ADVANCE, expects=0)
    error = refusal(answer, 409)
    assert error["code"] == "stale"
    assert error["version"] == 1
    assert error["table"] == answer.get_json()["table"] == playing.table.snapshot.body
    assert act(playing.phone(), ADVANCE, expects=1).status_code == 200
    assert act(playing.phone(), ADVANCE, expects=None, id=None).status_code == 200, "it need not expect any"


def test_a_repeated_key_acts_once_also_with_its_old_version(playing: Sitting) -> None:
    phone = playing.phone()
    first = act(phone, ADVANCE, expects=1, id="k1").get_json()
    assert act(phone, ADVANCE).status_code == 200
    again = act(phone, ADVANCE, expects=1, id="k1")
    assert again.status_code == 200
    assert (again.get_json()["version"], again.get_json()["events"]) == (first["version"], first["events"])
    assert refusal(act(phone, {"type": "undo"}, id="k1"), 422)["code"] == "key-reused"
    assert playing.version == 3


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({}, "type"),
        ({"type": "fly"}, "type"),
        ({"type": "advance", "speed": 2}, "speed"),
        ({"type": "draw"}, "number"),
        ({"type": "draw", "number": "3"}, "number"),
        ({"type": "pair-tag", "tag": "xyz", "number": 1}, "tag"),
        ({"type": "pair-tag", "tag": "0F0184F07B\n", "number": 1}, "tag"),
        ({**START, "players": []}, "players"),
        ({**START, "players": [{"colour": "red", "age": 9}]}, "players[0].age"),
        ({**START, "options": {"no_such": True}}, "options.no_such"),
        ({"type": "advance", "expects": "1"}, "expects"),
        ({"type": "advance", "expects": -1}, "expects"),
        ({"type": "advance", "id": ""}, "id"),
        ({"type": "advance", "id": "k" * 101}, "id"),
    ],
)
def test_what_is_no_command_is_refused_by_the_fields_name(
    playing: Sitting, body: dict[str, Any], field: str
) -> None:
    error = refusal(playing.phone().post(COMMANDS, json=body), 400)
    assert error["params"]["field"].removeprefix("$.") == field
    assert "field “" in error["message"], "by its name on the page, else by this one"
    assert playing.version == 1


LARGE = b'{"type": "advance", "id": "' + b"k" * 70_000 + b'"}'


@pytest.mark.parametrize(
    ("joined", "kind", "body", "status", "code"),
    [
        (False, "text/plain", LARGE, 401, "not-joined"),
        (False, JSON, b"{", 401, "not-joined"),
        (True, "text/plain", LARGE, 415, "not-json-type"),
        (True, JSON, LARGE, 413, "too-large"),
        (True, JSON, b'{"type": "fly", "expects": 0', 400, "not-json"),
        (True, JSON, b'{"type": "fly", "expects": 0}', 400, "unknown-command"),
        (True, JSON, b'{"type": "draw", "number": 3, "expects": 0}', 409, "stale"),
        (True, JSON, b'{"type": "draw", "number": 3, "expects": 1}', 422, "no-such-mine"),
    ],
)
def test_the_first_fault_in_order_is_reported(
    playing: Sitting, joined: bool, kind: str, body: bytes, status: int, code: str
) -> None:
    phone = playing.phone() if joined else playing.stranger()
    assert refusal(phone.post(COMMANDS, data=body, content_type=kind), status)["code"] == code
    assert playing.version == 1


def test_64_kib_are_taken_and_a_byte_more_is_not(playing: Sitting) -> None:
    phone = playing.phone()
    body = b'{"type": "advance"}'
    fits = body.ljust(64 * 1024)
    assert phone.post(COMMANDS, data=fits + b" ", content_type=JSON).status_code == 413
    assert phone.post(COMMANDS, data=fits, content_type=f"{JSON}; charset=utf-8").status_code == 200


def test_a_failed_read_is_reported(playing: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    def unreadable(*_: object) -> None:
        raise StorageFailed("journal-failed")

    phone = playing.phone()
    monkeypatch.setattr(playing.journal, "entry_by_key", unreadable)
    assert refusal(act(phone, ADVANCE, id="k1"), 503)["code"] == "journal-failed"


def test_an_unexpected_error_is_logged_and_reveals_nothing(
    playing: Sitting, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fails(*_: object, **__: object) -> None:
        raise ZeroDivisionError("the secret reason")

    monkeypatch.setattr(playing.table.__class__, "perform", fails)
    answer = act(playing.phone(), ADVANCE)
    assert refusal(answer, 500)["code"] == "internal-error"
    assert "secret reason" not in answer.get_data(as_text=True)
    assert "the secret reason" in caplog.text
    assert "the request api.command failed" in caplog.text
    for _ in range(9):
        assert act(playing.phone(), ADVANCE).status_code == 500
    assert len([each for each in caplog.records if each.exc_info]) == 1
