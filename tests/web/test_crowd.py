"""A crowd that asks for the longest answers and reads none of them keeps no joined phone from playing."""

from __future__ import annotations

import http.client
import json
from contextlib import ExitStack

import pytest

from tests.fakes.sitting import JSON, Sitting, act
from tests.web.server.serving import greedy
from web.server.server import WebServer

STRANGERS = 100
PATHS = ("/api/v1/log", "/api/v1/export", "/log", "/api/v1/schema", "/rules")
CORRECT = {"type": "correct", "field": "turn", "value": 2, "reason": "r" * 200}
AT_ONCE = 1.0
"""Seconds within which a press is answered."""


@pytest.fixture
def evening(playing: Sitting) -> Sitting:
    """A game whose log and export are longer than the machine keeps for a phone that does not read."""
    phone = playing.phone()
    for _ in range(150):
        assert act(phone, CORRECT).status_code == 200
        assert act(phone, {"type": "undo"}).status_code == 200
    return playing


def test_a_press_is_answered_at_once_among_a_hundred_that_read_nothing(
    evening: Sitting, web: WebServer
) -> None:
    with ExitStack() as crowd:
        for number in range(STRANGERS):
            crowd.enter_context(greedy(web, PATHS[number % len(PATHS)], f"127.0.0.{2 + number % 50}"))
        phone = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
        headers = {"Content-Type": JSON, "Authorization": f"Bearer {evening.token()}"}
        phone.connect()
        for _ in range(3):
            phone.request("POST", "/api/v1/commands", json.dumps(CORRECT), headers)
            answer = phone.getresponse()
            assert json.loads(answer.read())["version"] == evening.version
            if phone.sock is not None:
                phone.sock.settimeout(AT_ONCE)
        phone.close()
