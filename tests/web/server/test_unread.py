"""Answers that nobody reads: they cost no thread, what is kept of them has bounds, and strangers go first."""

from __future__ import annotations

import http.client
import itertools
import socket
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import dataclass

import pytest

from companion.bell import Bell
from tests.patience import PATIENCE
from tests.web.server.serving import LONG, application, ask, dial, greedy
from web.server.server import OPEN, THREADS, UNREAD, WebServer
from web.server.shedding import Bounds, too_many

STRANGERS = 100
STOPPED_BY = 1.5


@pytest.fixture
def web() -> Iterator[WebServer]:
    bell = Bell()
    web = WebServer(application(bell), bell, host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()


@pytest.fixture
def crowd() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def read(phone: socket.socket) -> bytes:
    """An answer, read a little at a time."""
    answer = http.client.HTTPResponse(phone)
    answer.begin()
    return b"".join(iter(lambda: answer.read(1000), b""))


def ended(phone: socket.socket) -> bool:
    """Whether the answer ends before its length is reached, once all that came has been read."""
    try:
        return len(b"".join(iter(lambda: phone.recv(65536), b""))) < len(LONG)
    except OSError:
        return True


@dataclass
class Phone:
    address: str
    member: bool = False
    since: float = 0.0
    unsent: int = 1


def test_a_hundred_that_ask_for_much_and_read_nothing_keep_nobody_waiting(
    web: WebServer, crowd: ExitStack
) -> None:
    for number in range(STRANGERS):
        crowd.enter_context(greedy(web, "/longest", f"127.0.0.{2 + number % 50}"))
    assert ask(web) == (200, b"hello")


def test_who_reads_slowly_gets_all_of_his_answer_and_asks_again_on_the_same_connection(
    web: WebServer,
) -> None:
    with greedy(web) as phone:
        for _ in range(2):
            assert read(phone) == LONG
            phone.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\n\r\n")


def test_an_answer_after_which_the_connection_ends_is_sent_to_its_end(web: WebServer) -> None:
    with greedy(web) as phone:
        for _ in range(2):
            assert read(phone) == LONG
            phone.sendall(b"GET /long HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        assert phone.recv(1) == b""


def test_what_is_kept_for_phones_that_do_not_read_has_bounds(web: WebServer, crowd: ExitStack) -> None:
    phones = [
        crowd.enter_context(greedy(web, source=f"127.0.0.{2 + number % 50}")) for number in range(STRANGERS)
    ]
    assert ask(web) == (200, b"hello")
    while not all(each.waits or each.going for each in web.connections.copy()):  # the last are still answered
        assert ask(web) == (200, b"hello")

    def bounded() -> bool:
        unread = [each for each in web.connections.copy() if each.waits and not each.going]
        number = sum(each.unsent > 0 for each in unread)
        return number <= UNREAD.number and sum(each.unsent for each in unread) <= UNREAD.size

    given_up = time.monotonic() + PATIENCE
    while not bounded() and time.monotonic() < given_up:  # nor is the last of them put yet
        assert ask(web) == (200, b"hello")
    assert bounded()
    assert ended(phones[0])


def test_pieces_that_are_not_taken_give_their_thread_back_when_others_wait(
    web: WebServer, crowd: ExitStack
) -> None:
    for _ in range(2 * THREADS + 3):
        crowd.enter_context(greedy(web, "/flood"))
    assert ask(web) == (200, b"hello")


def test_connections_beyond_all_bounds_are_cut_the_oldest_first(web: WebServer, crowd: ExitStack) -> None:
    oldest = crowd.enter_context(dial(web))
    for _ in range(OPEN.address):
        crowd.enter_context(dial(web))
    assert oldest.recv(1) == b""
    assert ask(web) == (200, b"hello")


def test_a_member_stays_where_a_stranger_has_to_go(web: WebServer, crowd: ExitStack) -> None:
    member = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
    member.request("GET", "/member")
    assert member.getresponse().read() == b"hello"
    kept = member.sock
    for _ in range(OPEN.address + 1):
        crowd.enter_context(dial(web))
    member.request("GET", "/")
    assert member.getresponse().read() == b"hello"
    assert member.sock is kept
    member.close()


@pytest.mark.parametrize(
    ("bounds", "goes"),
    [
        (Bounds(4, 9, 99), ""),
        (Bounds(3, 9, 99), "b"),
        (Bounds(2, 9, 99), "bd"),
        (Bounds(1, 9, 99), "bdc"),
        (Bounds(0, 9, 99), "bdca"),
        (Bounds(9, 1, 99), "b"),
        (Bounds(9, 0, 99), "bdc"),
        (Bounds(9, 9, 3), "b"),
    ],
)
def test_strangers_go_first_and_of_them_the_oldest_where_most_are(bounds: Bounds, goes: str) -> None:
    phones = {
        "a": Phone("here", member=True, since=0),
        "b": Phone("far", since=2),
        "c": Phone("far", since=3),
        "d": Phone("near", since=1),
    }
    names = {id(phone): name for name, phone in phones.items()}
    assert "".join(names[id(each)] for each in too_many(phones.values(), bounds)) == goes


@pytest.mark.parametrize("step", [1000.0, -1000.0])
def test_a_time_of_day_that_jumps_ends_no_connection_and_keeps_none_for_ever(
    web: WebServer, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    days = itertools.count(4e9, step)
    monkeypatch.setattr("time.time", lambda: next(days))
    kept = http.client.HTTPConnection("127.0.0.1", web.port, timeout=10)
    kept.request("GET", "/")
    assert kept.getresponse().read() == b"hello"
    its = kept.sock
    with dial(web) as other:
        for _ in range(3):
            assert ask(web) == (200, b"hello")
        kept.request("GET", "/")
        assert kept.getresponse().read() == b"hello"
        assert kept.sock is its
        web.timeout = 0.01
        assert ask(web) == (200, b"hello")
        assert other.recv(1) == b""
        assert its.recv(1) == b""
    kept.close()


@pytest.mark.parametrize("step", [1000.0, -1000.0])
def test_it_stops_in_time_though_the_time_of_day_jumps(
    web: WebServer, monkeypatch: pytest.MonkeyPatch, step: float
) -> None:
    days = itertools.count(4e9, step)
    monkeypatch.setattr("time.time", lambda: next(days))
    with dial(web) as listening, dial(web) as half:
        listening.sendall(b"GET /flood HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert listening.recv(1)
        half.sendall(b"POST /read HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\nhalf")
        stopping = threading.Thread(target=web.stop, daemon=True)
        stopping.start()
        stopping.join(STOPPED_BY)
        assert not stopping.is_alive()
