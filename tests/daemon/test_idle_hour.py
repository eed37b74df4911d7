"""An hour in which nobody does anything, on a clock that jumps to the end of each wait: these are counted.

Who looks again and again whether there is something to do is seen here at once.
"""

from __future__ import annotations

import logging
import select
import socket
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from types import SimpleNamespace
from typing import Any

import pytest

from companion.bell import Bell, Nudge, Told, Watch
from companion.daemon.service import ServiceManager
from companion.daemon.watching import NETWORK_EVERY
from companion.health import probes
from companion.parts import Frame, Parts
from hardware.display.driver import LOOK, Display
from hardware.display.oled import Oled
from hardware.display.wire import Wire
from hardware.reader.pn532 import LONG_LOOK
from tests.fakes.oleds import MODELS, WatchedBus
from web.server.audience import COMMENT, HEARTBEAT, Audience, Listener
from web.server.connection import TIMEOUT
from web.server.dispatch import Dispatch
from web.server.waiting import WaitingRoom

HOUR = 3600
STREAMS = 8


class Over(BaseException):
    """The hour is."""


class Hour:
    """Seconds since it began, and how many waits have ended by then; one without an end never does."""

    def __init__(self) -> None:
        self.now = 0.0
        self.waits = 0

    def __call__(self) -> float:
        return self.now

    def wait(self, timeout: float | None) -> None:
        if timeout is None or self.now + timeout > HOUR:
            raise Over
        self.now += timeout
        self.waits += 1


def passed(run: Callable[[], object]) -> None:
    with pytest.raises(Over):
        run()


@pytest.fixture
def sockets() -> Iterator[ExitStack]:
    with ExitStack() as stack:
        yield stack


def _silent() -> socket.socket:
    """A socket of which nothing comes: one that waits to be connected would say so."""
    return socket.socket(type=socket.SOCK_DGRAM)


class Phone:
    """A phone's connection that takes all that is said, and says nothing."""

    def __init__(self, sockets: ExitStack, listener: Listener | None = None) -> None:
        self.socket = sockets.enter_context(_silent())
        self.listener = listener
        self.last_used = 0.0
        self.unsent = 0
        self.goes_on = self.going = False
        self.cut_at: float | None = None
        self.hour: Hour | None = None
        self.said: list[bytes] = []

    def say(self, words: bytes) -> None:
        self.said.append(words)

    def hung_up(self) -> bool:
        return False

    def fileno(self) -> int:
        return self.socket.fileno()

    def cut(self) -> None:
        assert self.hour is not None
        assert not self.going, "once is enough"
        self.cut_at, self.going = self.hour.now, True

    def close(self) -> None:
        """The test lets the socket go."""


class Epoll:
    """Stands where the kernel's stands, and lets the hour pass where nothing has come."""

    def __init__(self, hour: Hour) -> None:
        self._hour = hour
        self._poll = select.poll()

    def register(self, number: int, _events: int) -> None:
        self._poll.register(number, select.POLLIN)

    def modify(self, number: int, _events: int) -> None:
        try:
            self._poll.modify(number, select.POLLIN)
        except OSError:
            raise FileNotFoundError from None

    def poll(self, timeout: float | None) -> list[tuple[int, int]]:
        came = self._poll.poll(0)
        if not came:
            self._hour.wait(timeout)
        return came

    def close(self) -> None:
        """Nothing was opened."""


class Room:
    """The web's waiting room, and the phones in it."""

    def __init__(self, hour: Hour, sockets: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("time.monotonic", hour)
        box: Any = SimpleNamespace(timeout=TIMEOUT, level_of=lambda _: logging.DEBUG)
        box.dispatch = Dispatch[Any]()
        monkeypatch.setattr("web.server.waiting.select.epoll", lambda: Epoll(hour))
        room: Any = WaitingRoom(box, sockets.enter_context(_silent()))
        sockets.callback(box.dispatch.close)
        sockets.callback(room.close)
        box.audience = self._audience = Audience[Phone](Bell(), HEARTBEAT, room.watch)
        self._box, self._room, self._hour, self._sockets = box, room, hour, sockets

    def listens(self) -> Phone:
        phone = Phone(self._sockets, Listener((1,), lambda heard: (heard, b""), b"over\n"))
        assert phone.listener is not None
        assert self._audience.take(phone, phone.listener)
        return self._in(phone)

    def asked(self) -> Phone:
        phone = self._in(Phone(self._sockets))
        self._room.put(phone)
        return phone

    def rest(self) -> None:
        passed(self._room.run)

    def stumbles(self) -> None:
        """Have the next look fail in its midst."""

        def beat() -> None:
            self._box.audience = self._audience
            raise LookupError

        self._box.audience = SimpleNamespace(beat=beat, due=self._audience.due)

    def _in(self, phone: Phone) -> Phone:
        phone.hour = self._hour
        return phone


class Quiet:
    """Stands where a thread's condition stands: nobody notifies it."""

    def __init__(self, hour: Hour) -> None:
        self._hour = hour

    def __enter__(self) -> None:
        """Nobody else is there."""

    def __exit__(self, *_: object) -> None:
        """Nobody else is there."""

    def notify_all(self) -> None:
        """Nobody waits."""

    def wait_for(self, true: Callable[[], bool], timeout: float) -> None:
        if not true():
            self._hour.wait(timeout)


def of_streams(sockets: ExitStack, monkeypatch: pytest.MonkeyPatch) -> int:
    hour = Hour()
    room = Room(hour, sockets, monkeypatch)
    phones, idle = [room.listens() for _ in range(STREAMS)], room.asked()
    room.rest()
    assert [phone.said for phone in phones] == [[COMMENT] * int(HOUR / HEARTBEAT)] * STREAMS
    assert idle.cut_at == pytest.approx(TIMEOUT)
    return hour.waits


def of_display() -> int:
    hour, bus = Hour(), WatchedBus(MODELS["ssd1306"]())
    display = Display(
        lambda: Oled("ssd1306", Wire(1, 0x3C, bus)), Parts(Bell()), contrast=9, dimmed=3, monotonic=hour
    )
    news: Any = Quiet(hour)
    display._news = news
    display.show(Frame("Hello"))
    passed(display._run)
    return hour.waits


def of_watch(monkeypatch: pytest.MonkeyPatch, every: float, told: Callable[[], Told | None]) -> int:
    hour = Hour()

    def wait(_: Nudge, timeout: float | None, _other: Told | None = None) -> bool:
        hour.wait(timeout)
        return False

    monkeypatch.setattr(Nudge, "wait", wait)
    passed(Watch(lambda: "the same", "", Bell(), every=every, name="watch", told=told)._run)
    return hour.waits


def test_the_web_wakes_once_for_all_streams_and_once_for_who_is_let_go(
    sockets: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert of_streams(sockets, monkeypatch) <= HOUR / HEARTBEAT + 2


def test_the_web_sleeps_while_nobody_is_connected(
    sockets: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    hour = Hour()
    Room(hour, sockets, monkeypatch).rest()
    assert hour.waits == 0


def test_after_a_stumble_the_web_looks_again(sockets: ExitStack, monkeypatch: pytest.MonkeyPatch) -> None:
    room = Room(Hour(), sockets, monkeypatch)
    idle = room.asked()
    room.stumbles()
    room.rest()
    assert idle.cut_at == pytest.approx(TIMEOUT)


def test_nobody_looks_at_the_network_where_the_kernel_tells_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert of_watch(monkeypatch, NETWORK_EVERY, Nudge) == 0
    assert of_watch(monkeypatch, NETWORK_EVERY, lambda: None) == HOUR / NETWORK_EVERY


def test_a_display_at_rest_is_looked_at_no_more_often_than_it_must_be() -> None:
    assert of_display() <= HOUR / LOOK


def test_a_box_at_rest_wakes_less_than_once_a_second(
    sockets: ExitStack, monkeypatch: pytest.MonkeyPatch
) -> None:
    pulse = ServiceManager({"WATCHDOG_USEC": "20000000"}).pulse
    assert pulse is not None
    waits = (
        of_streams(sockets, monkeypatch),
        of_display(),
        of_watch(monkeypatch, probes.EVERY, lambda: None),
        int(HOUR / pulse),
        int(HOUR / LONG_LOOK) * 3,
    )
    assert sum(waits) <= HOUR
