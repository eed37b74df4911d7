"""Eight clients at once over real HTTP: one wins, the others are refused, and nothing is done twice."""

from __future__ import annotations

import http.client
import json
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.fakes.sitting import Sitting
from tests.patience import PATIENCE
from web.server.server import WebServer

CLIENTS = 8
Answer = tuple[int, dict[str, Any]]
Send = Callable[[dict[str, Any]], Answer]


@pytest.fixture
def send(playing: Sitting, web: WebServer) -> Send:
    headers = {"Authorization": f"Bearer {playing.token()}", "Content-Type": "application/json"}

    def send(command: dict[str, Any]) -> Answer:
        connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
        try:
            connection.request("POST", "/api/v1/commands", json.dumps(command), headers)
            response = connection.getresponse()
            return response.status, json.loads(response.read())
        finally:
            connection.close()

    return send


def at_once(send: Send, commands: list[dict[str, Any]]) -> list[Answer]:
    """Send each command from a client of its own, all let go at the same moment."""
    gate = threading.Barrier(len(commands))

    def one(command: dict[str, Any]) -> Answer:
        gate.wait(PATIENCE)
        return send(command)

    with ThreadPoolExecutor(len(commands)) as clients:
        return list(clients.map(one, commands))


def test_of_eight_commands_that_expect_one_version_one_is_performed_and_seven_are_refused(
    playing: Sitting, send: Send
) -> None:
    for version in range(1, 6):
        answers = at_once(send, [{"type": "advance", "expects": version}] * CLIENTS)
        assert Counter(status for status, _ in answers) == {200: 1, 409: CLIENTS - 1}
        assert playing.version == version + 1
        for status, body in answers:
            assert body["table"]["version"] == version + 1
            if status == 409:
                assert body["error"]["code"] == "stale"


def test_eight_times_the_same_key_acts_once_and_answers_the_same(playing: Sitting, send: Send) -> None:
    command = {"type": "advance", "id": "one", "expects": 1}
    answers = at_once(send, [command] * CLIENTS)
    assert [status for status, _ in answers] == [200] * CLIENTS
    assert [(body["version"], body["events"]) for _, body in answers] == [
        (2, answers[0][1]["events"])
    ] * CLIENTS
    assert playing.version == 2
    assert send({"type": "undo", "id": "two"})[0] == 200
    status, body = send(command)
    assert (status, body["version"]) == (200, 2)
    assert playing.version == 3


def test_eight_with_keys_of_their_own_are_all_done_one_after_the_other(playing: Sitting, send: Send) -> None:
    tags = [
        {"type": "pair-tag", "tag": f"0F0184F0{each:02X}", "number": each, "id": f"k{each}"}
        for each in range(1, 9)
    ]
    answers = at_once(send, tags)
    assert sorted(body["version"] for _, body in answers) == list(range(2, 10))
    assert playing.table.snapshot.tags == {each["tag"]: each["number"] for each in tags}
