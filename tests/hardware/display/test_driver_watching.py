"""A display is watched: it goes, comes back, forgets, and soon shows again what is wanted."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

import pytest

from hardware.display.driver import CHECK_INTERVAL, REFRESH_INTERVAL, RETRY
from tests.fakes.bench import PartsWatch
from tests.fakes.display_bench import AGAIN, HELLO, Bench
from tests.patience import PATIENCE

Showing = Callable[..., Bench]


@pytest.fixture
def showing(watch: PartsWatch) -> Iterator[Showing]:
    """Makes displays that show `HELLO`, and stops them in the end."""
    made: list[Bench] = []

    def build(**settings: Any) -> Bench:
        bench = Bench(watch, **settings)
        made.append(bench)
        bench.display.start()
        bench.display.show(HELLO)
        assert bench.shows(HELLO)
        return bench

    yield build
    for each in made:
        each.display.stop()


def test_a_display_at_rest_is_asked_whether_it_is_still_there(showing: Showing, watch: PartsWatch) -> None:
    bench = showing(retry=0.001, look=0.001)
    bench.bus.unplug()
    watch.wait_for("display", "missing")
    bench.bus.plug()
    watch.wait_for("display", "ok")
    assert bench.shows(HELLO)


def test_a_transfer_that_fails_in_the_middle_is_missing_for_a_moment_and_then_whole(
    showing: Showing, watch: PartsWatch
) -> None:
    bench = showing()
    bench.bus.break_after(12)
    bench.display.show(AGAIN)
    watch.wait_for("display", "missing")
    assert bench.display.settle(PATIENCE), "what is missing is not waited for"
    bench.display.check()
    watch.wait_for("display", "ok")
    assert bench.shows(AGAIN)


def test_a_display_that_lost_its_power_so_shortly_that_nothing_failed_is_set_up_anew(
    showing: Showing, watch: PartsWatch, caplog: pytest.LogCaptureFixture
) -> None:
    bench = showing()
    changes = watch.parts.changes
    bench.bus.flicker()
    assert not bench.shows(HELLO)

    for _ in range(2):
        assert bench.tries.acquire(timeout=PATIENCE)
        bench.display.check()
    assert bench.shows(HELLO)
    assert bench.controller.contrast == 100
    assert watch.parts.changes == changes, "a blink does not show at the table"
    assert "has lost its power" in caplog.text


def test_a_display_is_asked_also_while_frame_follows_frame(showing: Showing) -> None:
    time_now = 0.0
    bench = showing(look=1.0, monotonic=lambda: time_now)
    bench.bus.flicker()
    time_now = 0.5
    bench.display.show(AGAIN)
    assert not bench.shows(AGAIN)
    time_now = 1.0
    bench.display.show(HELLO)
    for _ in range(2):
        assert bench.tries.acquire(timeout=PATIENCE)
    assert bench.shows(HELLO)


def test_everything_is_sent_anew_from_time_to_time(showing: Showing) -> None:
    time_now = 0.0
    bench = showing(refresh=60.0, monotonic=lambda: time_now)
    for minute in (1, 2):
        bench.controller.memory[77] ^= 0xFF
        bench.controller.inverted = True
        assert not bench.shows(HELLO)
        time_now = 60.0 * minute
        bench.display.check()
        assert bench.refreshed.acquire(timeout=PATIENCE)
        assert bench.shows(HELLO)
    assert bench.connected == 1


def test_a_display_shows_its_picture_two_seconds_after_its_return_at_the_latest(
    showing: Showing,
) -> None:
    bench = showing(driver="sh1106")
    slowest = 100_000  # bits a second on an I2C bus at its default speed
    sending = bench.bus.octets * 9 / slowest
    held = 1.0  # seconds until the kernel gives up a transfer on a bus that is held
    assert CHECK_INTERVAL + sending < 2.0, "it came back before anybody saw that it was gone"
    assert RETRY + held + sending < 2.0, "it came back just after a try"


def test_a_display_at_rest_costs_next_to_nothing_of_the_bus(showing: Showing) -> None:
    bench = showing(driver="sh1106")
    everything = bench.bus.octets
    assert (4 / CHECK_INTERVAL + everything / REFRESH_INTERVAL) * 9 < 0.005 * 100_000, (
        "half a hundredth of the slowest"
    )
