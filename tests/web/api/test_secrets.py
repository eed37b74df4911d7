"""Secrets are in no response: before the end the dice's, and always tokens and the join code."""

from __future__ import annotations

import hashlib

import pytest

from tests.fakes.sitting import CODE, START, Sitting, act
from tests.web.api.listener import EVENTS

READ = ("table", "log", "export", "schema", "box/screen.json", "nothing", "log?after=x")


def all_responses(sitting: Sitting) -> str:
    """Every answer there is, the stream's first event and refusals of each kind included."""
    texts = [sitting.stranger().get(f"/api/v1/{path}").get_data(as_text=True) for path in READ]
    texts.append(sitting.stranger().get("/healthz").get_data(as_text=True))
    stream = sitting.stranger().get(EVENTS)
    texts.append(next(stream.iter_encoded()).decode())
    stream.close()
    phone = sitting.phone()
    commands = (
        {
            "type": "build-mine",
            "number": 1,
            "colour": "red",
            "mixture": "standard",
            "late": True,
            "id": "built",
        },
        {"type": "draw", "number": 1},
        {"type": "draw-all"},
        {"type": "fly"},
        {"type": "advance", "expects": 0},
        {"type": "build-mine", "number": 2, "colour": "red", "mixture": "big", "id": "built"},
        START,
    )
    texts.extend(act(phone, command).get_data(as_text=True) for command in commands)
    return "\n".join(texts)


def secret_of(sitting: Sitting) -> str:
    secret = sitting.journal.secret(sitting.table.snapshot.body["game"]["id"])
    assert secret is not None
    return secret.hex()


def test_the_secret_is_in_no_answer_and_no_log_line_before_the_end_and_in_the_table_after_it(
    playing: Sitting, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(0)
    secret = secret_of(playing)
    texts = all_responses(playing)
    assert secret not in (texts + caplog.text).lower()
    assert playing.table.snapshot.body["game"]["commitment"] in texts
    assert act(playing.phone(), {"type": "end"}).status_code == 200
    shown = playing.stranger().get("/api/v1/table").get_json()["game"]
    assert shown["secret"] == secret
    assert shown["commitment"] == hashlib.sha256(bytes.fromhex(secret)).hexdigest()
    assert playing.stranger().get("/api/v1/export").get_json()["secret"] == secret


def test_tokens_and_the_join_code_are_in_no_answer_to_others(playing: Sitting) -> None:
    token = playing.token()
    texts = all_responses(playing)
    assert token not in texts
    assert hashlib.sha256(token.encode()).hexdigest() not in texts
    assert CODE not in texts
