"""The server as phones see it: listening, bodies, an application's faults, and who gives way in a crowd."""

from __future__ import annotations

import contextlib
import http.client
import socket
import struct
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from companion.language.text import text
from companion.notifier import Notifier
from tests.patience import PATIENCE
from tests.web.server.serving import FIRST, LONG, Environ, Paper, application, ask, dial, greedy, raw
from web.server.broadcaster import COMMENT, SUBSCRIBE, Subscriber, Versions
from web.server.connection import MAX_CONNECTIONS, MAX_PER_ADDRESS, MAX_STRANGER_STREAMS, MAX_STREAMS
from web.server.server import MAX_HEAD, THREADS, CannotListen, WebServer

NEWS = b"news\n"
HEAD_OF_MUCH = b"POST / HTTP/1.1\r\nHost: box\r\nContent-Length: 3000000\r\n\r\n"


@pytest.fixture
def notifier() -> Notifier:
    return Notifier()


@pytest.fixture
def paper() -> Paper:
    return Paper()


@pytest.fixture
def web(notifier: Notifier, paper: Paper) -> Iterator[WebServer]:
    """Who sends a cookie is a member. No stream is given up because a busy machine stands still."""
    web = WebServer(
        application(notifier, paper),
        notifier,
        host="127.0.0.1",
        port=0,
        heartbeat=PATIENCE,
        member=lambda asked: asked.get("HTTP_COOKIE"),
    )
    web.start()
    yield web
    web.stop()


@pytest.fixture
def crowd() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def test_a_taken_port_is_named_in_the_error(web: WebServer, notifier: Notifier) -> None:
    second = WebServer(application(notifier), notifier, host="127.0.0.1", port=web.port)
    with pytest.raises(CannotListen) as cannot:
        second.start()
    why = "Address already in use"
    assert cannot.value.message == text("cannot-start.port", host="127.0.0.1", port=web.port, why=why)
    second.stop()


def handles() -> int:
    return sum(1 for _ in Path("/proc/self/fd").iterdir())


@pytest.mark.parametrize("host", ["192.0.2.1", "nonsense..", "\xe9\xe9.nowhere"])
def test_a_start_that_fails_names_the_host_and_leaves_no_handle(notifier: Notifier, host: str) -> None:
    before = handles()
    for _ in range(3):
        web = WebServer(application(notifier), notifier, host=host, port=0)
        with pytest.raises(CannotListen) as cannot:
            web.start()
        assert cannot.value.message.params["host"] == host
    assert handles() == before


@pytest.mark.parametrize("host", ["localhost", "::1", "::", "0.0.0.0"])
def test_it_listens_on_names_and_addresses_of_both_kinds(notifier: Notifier, host: str) -> None:
    web = WebServer(application(notifier), notifier, host=host, port=0)
    web.start()
    with socket.create_connection(("::1" if host == "::1" else "127.0.0.1", web.port)) as phone:
        phone.sendall(b"GET / HTTP/1.1\r\nHost: box\r\n\r\n")
        assert phone.recv(100).startswith(b"HTTP/1.1 200 ")
    web.stop()


def test_a_tls_hello_is_closed_before_half_a_request(web: WebServer, crowd: ExitStack) -> None:
    half, phone = (crowd.enter_context(dial(web)) for _ in range(2))
    half.sendall(b"GET / HTTP/1.1\r\n")
    phone.sendall(b"\x16\x03\x01\x02\x00\x01")
    with contextlib.suppress(ConnectionResetError):
        assert phone.recv(1) == b""
    half.sendall(b"Host: box\r\n\r\n")
    assert half.recv(100).startswith(b"HTTP/1.1 200 ")


def test_a_head_beyond_its_bound_ends_the_connection_and_one_within_is_answered(web: WebServer) -> None:
    for size, answered in ((MAX_HEAD - 200, True), (MAX_HEAD + 200, False)):
        head = b"GET / HTTP/1.1\r\nHost: box\r\nX-Much: " + b"x" * size + b"\r\n\r\n"
        assert raw(web, head).startswith(b"HTTP/1.1 200 ") is answered


@pytest.mark.parametrize("digits", [11, 400, 5_000])
def test_a_body_of_a_length_beyond_every_bound_is_refused_without_a_traceback(
    web: WebServer, digits: int, caplog: pytest.LogCaptureFixture
) -> None:
    asked = b"POST / HTTP/1.1\r\nHost: box\r\nContent-Length: " + b"9" * digits + b"\r\n\r\n"
    assert raw(web, asked).startswith(b"HTTP/1.1 400 ")
    assert not caplog.records


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        ("http://box:80/a?b", "box:80 /a b"),
        ("HTTP://box", "box / "),
        ("http://box?b=/", "box / b=/"),
        ("/a?b=http://c/", "own /a b=http://c/"),
    ],
)
def test_a_request_for_a_proxy_is_one_for_the_host_that_it_names(
    notifier: Notifier, crowd: ExitStack, target: str, expected: str
) -> None:
    def app(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        start("200 OK", [])
        return ["{HTTP_HOST} {PATH_INFO} {QUERY_STRING}".format_map(environ).encode()]

    web = WebServer(app, notifier, host="127.0.0.1", port=0)
    web.start()
    crowd.callback(web.stop)
    answer = raw(web, f"GET {target} HTTP/1.1\r\nHost: own\r\n\r\n".encode())
    assert answer.endswith(f"\r\n{expected}".encode())


@pytest.mark.parametrize(
    "pieces",
    [
        (b"POST / HTTP/1.1\r\nContent-Length: 1\r\nHost: box\r\n\r\nx",),
        (b"GET / HT", b"TP/1.1\r\n", b"Host: box\r\n\r\n"),
    ],
)
def test_a_phone_that_sends_no_more_after_a_whole_request_is_answered(
    web: WebServer, pieces: tuple[bytes, ...]
) -> None:
    with dial(web) as phone:
        for each in pieces:
            phone.sendall(each)
        phone.shutdown(socket.SHUT_WR)
        answer = http.client.HTTPResponse(phone)
        answer.begin()
        assert answer.read() == b"hello"
        assert phone.recv(1) == b""


def test_a_large_body_is_read_by_the_application_while_it_comes(notifier: Notifier) -> None:
    begun, sizes = threading.Event(), []

    def app(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        first = environ["wsgi.input"].read(10)
        begun.set()
        sizes.append(len(first) + len(environ["wsgi.input"].read()))
        start("200 OK", [])
        return [b"ok"]

    web = WebServer(app, notifier, host="127.0.0.1", port=0)
    web.start()
    with dial(web) as phone:
        phone.sendall(b"POST / HTTP/1.1\r\nHost: box\r\nContent-Length: 3000000\r\n\r\n" + b"x" * 1_000_000)
        assert begun.wait(PATIENCE)
        phone.sendall(b"x" * 2_000_000)
        assert phone.recv(100).startswith(b"HTTP/1.1 200 ")
    begun.clear()
    with dial(web) as phone:
        phone.sendall(HEAD_OF_MUCH + b"x" * 1_000_000)
        assert begun.wait(PATIENCE)
    web.stop()
    assert sizes == [3_000_000, 1_000_000]


def test_an_unread_body_is_not_taken_for_the_next_request(web: WebServer) -> None:
    phone = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
    for path, status, words in (("/", 200, b"hello"), ("/nothing", 204, b""), ("/", 200, b"hello")):
        phone.request("POST", path, b"GET /nonsense HTTP/1.1\r\n\r\n")
        answer = phone.getresponse()
        assert (answer.status, answer.read()) == (status, words)
    phone.close()


def test_a_slow_reader_gets_all_of_a_response_and_asks_again_on_the_same_connection(web: WebServer) -> None:
    with greedy(web) as phone:
        for _ in range(2):
            answer = http.client.HTTPResponse(phone)
            answer.begin()
            assert answer.read() == LONG
            phone.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")


@pytest.fixture
def faulty(notifier: Notifier) -> Iterator[WebServer]:
    """A server with an application that raises the path's error."""
    answer = application(notifier)

    def no_news(_: Versions) -> tuple[Versions, bytes]:
        raise LookupError("no news can be made")

    def app(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        if environ["PATH_INFO"] == "/part":
            raise LookupError("the part does not answer")
        if environ["PATH_INFO"] == "/no-news":
            environ[SUBSCRIBE](Subscriber((-1,), no_news))
            start("200 OK", [])
            return []
        return answer(environ, start)

    web = WebServer(app, notifier, host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()


@pytest.mark.parametrize("path", ["/part", "/breaks", "/no-news"])
def test_a_fault_of_the_application_ends_the_connection_and_costs_no_thread(
    faulty: WebServer, path: str, caplog: pytest.LogCaptureFixture
) -> None:
    for _ in range(THREADS + 1):
        with pytest.raises((http.client.HTTPException, OSError)):
            ask(faulty, path)
    assert "a response failed" in caplog.text
    assert ask(faulty) == (200, b"hello")


class Busy:
    """A server with workers that all wait until `go`; done: the paths that were asked."""

    def __init__(self, notifier: Notifier, crowd: ExitStack) -> None:
        self.go, self.asked, self.done = threading.Event(), threading.Semaphore(0), list[str]()
        self.web = WebServer(
            self._app, notifier, host="127.0.0.1", port=0, member=lambda asked: asked.get("HTTP_COOKIE")
        )
        self.web.start()
        crowd.callback(self.web.stop)
        crowd.callback(self.go.set)
        self.crowd = crowd

    def _app(self, environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        self.done.append(environ["PATH_INFO"])
        self.asked.release()
        if environ["PATH_INFO"] == "/wait":
            self.go.wait(PATIENCE)
        start("200 OK", [])
        return [b"hello"]

    def asks(self, path: str, source: str = "127.0.0.2", member: str = "") -> socket.socket:
        return self.crowd.enter_context(greedy(self.web, path, source, member))

    def all_wait(self) -> None:
        """Let members keep every worker."""
        for number in range(THREADS):
            self.asks("/wait", member=f"member {number // 2}")
            assert self.asked.acquire(timeout=PATIENCE)


def test_no_phone_takes_more_than_two_workers(notifier: Notifier, crowd: ExitStack) -> None:
    busy = Busy(notifier, crowd)
    for _ in range(THREADS):
        busy.asks("/wait")
    for _ in range(2):
        assert busy.asked.acquire(timeout=PATIENCE)
    assert busy.asks("/other", "127.0.0.3").recv(100).startswith(b"HTTP/1.1 200 ")
    assert busy.done == ["/wait"] * 2 + ["/other"]


def test_strangers_leave_half_of_the_workers_to_members(notifier: Notifier, crowd: ExitStack) -> None:
    busy = Busy(notifier, crowd)
    for number in range(2 * THREADS):
        busy.asks("/wait", f"127.0.1.{number + 1}")
    for _ in range(THREADS // 2):
        assert busy.asked.acquire(timeout=PATIENCE)
    assert busy.asks("/press", member="one").recv(100).startswith(b"HTTP/1.1 200 ")
    assert busy.done == ["/wait"] * (THREADS // 2) + ["/press"]


def test_phones_that_wait_for_a_worker_are_served_in_turn(notifier: Notifier, crowd: ExitStack) -> None:
    busy = Busy(notifier, crowd)
    busy.all_wait()
    many = [busy.asks("/many", "127.0.0.8") for _ in range(THREADS * 3)]
    one = busy.asks("/one", "127.0.0.9")
    assert busy.asks("/healthz", "127.0.0.10").recv(100).startswith(b"HTTP/1.1 200 ")
    busy.go.set()
    for phone in (*many, one):
        assert phone.recv(100).startswith(b"HTTP/1.1 200 ")
    assert busy.done.index("/one") <= busy.done.index("/many") + THREADS


def test_a_request_of_a_phone_that_has_disconnected_is_not_performed(
    notifier: Notifier, crowd: ExitStack
) -> None:
    busy = Busy(notifier, crowd)
    busy.all_wait()
    late = busy.asks("/late", "127.0.0.8")
    late.setsockopt(
        socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0)
    )  # a reset: nothing can be sent to it
    late.close()
    assert busy.asks("/healthz", "127.0.0.8").recv(100).startswith(b"HTTP/1.1 200 ")
    busy.go.set()
    assert busy.asks("/next", "127.0.0.8").recv(100).startswith(b"HTTP/1.1 200 ")
    assert "/late" not in busy.done


@pytest.mark.parametrize("half", [b"", b"GET / HT", HEAD_OF_MUCH[:-20], HEAD_OF_MUCH.replace(b"3000", b"3")])
def test_of_too_many_half_requests_of_an_address_the_oldest_gives_way(
    web: WebServer, crowd: ExitStack, half: bytes
) -> None:
    phones = [crowd.enter_context(dial(web)) for _ in range(MAX_PER_ADDRESS + 1)]
    for each in phones[1:]:
        each.sendall(half)
    assert phones[0].recv(1) == b""
    assert ask(web) == (200, b"hello")


def test_a_member_stays_where_a_stranger_has_to_go(web: WebServer, crowd: ExitStack) -> None:
    phone = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
    phone.request("GET", "/", headers={"Cookie": "member"})
    assert phone.getresponse().read() == b"hello"
    its = phone.sock
    for number in range(MAX_CONNECTIONS + 1):
        stranger = crowd.enter_context(socket.socket())
        stranger.bind((f"127.0.1.{1 + number % 200}", 0))
        stranger.connect(("127.0.0.1", web.port))
    phone.request("GET", "/")
    assert phone.getresponse().read() == b"hello"
    assert phone.sock is its
    phone.close()


def listening(web: WebServer, member: str = "one") -> socket.socket:
    """A phone that has received the first event."""
    phone = dial(web)
    phone.sendall(f"GET /listen HTTP/1.1\r\nHost: box\r\nCookie: {member}\r\n\r\n".encode())
    receive_until(phone, FIRST)
    return phone


def receive_until(phone: socket.socket, words: bytes) -> bytes:
    """All that comes until these words."""
    received = b""
    while words not in received:
        piece = phone.recv(65536)
        assert piece, received
        received += piece
    return received


def test_streams_take_no_thread_and_all_receive_the_same(
    web: WebServer, notifier: Notifier, paper: Paper, crowd: ExitStack
) -> None:
    assert ask(web) == (200, b"hello")
    before = threading.active_count()
    phones = [crowd.enter_context(listening(web)) for _ in range(64)]  # a program with many displays
    assert threading.active_count() <= before + THREADS
    paper.pieces.append(NEWS)
    notifier.notify()
    for phone in phones:
        assert COMMENT not in receive_until(phone, NEWS)


def test_each_member_without_a_stream_finds_a_place(web: WebServer, crowd: ExitStack) -> None:
    def taken(source: str, member: str = "") -> int:
        """How many streams this phone gets, before it is refused one."""
        return next(
            number
            for number in range(MAX_STREAMS)
            if crowd.enter_context(greedy(web, "/listen", source, member)).recv(12)[-3:] == b"503"
        )

    strangers = [taken(f"127.0.0.{number}") for number in range(2, 8)]
    assert strangers == [MAX_STRANGER_STREAMS] * 4 + [MAX_STREAMS // 2 - 4 * MAX_STRANGER_STREAMS, 0]
    one = taken("127.0.0.8", "one")
    assert one == MAX_STREAMS - MAX_STREAMS // 9 - sum(strangers)
    assert [taken("127.0.0.8", f"seat {number}") for number in range(MAX_STREAMS // 9)] == [1] * (
        MAX_STREAMS // 9
    )


def test_a_slow_stream_skips_to_the_latest(
    web: WebServer, notifier: Notifier, paper: Paper, crowd: ExitStack
) -> None:
    slow, quick = crowd.enter_context(greedy(web, "/listen")), crowd.enter_context(listening(web))
    receive_until(slow, FIRST)
    for piece in (b"one" * (1 << 20), b"two\n", b"three\n"):
        paper.pieces.append(piece)
        notifier.notify()
        receive_until(quick, piece[-6:])
    received = receive_until(slow, b"three\n")
    assert b"two" not in received


def test_a_stream_without_news_gets_a_comment_at_each_heartbeat_despite_constant_notifications(
    notifier: Notifier, crowd: ExitStack
) -> None:
    web = WebServer(application(notifier), notifier, host="127.0.0.1", port=0, heartbeat=0.1)
    web.start()
    crowd.callback(web.stop)
    phone = crowd.enter_context(listening(web))
    ended = threading.Event()

    def notifications() -> None:
        while not ended.wait(0.001):
            notifier.notify()

    notifying = threading.Thread(target=notifications)
    notifying.start()
    crowd.callback(notifying.join)
    crowd.callback(ended.set)
    for _ in range(3):
        receive_until(phone, COMMENT)


def test_a_disconnected_phone_wakes_no_other(notifier: Notifier, crowd: ExitStack) -> None:
    class Counted(Paper):
        def news(self, seen: Versions) -> tuple[Versions, bytes]:
            asked.append(seen)
            return super().news(seen)

    asked: list[Versions] = []
    web = WebServer(
        application(notifier, Counted()),
        notifier,
        host="127.0.0.1",
        port=0,
        streams=2,
        member=lambda asked: asked.get("HTTP_COOKIE"),
    )
    web.start()
    crowd.callback(web.stop)
    crowd.enter_context(listening(web))
    with listening(web, "another"):
        pass
    while crowd.enter_context(greedy(web, "/listen", cookie="third")).recv(12) == b"HTTP/1.1 503":
        pass
    assert set(asked) == {(-1,)}


def test_a_stream_that_takes_nothing_for_two_heartbeats_gives_its_place_back(
    notifier: Notifier, crowd: ExitStack
) -> None:
    def app(environ: Environ, start: Callable[..., Any]) -> Iterable[bytes]:
        placed = environ[SUBSCRIBE](Subscriber((0,), lambda seen: ((seen[0] + 1,), b"x" * (1 << 22))))
        start("200 OK" if placed else "503 Full", [])
        return []

    web = WebServer(app, notifier, host="127.0.0.1", port=0, heartbeat=0.05, streams=1)
    web.start()
    crowd.callback(web.stop)
    slow = crowd.enter_context(greedy(web, "/"))
    assert slow.recv(12) == b"HTTP/1.1 200"
    while crowd.enter_context(greedy(web, "/")).recv(12) == b"HTTP/1.1 503":
        pass
