"""Requests that no browser makes, byte by byte: an answer or an end each, and never a failure."""

from __future__ import annotations

import gc
import socket
from collections.abc import Iterator

import h11
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.bell import Bell
from tests.web.server.serving import application, ask, dial, raw
from web.server.body import body_after
from web.server.grammar import Chunks, read
from web.server.preambles import LARGEST, Malformed
from web.server.server import WebServer
from web.server.sides import Incoming


@pytest.fixture(scope="module")
def web() -> Iterator[WebServer]:
    bell = Bell()
    web = WebServer(application(bell), bell, host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()


CHUNKED = b"POST /read HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: chunked\r\n\r\n"


@pytest.mark.parametrize(
    ("request_bytes", "status"),
    [
        (b"GET / HTTP/1.1\r\n continued: by nothing\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nno colon\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nHost: box\r\nContent-Length: 99999999999999999999\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: +5\r\n\r\nhello", b"400"),
        (b"POST / HTTP/1.1\r\nContent-Length: 1_0\r\n\r\n", b"400"),
        (b"GET http://[::1 HTTP/1.1\r\nHost: box\r\n\r\n", b"400"),
        (b"GET / HTTP/9.9\r\nHost: box\r\n\r\n", b"505"),
        (b"get / HTTP/1.1\r\nHost: box\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost: box\r\nX: " + b"y" * LARGEST + b"\r\n\r\n", b"431"),
        (b"GET / HTTP/1.1\nHost: box\r\n\r\n", b"400"),
        (b"GET / HTTP/1.1\r\nHost : box\r\n\r\n", b"400"),
        (b"GET //evil.example/ HTTP/1.1\r\nHost: box\r\n\r\n", b"400"),
        (b"GET /#here HTTP/1.1\r\nHost: box\r\n\r\n", b"400"),
        (CHUNKED.replace(b"Host", b"Content-Length: 5\r\nHost"), b"400"),
        (b"\r\nGET / HTTP/1.1\r\nHost: box\r\n\r\n", b"200"),
        (b"GET / HTTP/1.1\r\nHost: b", b"400"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: gzip\r\n\r\n", b"501"),
        (CHUNKED + b"5\r\nhello\r\n0\r\n\r\n", b"200"),
        (CHUNKED.replace(b"/read", b"/") + b"zz\r\n", b"200"),
    ],
)
def test_odd_requests_get_a_plain_answer_each(web: WebServer, request_bytes: bytes, status: bytes) -> None:
    assert raw(web, request_bytes).split(b" ")[1] == status


def test_nothing_follows_upon_a_body_in_chunks_whose_end_others_may_see_elsewhere(web: WebServer) -> None:
    body = b"5\r\nhello\r\n3;note=x\r\nyou\r\n0\r\nX-Trailer: yes\r\n\r\n"
    for path in (b"/read", b"/"):  # read by the application, and read away behind it
        answers = raw(web, CHUNKED.replace(b"/read", path) + body + b"GET / HTTP/1.1\r\nHost: box\r\n\r\n")
        assert answers.count(b"HTTP/1.1 200 OK") == answers.count(b"hello") == 1
        assert b"Connection: close" in answers


def test_of_what_is_malformed_nothing_is_left_for_the_collector_to_find() -> None:
    bad_head, bad_chunk = b"GET / HTTP/1.1\r\nHost: box\r\nno colon\r\n\r\n", b"zz\r\n"

    def readers() -> int:
        return sum(isinstance(each, h11.Connection) for each in gc.get_objects())

    gc.collect()
    gc.disable()
    try:
        with pytest.raises(Malformed):
            read(bad_head)
        near, far = socket.socketpair()
        with near, far:
            far.sendall(bad_chunk)
            body = body_after(read(CHUNKED), Incoming(near))
            with pytest.raises(Malformed):
                body.read()
            del body
        assert readers() == 0
    finally:
        gc.enable()


def test_who_sends_an_empty_line_behind_his_request_costs_no_thread_and_is_not_told_that_he_is_late() -> None:
    near, far = socket.socketpair()
    with near, far:
        near.settimeout(0.01)
        incoming = Incoming(near)
        far.sendall(b"\r\n")
        assert incoming.preamble() == b""
        far.sendall(b"GET / HTTP/1.1\r\nHost: box\r\n\r\n\r\n")
        assert incoming.preamble() == b"GET / HTTP/1.1\r\nHost: box\r\n\r\n"
        assert not incoming.ahead


def test_a_request_that_has_come_whole_is_read_without_waiting_for_any_of_it(
    web: WebServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    waited: list[socket.socket] = []
    recv = socket.socket.recv

    def waits(phone: socket.socket, size: int) -> bytes:
        if phone.family == socket.AF_INET and phone.getsockname()[1] == web.port:
            waited.append(phone)
        return recv(phone, size)

    monkeypatch.setattr(socket.socket, "recv", waits)
    answer = raw(web, b"POST /read HTTP/1.1\r\nHost: box\r\nContent-Length: 5\r\n\r\nhello")
    assert answer.endswith(b"\r\n\r\nhello")
    assert not waited
    with dial(web) as phone:  # and this is how it would be seen
        phone.sendall(b"GET / HT")
        while not waited:
            assert ask(web) == (200, b"hello")


@pytest.mark.parametrize("head", [b"GET / HTTP/1.1\r\nX: ", b"GET /"])
def test_a_head_beyond_all_bounds_ends_the_connection(web: WebServer, head: bytes) -> None:
    answer = raw(web, head + b"y" * 1_000_000)
    assert answer[:11] in {b"", b"HTTP/1.1 43"}
    assert ask(web) == (200, b"hello")


@given(
    st.lists(
        st.sampled_from(
            [b"GET ", b"/", b" HTTP/1.1", b"\r\n", b"Host: box", b":", b" ", b"//[", b"%", b"?", b"\xff"]
        )
        | st.binary(max_size=8),
        max_size=14,
    )
)
def test_no_bytes_make_the_server_fail(web: WebServer, pieces: list[bytes]) -> None:
    answers = raw(web, b"".join(pieces) + b"\r\n\r\n")
    assert b" 500 " not in answers.split(b"\r\n", 1)[0]


class Spoken(Incoming):
    """The side that a phone writes to, with all that it has said. taken: how many bytes were."""

    def __init__(self, words: bytes, nobody: socket.socket) -> None:
        super().__init__(nobody)
        self._words = words
        self.taken = 0

    def take(self, size: int) -> bytes:
        piece = self._words[self.taken : self.taken + size]
        self.taken += len(piece)
        return piece


def test_blanks_that_would_keep_the_pattern_busy_never_come_to_it(monkeypatch: pytest.MonkeyPatch) -> None:
    words = b"GET / HTTP/1.1\r\nHost: box\r\nx:%b\0\r\n\r\n"
    with pytest.raises(Malformed) as refused:
        read(words % (b" " * 99))
    assert "illegal" in str(refused.value)
    monkeypatch.setattr(h11.Connection, "next_event", lambda _: pytest.fail("it came to the pattern"))
    for blank in (b" ", b"\t", b" \t"):
        with pytest.raises(Malformed) as refused:
            read(words % (blank * 100))
        assert refused.value.status == 400


@pytest.mark.parametrize("body", [b"5;%b\n\r\n", b"0\r\na:%b\0\r\n\r\n"], ids=["extension", "trailer"])
def test_of_a_body_in_chunks_few_blanks_come_to_it_at_a_time(body: bytes) -> None:
    with socket.socket() as nobody:
        spoken = Spoken(body % (b" " * 60_000), nobody)
        chunks = Chunks(spoken, b"POST / HTTP/1.1\r\nHost: box\r\nTransfer-Encoding: chunked\r\n\r\n")
        with pytest.raises(Malformed):
            chunks.readall()
    assert spoken.taken <= 1024


@pytest.mark.parametrize(("lines", "status"), [(98, None), (99, 431), (13_000, 431)])
def test_more_lines_than_any_browser_sends_are_refused(lines: int, status: int | None) -> None:
    words = b"GET / HTTP/1.1\r\n" + b"Host: box\r\n" + b"a:b\r\n" * (lines - 1) + b"\r\n"
    if status is None:
        assert read(words).environ["HTTP_A"] == ", ".join(["b"] * (lines - 1))
        return
    with pytest.raises(Malformed) as refused:
        read(words)
    assert refused.value.status == status
