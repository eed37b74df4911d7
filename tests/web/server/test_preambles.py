"""What stands before a request's body is read once; what is done with it is the same each time."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing
from typing import Any

import pytest

from companion.bell import Bell
from tests.web.server.serving import Environ, dial
from web.server import grammar
from web.server.preambles import FOUND, KEPT, LARGEST_KEPT, Preamble, Preambles
from web.server.server import WebServer

POST = b"POST /a%20b?c=d HTTP/1.1\r\nHost: localhost\r\nX-Own: yes\r\nContent-Length: 3\r\n\r\n"
_OWN = {"REMOTE_PORT", "wsgi.input", "companion.member", "companion.listens"}
"""What is the phone's own, and not said by it."""


class Told:
    """An application that notes what it is told, and reads the body."""

    def __init__(self) -> None:
        self.environs: list[Environ] = []
        self.bodies: list[bytes] = []

    def __call__(self, environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        self.environs.append(environ)
        self.bodies.append(environ["wsgi.input"].read())
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]


@pytest.fixture
def told() -> Told:
    return Told()


@pytest.fixture
def web(told: Told) -> Iterator[WebServer]:
    bell = Bell()
    web = WebServer(told, bell, host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()


@pytest.fixture
def read(monkeypatch: pytest.MonkeyPatch) -> list[bytes]:
    """What is read of the preambles that come."""
    found: list[bytes] = []
    reads = grammar.read

    def reading(words: bytes) -> Preamble:
        found.append(words)
        return reads(words)

    monkeypatch.setattr(grammar, "read", reading)
    return found


def answer(phone: socket.socket) -> bytes:
    said = b""
    while not said.endswith(b"\r\n\r\nok"):
        piece = phone.recv(4096)
        assert piece, said
        said += piece
    return said


def said(environ: Environ) -> Environ:
    return {name: value for name, value in environ.items() if name not in _OWN}


def test_what_is_asked_again_is_read_once_and_told_alike_with_each_ones_own_body(
    web: WebServer, told: Told, read: list[bytes]
) -> None:
    with closing(dial(web)) as phone, closing(dial(web)) as other:
        for each, body in ((phone, b"one"), (phone, b"two"), (other, b"six")):
            each.sendall(POST + body)
            answer(each)
        ports = [str(each.getsockname()[1]) for each in (phone, phone, other)]
    assert len(read) == 1
    assert told.bodies == [b"one", b"two", b"six"]
    first, second, third = told.environs
    assert said(first) == said(second) == said(third)
    assert (first["PATH_INFO"], first["QUERY_STRING"], first["HTTP_X_OWN"]) == ("/a b", "c=d", "yes")
    assert [each["REMOTE_PORT"] for each in told.environs] == ports


def test_what_is_found_out_from_the_same_lines_is_kept_with_them_and_bounded_as_they_are(
    web: WebServer, told: Told
) -> None:
    long = POST.replace(b"X-Own: yes", b"X-Own: " + b"y" * LARGEST_KEPT)
    with closing(dial(web)) as phone:
        for each in (POST, POST, POST.replace(b"yes", b"no"), long, long):
            phone.sendall(each + b"one")
            answer(phone)
    first, again, other, long_first, long_again = [each[FOUND] for each in told.environs]
    assert first is again
    assert len({id(each) for each in (first, other, long_first, long_again)}) == 4


def test_two_at_once_on_one_connection_are_answered_one_after_the_other(
    web: WebServer, told: Told, read: list[bytes]
) -> None:
    with closing(dial(web)) as phone:
        phone.sendall(POST + b"one" + POST + b"two" + POST + b"six")
        heard = b""
        while heard.count(b"\r\n\r\nok") < 3:
            heard += phone.recv(4096)
    assert told.bodies == [b"one", b"two", b"six"]
    assert len(read) == 1


def test_who_asks_that_the_connection_ends_has_his_way_each_time(web: WebServer, read: list[bytes]) -> None:
    for _ in range(2):
        with closing(dial(web)) as phone:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
            answer(phone)
            assert phone.recv(1) == b""
    assert len(read) == 1


def test_a_body_in_chunks_is_each_ones_own(web: WebServer, told: Told, read: list[bytes]) -> None:
    asked = b"POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
    for body in (b"one", b"two"):
        with closing(dial(web)) as phone:
            phone.sendall(asked + b"3\r\n" + body + b"\r\n0\r\n\r\n")
            answer(phone)
    assert told.bodies == [b"one", b"two"]
    assert len(read) == 1


def test_who_waits_to_be_told_to_go_on_is_told_each_time(web: WebServer) -> None:
    asked = b"POST / HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
    with closing(dial(web)) as phone:
        for _ in range(2):
            phone.sendall(asked)
            assert phone.recv(4096) == b"HTTP/1.1 100 Continue\r\n\r\n"
            phone.sendall(b"one")
            answer(phone)


def test_what_is_malformed_is_refused_each_time(web: WebServer, told: Told) -> None:
    for _ in range(2):
        with closing(dial(web)) as phone:
            phone.sendall(b"GET / HTTP/1.1\r\nHost: one\r\nHost: two\r\n\r\n")
            assert phone.recv(4096).startswith(b"HTTP/1.1 400 ")
    assert told.environs == []


def test_one_that_comes_in_pieces_is_read_as_ever(web: WebServer, told: Told, read: list[bytes]) -> None:
    with closing(dial(web)) as phone:
        for _ in range(2):
            phone.sendall(POST[:9])
            phone.sendall(POST[9:] + b"one")
            answer(phone)
    assert told.bodies == [b"one", b"one"]
    assert 1 <= len(read) <= 2


def asking(path: str) -> bytes:
    return f"GET /{path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


def test_of_too_many_all_are_forgotten_and_a_large_one_is_not_kept(read: list[bytes]) -> None:
    known = Preambles(grammar.read)
    for _ in range(2):
        known.of(asking("x" * LARGEST_KEPT))
    assert len(read) == 2
    read.clear()
    for _ in range(2):
        for number in range(KEPT):
            known.of(asking(str(number)))
    assert len(read) == KEPT
    known.of(asking("one-more"))
    known.of(asking("one-more"))
    assert len(read) == KEPT + 1
    known.of(asking("0"))
    assert len(read) == KEPT + 2
