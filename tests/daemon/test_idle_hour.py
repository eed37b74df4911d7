"""An hour in which nobody does anything, on a clock that jumps to the end of each wait: these are counted.

Who looks again and again whether there is something to do is seen here at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from companion.bell import Bell, Nudge, Told, Watch
from companion.daemon.systemd import ServiceManager
from companion.daemon.watching import NETWORK_EVERY
from companion.health import probes
from companion.parts import Frame, Parts
from hardware.display.driver import LOOK, Display
from hardware.display.oled import Oled
from hardware.display.wire import Wire
from hardware.reader.pn532 import LONG_LOOK
from tests.fakes.oleds import MODELS, WatchedBus
from web.server.broadcaster import HEARTBEAT

HOUR = 3600


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


def test_nobody_looks_at_the_network_where_the_kernel_tells_of_it(monkeypatch: pytest.MonkeyPatch) -> None:
    assert of_watch(monkeypatch, NETWORK_EVERY, Nudge) == 0
    assert of_watch(monkeypatch, NETWORK_EVERY, lambda: None) == HOUR / NETWORK_EVERY


def test_a_display_at_rest_is_looked_at_no_more_often_than_it_must_be() -> None:
    assert of_display() <= HOUR / LOOK


def test_a_box_at_rest_wakes_less_than_once_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    pulse = ServiceManager({"WATCHDOG_USEC": "20000000"}).pulse
    assert pulse is not None
    waits = (
        int(HOUR / HEARTBEAT),
        of_display(),
        of_watch(monkeypatch, probes.EVERY, lambda: None),
        int(HOUR / pulse),
        int(HOUR / LONG_LOOK) * 3,
    )
    assert sum(waits) <= HOUR
