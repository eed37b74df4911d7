"""The contract as bytes on the wire: bodies in pieces, cut off, too large or in no order at all."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.fakes.sitting import Sitting
from tests.web.server.serving import raw
from web.server.server import WebServer


def exchange(web: WebServer, request: bytes) -> tuple[int, dict[str, Any]]:
    """Send bytes, and return the response's status and body."""
    head, _, body = raw(web, request).partition(b"\r\n\r\n")
    return int(head.split(b" ")[1]), json.loads(body)


def post(playing: Sitting, headers: str, body: bytes) -> bytes:
    head = (
        "POST /api/v1/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
        f"Content-Type: application/json\r\nAuthorization: Bearer {playing.token()}\r\n{headers}\r\n\r\n"
    )
    return head.encode() + body


COMMAND = b'{"type": "advance"}'


def test_a_body_may_come_in_chunks(playing: Sitting, web: WebServer) -> None:
    chunks = b"5\r\n" + COMMAND[:5] + b"\r\ne\r\n" + COMMAND[5:] + b"\r\n0\r\n\r\n"
    status, body = exchange(web, post(playing, "Transfer-Encoding: chunked", chunks))
    assert (status, body["version"]) == (200, 2)


@pytest.mark.parametrize(
    ("headers", "body", "status"),
    [
        ("Transfer-Encoding: chunked", b"20000\r\n" + b" " * 0x20000 + b"\r\n0\r\n\r\n", 413),
        ("Content-Length: 0", b"", 400),
        ("X-Nothing: said", b"", 400),
        ("Content-Length: 1000000", b" " * 1_000_000, 413),
    ],
)
def test_a_body_that_is_missing_or_too_large_is_refused_in_the_one_shape(
    playing: Sitting, web: WebServer, headers: str, body: bytes, status: int
) -> None:
    found, answer = exchange(web, post(playing, headers, body))
    assert found == status
    assert set(answer["error"]) == {"code", "message", "rule", "params", "version"}
    assert playing.version == 1


@pytest.mark.parametrize("body", [b"zz\r\n", b"-5\r\nhello", b"ffffffffff\r\n{"])
def test_chunks_that_are_none_are_refused(playing: Sitting, web: WebServer, body: bytes) -> None:
    assert raw(web, post(playing, "Transfer-Encoding: chunked", body)).startswith(b"HTTP/1.1 400 ")
    assert playing.version == 1


def test_a_stranger_is_refused_despite_a_megabyte_of_body(playing: Sitting, web: WebServer) -> None:
    head = b"POST /api/v1/commands HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n"
    head += b"Content-Length: 1000000\r\n\r\n"
    status, answer = exchange(web, head + b"x" * 1_000_000)
    assert (status, answer["error"]["code"]) == (401, "not-joined")


def test_a_path_of_any_letters_is_not_found_and_a_malformed_authorization_a_strangers(web: WebServer) -> None:
    rest = b" HTTP/1.1\r\nHost: localhost:99\r\nConnection: close\r\nContent-Length: 2\r\n"
    for path in (b"/api/v1/%ff%fe", b"/api/v1/table%00", b"/api/v1/a%2Fb"):
        status, answer = exchange(web, b"GET " + path + rest + b"\r\n{}")
        assert (status, answer["error"]["code"]) == (404, "not-found"), path
    for scheme in (b"Basic", b"basic", b"Bearer", b"Digest"):
        authorization = b"Authorization: " + scheme + b" \xff\r\n\r\n{}"
        status, answer = exchange(web, b"POST /api/v1/commands" + rest + authorization)
        assert (status, answer["error"]["code"]) == (401, "not-joined"), scheme
