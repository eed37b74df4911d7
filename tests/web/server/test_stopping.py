"""The server stops on request, during any kind of connection."""

from __future__ import annotations

import http.client
import socket
import threading
from collections.abc import Iterator

import pytest

from companion.notifier import Notifier
from tests.patience import PATIENCE
from tests.web.server.serving import application, dial
from web.server.server import WebServer


@pytest.fixture
def notifier() -> Notifier:
    return Notifier()


@pytest.fixture
def web(notifier: Notifier, monkeypatch: pytest.MonkeyPatch) -> Iterator[WebServer]:
    monkeypatch.setattr("web.server.server.TIMEOUT", 10 * PATIENCE)
    web = WebServer(application(notifier), notifier, host="127.0.0.1", port=0)
    web.start()
    yield web
    web.stop()


def stops(web: WebServer) -> bool:
    """Whether a stop waits for no phone, of which none is given up here; the test ends without it."""
    stopping = threading.Thread(target=web.stop, daemon=True)
    stopping.start()
    stopping.join(PATIENCE)
    return not stopping.is_alive()


def test_two_may_stop_it_at_once_and_no_thread_is_left(notifier: Notifier) -> None:
    before = set(threading.enumerate())
    for _ in range(8):
        web = WebServer(application(notifier), notifier, host="127.0.0.1", port=0)
        web.start()
        stopping = [threading.Thread(target=web.stop, daemon=True) for _ in range(2)]
        for each in stopping:
            each.start()
        for each in stopping:
            each.join(PATIENCE)
        assert set(threading.enumerate()) <= before
    assert notifier.closed


def test_it_stops_with_streams_and_idle_connections(web: WebServer) -> None:
    streams = [dial(web) for _ in range(4)]
    for each in streams:
        each.sendall(b"GET /listen HTTP/1.1\r\nHost: box\r\n\r\n")
        assert each.recv(1)
    kept = http.client.HTTPConnection("127.0.0.1", web.port, timeout=PATIENCE)
    kept.request("GET", "/")
    assert kept.getresponse().read() == b"hello"
    silent = [dial(web) for _ in range(3)]
    assert stops(web)
    kept.close()
    for each in (*streams, *silent):
        each.close()


def test_it_stops_though_a_phone_takes_nothing_more(web: WebServer) -> None:
    with dial(web) as phone:
        phone.sendall(b"GET /flood HTTP/1.1\r\nHost: box\r\n\r\n")
        assert phone.recv(1)
        assert stops(web)


def test_it_stops_though_a_phone_has_not_finished_its_request(web: WebServer) -> None:
    with dial(web) as phone:
        phone.sendall(b"POST /read HTTP/1.1\r\nHost: box\r\nContent-Length: 100\r\n\r\nhalf")
        assert stops(web)


def test_one_that_got_no_thread_closes_its_door_and_lets_its_workers_go(
    notifier: Notifier, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = threading.Thread.start

    def refused(thread: threading.Thread) -> None:
        if thread.name == "web":
            raise RuntimeError("can't start new thread")
        start(thread)

    monkeypatch.setattr(threading.Thread, "start", refused)
    before = set(threading.enumerate())
    web = WebServer(application(notifier), notifier, host="127.0.0.1", port=0)
    with pytest.raises(RuntimeError):
        web.start()
    web.stop()
    assert set(threading.enumerate()) <= before
    with pytest.raises(ConnectionRefusedError):
        dial(web)


def test_one_that_was_never_started_closes_the_socket_that_it_was_given(notifier: Notifier) -> None:
    with socket.create_server(("127.0.0.1", 0)) as given:
        WebServer(application(notifier), notifier, host="127.0.0.1", port=0, listener=given).stop()
        assert given.fileno() == -1
