"""The live stream over real HTTP: first the present table, then each newer one, until the box stops."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest

from tests.fakes.sitting import Sitting, act
from tests.web.api.listener import EVENTS, Listener
from tests.web.server.serving import ask
from web.server.server import WebServer

ADVANCE = {"type": "advance"}
Listen = Callable[..., Listener]


@pytest.fixture
def listen(web: WebServer) -> Iterator[Listen]:
    opened: list[Listener] = []

    def build(**headers: str) -> Listener:
        opened.append(Listener(web.port, {name.replace("_", "-"): value for name, value in headers.items()}))
        return opened[-1]

    yield build
    for each in opened:
        each.close()


def test_the_first_event_is_the_present_table_with_the_retry_time(playing: Sitting, listen: Listen) -> None:
    phone = listen()
    assert phone.response.getheader("Content-Type") == "text/event-stream; charset=utf-8"
    assert phone.response.getheader("Cache-Control") == "no-store"
    assert phone.response.getheader("X-Accel-Buffering") == "no"
    first = phone.next()
    assert first is not None
    assert list(first.fields) == ["event", "id", "data", "retry"]
    snapshot = playing.table.snapshot
    assert (first.kind, first.fields["id"]) == ("table", f"{snapshot.epoch}-1")
    assert first.fields["retry"] == "1000"
    assert first.fields["data"].encode() == snapshot.json


def test_each_newer_table_follows(playing: Sitting, listen: Listen) -> None:
    phones = listen(), listen()
    assert [phone.version() for phone in phones] == [1, 1]
    for version in (2, 3, 4):
        playing.notifier.notify()
        assert act(playing.phone(), ADVANCE).status_code == 200
        assert [phone.version() for phone in phones] == [version] * 2


@pytest.mark.parametrize("known", ["{epoch}-1", "{epoch}-99", "0000-1", "nonsense"])
def test_the_present_table_comes_first_despite_an_event_id(
    playing: Sitting, listen: Listen, known: str
) -> None:
    phone = listen(Last_Event_ID=known.format(epoch=playing.table.snapshot.epoch))
    assert phone.version() == 1


def test_a_part_that_appears_or_vanishes_is_an_event(playing: Sitting, listen: Listen) -> None:
    phone = listen()
    assert phone.version() == 1
    for state in ("ok", "missing"):
        playing.parts.report("reader", state)
        event = phone.next()
        assert event is not None
        assert event.kind == "box"
        assert "id" not in event.fields
        assert event.data == {"reader": state, "display": "off", "buttons": "off"}


def bearer(playing: Sitting) -> str:
    """What a phone that has just joined sends along."""
    return f"Bearer {playing.token()}"


def test_an_excess_stream_is_asked_to_retry(playing: Sitting, web: WebServer, listen: Listen) -> None:
    phones = [listen(Authorization=bearer(playing)) for _ in range(web.streams)]
    assert [phone.version() for phone in phones] == [1] * web.streams
    late = listen()
    assert late.response.status == 503
    assert late.response.getheader("Retry-After") == "30"
    assert b'"too-many-streams"' in late.response.read()
    assert act(playing.phone(), ADVANCE).status_code == 200
    assert [phone.version() for phone in phones] == [2] * web.streams


def test_a_look_at_the_headers_takes_no_place(web: WebServer, listen: Listen) -> None:
    for _ in range(2 * web.streams):
        assert ask(web, EVENTS, "HEAD") == (200, b"")
    assert listen().version() == 1
