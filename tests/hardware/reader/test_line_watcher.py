"""A lost line is looked for when a device comes, and seldom otherwise: what waits is counted, not timed."""

from __future__ import annotations

import threading

import pytest

from companion.notifier import SETTLE_TIME, EventSource, Wakeup
from hardware.reader.kinds import KINDS
from hardware.reader.line_watcher import ABSENT_RETRY, LineWatcher
from hardware.reader.port import port_finder
from hardware.reader.rdm6300 import encode
from hardware.reader.simulated import SimulatedLine
from tests.fakes.bench import Consumer, MakeReader, PartsWatch
from tests.patience import PATIENCE

TAG = "0F0184F07B"
RETRY = 1.5


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float | None]:
    """How long each wait was to be; it ends at once, with what has come by then."""
    waits: list[float | None] = []
    wait = Wakeup.wait

    def counted(self: Wakeup, timeout: float | None, other: EventSource | None = None) -> bool:
        waits.append(timeout)
        return wait(self, 0.0, other)

    monkeypatch.setattr(Wakeup, "wait", counted)
    return waits


def test_a_line_that_is_not_there_is_looked_for_seldom_once_devices_are_reported(
    waits: list[float | None],
) -> None:
    with LineWatcher(RETRY, Wakeup) as line_watcher:
        for _ in range(4):
            line_watcher.wait(absent=True)
    assert waits == [RETRY, ABSENT_RETRY, ABSENT_RETRY, ABSENT_RETRY]


def test_without_reports_or_where_the_device_is_there_it_is_tried_again_and_again(
    waits: list[float | None],
) -> None:
    with LineWatcher(RETRY) as line_watcher:
        for _ in range(3):
            line_watcher.wait(absent=True)
    with LineWatcher(RETRY, Wakeup) as line_watcher:
        for _ in range(3):
            line_watcher.wait(absent=False)
    assert waits == [RETRY] * 6


def test_a_device_that_comes_is_given_time_to_get_its_name_and_rights(waits: list[float | None]) -> None:
    news = Wakeup()
    with LineWatcher(RETRY, lambda: news) as line_watcher:
        news.set()
        line_watcher.wait(absent=True)
        line_watcher.wait(absent=True)
        line_watcher.found()
    assert waits == [RETRY, SETTLE_TIME, ABSENT_RETRY]
    assert news.fileno() == -1, "who has found his line is told no more"


def test_a_plugged_in_reader_is_opened_as_soon_as_the_kernel_reports_it(
    make_reader: MakeReader, table: Consumer, watch: PartsWatch, line: SimulatedLine
) -> None:
    line.unplug()
    wakeups: list[Wakeup] = []
    listening = threading.Semaphore(0)

    def listen() -> Wakeup:
        wakeups.append(Wakeup())
        listening.release()
        return wakeups[-1]

    reader = make_reader(
        kind=KINDS["rdm6300"],
        port=lambda: line.port() if line.plugged else port_finder("/dev/no-such-*")(),
        line_watcher=LineWatcher(1000.0, listen),
    )
    reader.start()
    assert listening.acquire(timeout=PATIENCE)
    assert watch.parts.states()["reader"] == "missing"
    line.plug()
    wakeups[0].set()
    watch.wait_for("reader", "ok")
    line.send(encode(TAG))
    table.wait_for(1)
    reader.stop()
    assert wakeups[0].fileno() == -1
