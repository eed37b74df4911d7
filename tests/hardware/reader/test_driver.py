from __future__ import annotations

import errno
import socket
import struct
import termios
import threading
from typing import Any

import pytest
import serial
from msgspec.structs import replace

from companion.panel.controller import MAX_WAITING as WAITING_AT_THE_PANEL
from companion.parts import TagSeen, TagUnread
from hardware.reader.driver import MAX_TAGS, PERIOD, Reader, RepeatFilter
from hardware.reader.kinds import KINDS
from hardware.reader.line_watcher import LineWatcher
from hardware.reader.port import port_finder
from hardware.reader.protocol import ListeningSession, StepResult
from hardware.reader.rdm6300 import Rdm6300Decoder, encode
from hardware.reader.simulated import SimulatedLine
from tests.fakes.bench import Consumer, MakeReader, PartsWatch
from tests.patience import PATIENCE

ONE, TWO = "0F0184F07B", "010063E9AE"
NEVER = 1000.0


class Clock:
    """Stands still unless it is moved."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


class Frames:
    """Waits for tags that the reader has read, repeats too."""

    def __init__(self) -> None:
        self._news = threading.Condition()
        self.tags: list[str] = []

    def __call__(self, tag: str) -> None:
        with self._news:
            self.tags.append(tag)
            self._news.notify_all()

    def wait_for(self, count: int) -> None:
        with self._news:
            assert self._news.wait_for(lambda: len(self.tags) >= count, PATIENCE), self.tags


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def frames() -> Frames:
    return Frames()


@pytest.fixture
def make(make_reader: MakeReader, line: SimulatedLine, clock: Clock, frames: Frames) -> MakeReader:
    """Builds readers on the line."""
    settings: dict[str, Any] = {"kind": KINDS["rdm6300"], "port": line.port, "monotonic": clock}
    return lambda **changes: make_reader(
        **settings | {"line_watcher": LineWatcher(NEVER), "on_frame": frames} | changes
    )


def started(reader: Reader) -> Reader:
    reader.start()
    assert reader.wait_for_line(PATIENCE)
    return reader


def test_a_tag_without_a_frame_and_a_text_that_is_none_are_put_after_a_pause(
    make: MakeReader, table: Consumer, line: SimulatedLine
) -> None:
    started(make())
    line.send(b"4500C5D1E9B8")
    table.wait_for(1)
    line.send(b"0012964329\r\n")
    assert table.wait_for(2) == [TagSeen("4500C5D1E9", 100.0), TagUnread("0012964329", 100.0)]


def test_a_tag_is_put_with_its_time(
    make: MakeReader, table: Consumer, line: SimulatedLine, watch: PartsWatch
) -> None:
    started(make())
    line.send(encode(ONE))
    assert table.wait_for(1) == [TagSeen(ONE, 100.0)]
    assert watch.parts.states()["reader"] == "ok"


def test_a_tag_that_soon_comes_back_is_put_as_seen_again(
    make: MakeReader, table: Consumer, line: SimulatedLine, clock: Clock, frames: Frames
) -> None:
    started(make(repeat_after=1.5))
    line.send(encode(ONE))
    frames.wait_for(1)
    clock.now += 0.4
    line.send(encode(TWO))
    frames.wait_for(2)
    clock.now += 0.4
    line.send(encode(ONE))
    table.wait_for(3)
    assert table.tags == [ONE, TWO, ONE]
    assert [each.again for each in table.things if isinstance(each, TagSeen)] == [False, False, True]


def test_a_reader_pulled_out_is_missing_and_reads_again_once_plugged_in(
    make: MakeReader, table: Consumer, line: SimulatedLine, watch: PartsWatch
) -> None:
    reader = started(make())
    line.send(encode(ONE)[:7])
    line.unplug()
    watch.wait_for("reader", "missing")
    line.plug()
    reader.check()
    watch.wait_for("reader", "ok")
    line.send(encode(ONE)[7:] + encode(TWO))
    table.wait_for(1)
    assert table.tags == [TWO], "the half frame went with the line"


class Failing:
    """A line that opens, and fails on purpose when it is read."""

    def __init__(self, fault: Exception) -> None:
        self.fault = fault

    def read(self, _: int) -> bytes:
        raise self.fault

    def close(self) -> None:
        raise self.fault


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.EIO, "gone"),
        serial.SerialException("gone"),
        termios.error(errno.EIO, "gone"),
        TimeoutError("gone"),
    ],
    ids=lambda fault: type(fault).__name__,
)
def test_every_error_of_a_line_that_is_gone_is_known(
    make: MakeReader, watch: PartsWatch, monkeypatch: pytest.MonkeyPatch, fault: Exception
) -> None:
    reader = make()
    monkeypatch.setattr(serial, "serial_for_url", lambda *_, **__: Failing(fault))
    reader.start()
    watch.wait_for("reader", "missing")


def test_a_raising_consumer_does_not_end_the_reading(
    make: MakeReader, table: Consumer, line: SimulatedLine, caplog: pytest.LogCaptureFixture
) -> None:
    def put(tag: TagSeen) -> None:
        table.put(tag)
        raise RuntimeError("the consumer is ill")

    started(make(put=put))
    line.send(encode(ONE) + encode(TWO))
    table.wait_for(2)
    assert "the consumer is ill" in caplog.text


def test_a_reader_may_stand_at_the_other_end_of_the_network(
    make: MakeReader, table: Consumer, watch: PartsWatch
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        server.settimeout(PATIENCE)
        reader = make(port=port_finder(f"socket://127.0.0.1:{server.getsockname()[1]}"))
        reader.start()
        far, _ = server.accept()
        with far:
            assert reader.wait_for_line(PATIENCE)
            far.sendall(encode(ONE))
            table.wait_for(1)
        watch.wait_for("reader", "missing")
    assert table.tags == [ONE]


def test_a_reader_can_be_stopped_while_it_waits_for_its_line_and_before_it_was_started(
    make: MakeReader, line: SimulatedLine, watch: PartsWatch
) -> None:
    line.unplug()
    reader = make()
    reader.start()
    watch.wait_for("reader", "missing")
    reader.stop()
    make().stop()


def test_a_reader_that_sends_more_tags_than_hands_can_lay_is_limited(
    make: MakeReader, table: Consumer, line: SimulatedLine, clock: Clock, frames: Frames
) -> None:
    """A keyboard that types 10,000 keys a second would take every press its place."""
    started(make(repeat_after=60.0))
    for number in range(200):
        line.send(encode(f"{number:010X}"))
        frames.wait_for(number + 1)
    assert len(table.tags) == MAX_TAGS < WAITING_AT_THE_PANEL
    clock.now += PERIOD
    line.send(encode(ONE))
    frames.wait_for(201)
    assert table.tags[-1] == ONE


def test_an_unexpected_error_of_a_session_ends_no_reader(
    make: MakeReader, table: Consumer, line: SimulatedLine, watch: PartsWatch
) -> None:
    faults = iter((IndexError("noise"), struct.error("noise")))

    class Stumbling(ListeningSession):
        def step(self, data: bytes, now: float, /) -> StepResult:
            for fault in faults if data else ():
                raise fault
            return super().step(data, now)

    kind = replace(KINDS["rdm6300"], listening=lambda: Stumbling(Rdm6300Decoder()))
    reader = started(make(kind=kind, line_watcher=LineWatcher(0.01)))
    for _ in range(2):
        line.send(b"?")
        watch.wait_for("reader", "missing")
        assert reader.wait_for_line(PATIENCE)
        watch.wait_for("reader", "ok")
    line.send(encode(ONE))
    assert table.wait_for(1) == [TagSeen(ONE, 100.0)]


@pytest.mark.parametrize(
    ("read", "new"),
    [
        pytest.param([("A", at / 10) for at in range(100)], {0}, id="it lies there"),
        pytest.param([("A", 0.0), ("A", 1.4), ("A", 2.8), ("A", 4.3)], {0, 3}, id="away for the silence"),
        pytest.param([("AB"[at % 2], at / 10) for at in range(20)], {0, 1}, id="two in turn"),
    ],
)
def test_a_tag_is_new_once_until_it_was_away_for_the_silence(
    read: list[tuple[str, float]], new: set[int]
) -> None:
    repeats = RepeatFilter(1.5)
    assert {number for number, (tag, at) in enumerate(read) if repeats.is_new(tag, at)} == new
