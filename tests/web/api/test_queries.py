"""Public queries: table, log, export, schema, health; and the headers of every answer."""

from __future__ import annotations

import json
import re

import pytest
from msgspec.structs import replace

from companion.health.broker_status import BrokerStatus
from companion.language.text import text
from companion.storage.storage import Storage
from companion.table.commands import COMMON
from tests.fakes.sitting import GAMES, JSON, Sitting, act, refusal
from web.app import create_app


def test_the_table_is_public_and_is_the_snapshot(playing: Sitting) -> None:
    answer = playing.stranger().get("/api/v1/table")
    snapshot = playing.table.snapshot
    assert answer.status_code == 200
    assert answer.mimetype == JSON
    assert answer.get_json() == snapshot.body
    assert answer.headers["ETag"] == f'"{snapshot.epoch}-1"'
    assert answer.get_data() == snapshot.json, "the same bytes for every phone"


def test_a_table_that_is_known_is_not_sent_again(playing: Sitting) -> None:
    guest = playing.stranger()
    known = guest.get("/api/v1/table").headers["ETag"]
    same = guest.get("/api/v1/table", headers={"If-None-Match": known})
    assert (same.status_code, same.get_data()) == (304, b"")
    assert same.headers["ETag"] == known
    assert act(playing.phone(), {"type": "advance"}).status_code == 200
    news = guest.get("/api/v1/table", headers={"If-None-Match": known})
    assert news.status_code == 200
    assert news.get_json()["version"] == 2
    for older in ('"0000-1"', '"1"', "garbage", '"', 'W/"0"'):
        assert guest.get("/api/v1/table", headers={"If-None-Match": older}).status_code == 200


def test_the_log_has_each_entry_and_begins_after_a_number(playing: Sitting) -> None:
    phone = playing.phone("Bruno", "blue")
    for command in ({"type": "advance"}, {"type": "undo"}):
        assert act(phone, command).status_code == 200
    entries = phone.get("/api/v1/log").get_json()["entries"]
    assert [(entry["n"], entry["command"]["type"], entry["undone"]) for entry in entries] == [
        (1, "start", False),
        (2, "advance", True),
        (3, "undo", False),
    ]
    for entry in entries:
        assert set(entry) == {"n", "at", "game", "from", "by", "name", "command", "events", "undone"}
    assert playing.stranger().get("/api/v1/log?after=2").get_json()["entries"] == entries[2:]
    assert playing.stranger().get("/api/v1/log?after=99").get_json()["entries"] == []


def test_a_number_that_is_none_is_refused_by_name(playing: Sitting) -> None:
    game, guest = playing.table.snapshot.body["game"]["id"], playing.stranger()
    none = ("x", "-1", "1.5", "%FF", "1e3", "9" * 16, "%D9%A3", "0x1", "+1")
    for path, name, more in (
        ("log?after=", "after", ("",)),
        ("log?limit=", "limit", ("", "0", "501")),
        (f"games/{game}/at/", "n", ("1%20",)),
    ):
        for given in (*none, *more):
            error = refusal(guest.get(f"/api/v1/{path}{given}"), 400)
            assert error["params"]["field"] == name, (path, given)


def test_the_export_is_the_game_on_the_table(playing: Sitting) -> None:
    answer = playing.stranger().get("/api/v1/export")
    body = answer.get_json()
    assert {"format", "game", "system", "commitment", "secret", "entries"} <= set(body)
    assert body["format"] == "companion-game"
    assert body["game"] == playing.table.snapshot.body["game"]["id"]
    assert body["secret"] is None
    assert answer.headers["Content-Disposition"] == f"attachment; filename=companion-{body['game']}.json"


def test_without_a_game_there_is_nothing_to_export(sitting: Sitting) -> None:
    assert refusal(sitting.stranger().get("/api/v1/export"), 422)["code"] == "no-game"


def test_the_schema_knows_every_command_of_every_game_and_the_envelope(sitting: Sitting) -> None:
    schema = sitting.stranger().get("/api/v1/schema").get_json()
    known = {}
    for ref in schema["anyOf"]:
        command = schema["$defs"][ref["$ref"].rpartition("/")[2]]
        known[command["properties"]["type"]["enum"][0]] = command
    every = [*COMMON, *(each for game in GAMES.values() for each in game.commands)]
    assert set(known) == {str(each.__struct_config__.tag) for each in every}
    for command in known.values():
        assert {"type", "expects", "id"} <= set(command["properties"])
        assert command["required"][0] == "type"
        assert command["additionalProperties"] is False
    assert known["start"]["properties"]["options"]["anyOf"]
    referred = re.findall(r'"\$ref": ?"#/\$defs/([^"]*)"', json.dumps(schema))
    assert set(referred) <= set(schema["$defs"]), "every reference leads somewhere"


def test_the_health_has_the_version_and_each_part(playing: Sitting) -> None:
    playing.parts.report("reader", "ok")
    playing.parts.report("display", "missing")
    answer = playing.stranger().get("/healthz")
    assert answer.status_code == 200
    assert answer.get_json() == {
        "status": "ok",
        "version": 1,
        "reader": "ok",
        "display": "missing",
        "buttons": "off",
    }


def test_the_health_of_a_box_with_a_broker_has_the_state_of_the_connection(playing: Sitting) -> None:
    link = BrokerStatus("connected", text("broker.twin", address="mqtt://pi"))
    playing.site = replace(playing.site, link=lambda: link)
    assert create_app(playing.site).test_client().get("/healthz").get_json()["broker"] == "twin"


def test_a_journal_that_does_not_answer_is_no_health(
    playing: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Storage, "is_responsive", lambda *_: False)
    assert refusal(playing.stranger().get("/healthz"), 503)["code"] == "journal-failed"


def test_every_answer_forbids_what_our_pages_do_not_need(sitting: Sitting) -> None:
    for path in ("/api/v1/table", "/healthz", "/api/v1/nothing", "/games", "/nothing"):
        headers = sitting.stranger().get(path).headers
        assert "default-src 'self'" in headers["Content-Security-Policy"]
        assert "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert headers["X-Frame-Options"] == "DENY"
        assert headers["Referrer-Policy"] == "same-origin"
        assert "Access-Control-Allow-Origin" not in headers


def test_a_style_and_a_script_carry_no_header_that_only_a_document_needs(sitting: Sitting) -> None:
    page = sitting.stranger().get("/games").get_data(as_text=True)
    parts = re.findall(r"(?:href|src)=\"(/look/[^\"]+\.(?:css|js))\"", page)
    assert {part.rpartition(".")[2] for part in parts} == {"css", "js"}
    for part in parts:
        headers = sitting.stranger().get(part).headers
        assert headers["X-Content-Type-Options"] == "nosniff"
        assert not {"Content-Security-Policy", "X-Frame-Options", "Referrer-Policy"} & set(headers.keys())
