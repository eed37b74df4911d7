"""Any bad input: a clear 4xx in the one shape, never a 5xx, and nothing lost."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.table.commands import COMMON
from tests.fakes.sitting import GAMES, JSON, START, RecordingBox, Sitting, act, refusal

COMMANDS = "/api/v1/commands"
POSTED = (
    COMMANDS,
    "/api/v1/aids/bag",
    "/api/v1/join",
    "/api/v1/box/press",
    "/api/v1/box/scan",
    "/api/v1/box/pull",
)
ROUTES = {
    "/api/v1/join": "POST",
    COMMANDS: "POST",
    "/api/v1/table": "GET",
    "/api/v1/games": "GET",
    "/api/v1/games/x/at/1": "GET",
    "/api/v1/games/x/report": "GET",
    "/api/v1/box.json": "GET",
    "/api/v1/aids/bag": "POST",
    "/api/v1/events": "GET",
    "/api/v1/log": "GET",
    "/api/v1/export": "GET",
    "/api/v1/schema": "GET",
    "/api/v1/box/press": "POST",
    "/api/v1/box/scan": "POST",
    "/api/v1/box/pull": "POST",
    "/api/v1/box/plug": "POST",
    "/api/v1/box/screen.png": "GET",
    "/api/v1/box/screen.json": "GET",
    "/api/v1/box/lamps.json": "GET",
    "/api/v1/box/sounds.json": "GET",
    "/healthz": "GET",
}
KINDS = {
    str(each.__struct_config__.tag): each
    for each in (*COMMON, *(command for game in GAMES.values() for command in game.commands))
}

LETTERS = st.text(st.characters(codec="utf-8"), max_size=12)
PLAUSIBLE = st.sampled_from(
    ["red", "blue", "roads-and-boats", "gold", "truck", "donkey", "quarry", "turn", "bag", "", 0, 1, 3]
)
VALUES = st.recursive(
    PLAUSIBLE
    | st.none()
    | st.booleans()
    | st.integers(-(2**70), 2**70)
    | st.floats()
    | LETTERS
    | st.just("\ud800"),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(LETTERS | PLAUSIBLE.map(str), inner, max_size=3)
    ),
    max_leaves=6,
)


class Room(Sitting):
    """One sitting for all examples of this module: what one example did must not matter to the next."""

    def __post_init__(self) -> None:
        super().__post_init__()
        self.client = self.phone()

    def refuses(self, path: str, body: bytes) -> None:
        """Send a body that a program might send; unless it is accepted nothing may have changed."""
        version = self.version
        answer = self.client.post(path, data=body, content_type=JSON)
        self.clock.seconds += 60
        if answer.status_code != 200:
            assert 400 <= answer.status_code < 500
            refusal(answer, answer.status_code)
            assert self.version == version


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    room = Room(tmp_path_factory.mktemp("room"), RecordingBox())
    assert act(room.client, START).status_code == 200
    yield room
    room.close()


@settings(max_examples=200)
@given(st.data())
def test_any_command_with_any_values(room: Room, data: st.DataObject) -> None:
    kind = data.draw(st.sampled_from(sorted(KINDS)))
    fields = st.sampled_from([*KINDS[kind].__struct_fields__, "expects", "id", "nonsense"])
    body = {"type": kind, **data.draw(st.dictionaries(fields, VALUES, max_size=5))}
    room.refuses(COMMANDS, json.dumps(body).encode())


def test_every_field_of_every_command_with_every_wrong_kind_of_value(room: Room) -> None:
    for kind, command in KINDS.items():
        for field in msgspec.structs.fields(command):
            if field.type is Any:
                continue
            wrong: object
            for wrong in (None, [], {}, [[]], {"a": {}}, 1.5, -(10**14), "\u0000", "x" * 5000, True):
                body: dict[str, object] = {"type": kind, field.name: wrong}
                room.refuses(COMMANDS, json.dumps(body).encode())


def test_every_command_with_an_unknown_field_is_refused(room: Room) -> None:
    version = room.version
    for kind in KINDS:
        answer = room.client.post(COMMANDS, json={"type": kind, "nonsense": 1})
        assert refusal(answer, 400)["code"] in {"unknown-field", "missing-field"}, kind
    assert room.version == version


KINDS_OF_TEXT = ("text/plain", "multipart/form-data", "application/json-seq", "", "a/b/c;;=")


@pytest.mark.parametrize("path", POSTED)
def test_what_is_too_large_or_no_json_is_refused_everywhere(room: Room, path: str) -> None:
    answer = room.client.post(path, data=b'{"a": "' + b"x" * 65_536 + b'"}', content_type=JSON)
    assert refusal(answer, 413)["code"] == "too-large"
    for kind in KINDS_OF_TEXT:
        answer = room.client.post(path, data=b"{}", content_type=kind)
        assert refusal(answer, 415)["code"] == "not-json-type", kind


def test_another_method_is_refused_everywhere(room: Room) -> None:
    for path, right in ROUTES.items():
        for method in {"GET", "POST", "PUT", "PATCH", "DELETE", "TRACE", "CONNECT", "BREW"} - {right}:
            answer = room.client.open(path, method=method)
            assert refusal(answer, 405)["code"] == "method-not-allowed", (method, path)
            assert right in answer.headers["Allow"]
    for path in ("/api/", "/api/v1", "/api/v2/table", "/api/v1/table/", "/api//v1/table", "/healthz/"):
        assert room.client.get(path).status_code == 404, path


def test_after_all_this_the_table_equals_its_journal(room: Room, tmp_path: Path) -> None:
    log = room.client.get("/api/v1/log").get_json()["entries"]
    assert room.version == log[-1]["n"] == len(log)
