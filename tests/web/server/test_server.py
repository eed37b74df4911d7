"""The server: listening, idle connections, bodies that nobody reads, and an application's own faults."""

from __future__ import annotations

import contextlib
import errno
import http.client
import os
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.bell import Bell
from companion.language.text import text
from tests.patience import PATIENCE
from tests.web.server.serving import Environ, application, ask, dial, raw
from web.server.audience import LISTENS, Heard, Listener
from web.server.connection import UNWANTED
from web.server.server import THREADS, CannotListen, WebServer


@pytest.fixture
def bell() -> Bell:
    return Bell()


@pytest.fixture
def web(bell: Bell) -> Iterator[WebServer]:
    web = WebServer(application(bell), bell, host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()


def test_a_free_port_is_taken_and_answers(web: WebServer) -> None:
    assert web.port > 0
    assert ask(web) == (200, b"hello")


def test_a_taken_port_is_named_in_the_error(web: WebServer, bell: Bell) -> None:
    second = WebServer(application(bell), bell, host="127.0.0.1", port=web.port)
    with pytest.raises(CannotListen) as cannot:
        second.start()
    why = "Address already in use"
    assert cannot.value.said == text("cannot-start.port", host="127.0.0.1", port=web.port, why=why)
    second.stop()


def test_a_host_that_is_not_here_is_named_in_the_error(bell: Bell) -> None:
    web = WebServer(application(bell), bell, host="192.0.2.1", port=0)
    with pytest.raises(CannotListen) as cannot:
        web.start()
    assert cannot.value.said.params["host"] == "192.0.2.1"


ADDRESSED = """
import sys
from companion.bell import Bell
from web.server.server import WebServer
web = WebServer(lambda environ, start: [], Bell(), host=sys.argv[1], port=0)
web.start()
print(web.port > 0, "encodings.idna" in sys.modules)
web.stop()
"""


@pytest.mark.parametrize("host", ["127.0.0.1", "::1", "0.0.0.0"])
def test_who_listens_on_an_address_has_no_letters_of_names_looked_up(host: str) -> None:
    program = (sys.executable, "-c", ADDRESSED, host)
    told = subprocess.run(program, capture_output=True, text=True, check=True, timeout=PATIENCE)
    assert told.stdout == "True False\n"


def test_who_listens_on_a_name_listens_on_its_address(bell: Bell) -> None:
    web = WebServer(application(bell), bell, host="localhost", port=0)
    web.start()
    assert ask(web) == (200, b"hello")
    web.stop()


def handles() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.mark.parametrize("host", ["192.0.2.1", "nonsense.."])
def test_a_start_that_fails_leaves_no_handle(bell: Bell, host: str) -> None:
    webs = [WebServer(application(bell), bell, host=host, port=0) for _ in range(3)]
    before = handles()
    for each in webs:
        with pytest.raises(CannotListen):
            each.start()
    assert handles() == before


def test_a_start_that_finds_no_handle_for_who_waits_leaves_no_thread(
    bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none_left(*_: object) -> None:
        raise OSError(errno.EMFILE, os.strerror(errno.EMFILE))

    before = set(threading.enumerate())
    web = WebServer(application(bell), bell, host="127.0.0.1", port=0)
    monkeypatch.setattr("web.server.server.WaitingRoom", none_left)
    with pytest.raises(CannotListen):
        web.start()
    web.stop()
    assert set(threading.enumerate()) <= before


def test_phones_that_vanish_are_noticed_by_the_sockets_options(web: WebServer) -> None:
    listener = web._door
    assert listener.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
    assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
    assert listener.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 20_000


def test_connections_that_say_nothing_take_no_thread_from_the_others(web: WebServer) -> None:
    silent = [dial(web) for _ in range(2 * THREADS + 3)]
    assert ask(web) == (200, b"hello")
    for each in silent:
        each.close()


def test_half_requests_give_way_when_they_have_taken_every_thread(web: WebServer) -> None:
    half = [dial(web) for _ in range(2 * THREADS + 3)]
    for number, each in enumerate(half):
        each.sendall(b"GET / HT" if number % 2 else b"POST /read HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf")
    assert ask(web) == (200, b"hello")
    for each in half:
        each.close()


def test_a_hundred_half_requests_give_way_to_who_asks(web: WebServer) -> None:
    half = [dial(web) for _ in range(100)]
    for number, each in enumerate(half):
        each.sendall(b"GET / HT" if number % 2 else b"POST /read HTTP/1.1\r\nContent-Length: 9\r\n\r\nhalf")
    assert ask(web) == (200, b"hello")
    for each in half:
        each.close()


def test_who_has_asked_all_of_it_keeps_his_connection_however_long_the_answer_takes(
    bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, may_answer = threading.Semaphore(0), threading.Event()
    answer = application(bell)

    def slow(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        asked.release()
        may_answer.wait(PATIENCE)
        return answer(environ, start)

    monkeypatch.setattr("web.server.server.RUSH", 0.0)
    web = WebServer(slow, bell, host="127.0.0.1", port=0)
    web.start()
    phones = [http.client.HTTPConnection("127.0.0.1", web.port, timeout=10) for _ in range(THREADS)]
    for phone in phones:
        phone.request("GET", "/")
    for _ in phones:
        asked.acquire()
    web.hurry()
    may_answer.set()
    for phone in phones:
        assert phone.getresponse().read() == b"hello"
        its = phone.sock
        phone.request("GET", "/")
        assert phone.getresponse().read() == b"hello"
        assert phone.sock is its
        phone.close()
    web.stop()


def test_who_was_hurried_is_answered_all_the_same_and_told_that_his_connection_ends(
    bell: Bell, monkeypatch: pytest.MonkeyPatch
) -> None:
    """His next request may be a press: it is not sent to where nobody reads any more."""
    answer = application(bell)
    box: WebServer

    def slow(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["REQUEST_METHOD"] == "POST":
            box.hurry()
        return answer(environ, start)

    monkeypatch.setattr("web.server.server.RUSH", 0.0)
    box = WebServer(slow, bell, host="127.0.0.1", port=0)
    box.start()
    phone = http.client.HTTPConnection("127.0.0.1", box.port, timeout=10)
    phone.connect()
    assert phone.sock is not None
    phone.sock.sendall(
        b"POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000\r\n\r\n" + b"h" * 20000
    )
    with http.client.HTTPResponse(phone.sock, method="POST") as said:
        said.begin()
        assert (said.status, said.read()) == (200, b"hello")
        assert said.getheader("Connection") == "close"
    phone.close()
    box.stop()


def test_a_body_that_is_announced_and_does_not_come_is_refused_all_the_same(web: WebServer) -> None:
    with dial(web) as phone:
        phone.sendall(b"POST /refuse HTTP/1.1\r\nHost: box\r\nContent-Length: 10000000000\r\n\r\n")
        assert phone.recv(12) == b"HTTP/1.1 413"


def test_streams_leave_threads_for_the_others(web: WebServer) -> None:
    streams = [dial(web) for _ in range(4)]
    for each in streams:
        each.sendall(b"GET /listen HTTP/1.1\r\nHost: box\r\n\r\n")
        assert each.recv(1)
    assert ask(web) == (200, b"hello")
    for each in streams:
        each.close()


def test_a_client_hears_the_refusal_of_a_large_body_that_nobody_reads(web: WebServer) -> None:
    assert ask(web, "/refuse", "POST", b"x" * 1_000_000) == (413, b"hello")


def test_a_body_beyond_all_bounds_ends_the_connection(web: WebServer) -> None:
    with dial(web) as phone:
        phone.sendall(b"POST /refuse HTTP/1.1\r\nHost: box\r\nContent-Length: 10000000000\r\n\r\n")
        with pytest.raises(ConnectionError):
            phone.sendall(b"x" * UNWANTED * 100)


def test_an_unread_body_is_not_taken_for_the_next_request(web: WebServer) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
    for _ in range(2):
        connection.request("POST", "/", b"GET /nonsense HTTP/1.1\r\n\r\n")
        assert connection.getresponse().read() == b"hello"
    connection.close()


def test_an_answer_goes_out_in_one_piece(web: WebServer, monkeypatch: pytest.MonkeyPatch) -> None:
    write, sent = os.write, list[bytes]()

    def heard(handle: int, words: bytes) -> int:
        sent.append(bytes(words))
        return write(handle, words)

    monkeypatch.setattr(os, "write", heard)
    assert ask(web, "/read", "POST", b"a body") == (200, b"hello")
    answers = [each for each in sent if each.startswith(b"HTTP/1.1 200")]
    assert [each.partition(b"\r\n\r\n")[2] for each in answers] == [b"hello"]


def test_an_answer_without_words_is_a_head_and_the_next_follows_on_the_same_connection(
    web: WebServer,
) -> None:
    connection = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
    for path, status, words in (("/nothing", 204, b""), ("/", 200, b"hello"), ("/nothing", 204, b"")):
        connection.request("GET", path)
        answer = connection.getresponse()
        assert (answer.status, answer.read()) == (status, words)
    connection.close()


def test_an_answer_that_breaks_before_its_first_piece_is_a_failure(
    web: WebServer, caplog: pytest.LogCaptureFixture
) -> None:
    head, _, words = raw(web, b"GET /breaks HTTP/1.1\r\nHost: localhost\r\n\r\n").partition(b"\r\n\r\n")
    assert head.startswith(b"HTTP/1.1 500 ")
    assert words == b""
    assert "there is no first piece" in caplog.text
    assert ask(web) == (200, b"hello")


@pytest.fixture
def faulty(bell: Bell) -> Iterator[WebServer]:
    """A server whose application raises what the path says."""
    answer = application(bell)

    def no_news(_: Heard) -> tuple[Heard, bytes]:
        raise LookupError("nobody knows what is new")

    def app(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        match environ["PATH_INFO"]:
            case "/part":
                raise TimeoutError("the part does not answer")
            case "/exit":
                raise SystemExit
            case "/no-news":
                environ[LISTENS](Listener((-1,), no_news, b"over\n"))
                start("200 OK", [])
                return []
        return answer(environ, start)

    web = WebServer(app, bell, host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()


def test_a_fault_of_the_application_is_not_taken_for_one_of_the_phone(
    faulty: WebServer, caplog: pytest.LogCaptureFixture
) -> None:
    assert ask(faulty, "/part") == (500, b"")
    assert "the part does not answer" in caplog.text


@pytest.mark.parametrize("path", ["/exit", "/no-news"])
def test_no_fault_of_the_application_costs_a_thread(faulty: WebServer, path: str) -> None:
    for _ in range(THREADS + 1):
        with contextlib.suppress(http.client.HTTPException, OSError):
            ask(faulty, path)
    assert ask(faulty) == (200, b"hello")
    assert not faulty._room._listening
    faulty.stop()
    assert not faulty.connections


def test_nothing_is_done_for_who_is_cut_before_a_thread_hears_him(bell: Bell) -> None:
    """It would be done, and he never told of it."""
    done: list[str] = []
    asked, answered = threading.Event(), threading.Event()

    def app(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        done.append(environ["PATH_INFO"])
        asked.set()
        answered.wait(10)
        start("200 OK", [("Content-Length", "2")])
        return [b"ok"]

    web = WebServer(app, bell, host="127.0.0.1", port=0, threads=1)
    web.start()
    try:
        with dial(web) as busy, dial(web) as late:
            busy.sendall(b"GET /busy HTTP/1.1\r\nHost: box\r\n\r\n")
            assert asked.wait(10)
            late.sendall(b"POST /late HTTP/1.1\r\nHost: box\r\nContent-Length: 0\r\n\r\n")
            while not web.dispatch.crowd:
                pass
            web.let_go(web.dispatch.waiting)
            answered.set()
            with contextlib.suppress(ConnectionResetError):
                assert late.recv(1) == b""
            assert busy.recv(4096).endswith(b"ok")
    finally:
        answered.set()
        web.stop()
    assert done == ["/busy"]
