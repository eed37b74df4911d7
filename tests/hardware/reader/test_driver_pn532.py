"""A PN532 under the real driver, on a serial object that fails on purpose."""

from __future__ import annotations

import errno
import logging
from typing import Any

import pytest
import serial

from hardware.reader.kinds import KINDS
from hardware.reader.pn532 import LONG_POLL
from tests.fakes.bench import Consumer, MakeReader, PartsWatch
from tests.fakes.chip import FakePn532
from tests.hardware.reader.fake_serial import Clock, FakeSerial
from tests.patience import PATIENCE

UID = "04374BD29C3980"


class Bench:
    """A reader on a serial object, and a clock that is moved by hand."""

    def __init__(self, make_reader: MakeReader, monkeypatch: pytest.MonkeyPatch) -> None:
        self.clock = Clock()
        self.chip = FakePn532()
        self.lines: list[FakeSerial] = []
        self.reader = make_reader(kind=KINDS["pn532"], port=lambda: "/dev/ttyUSB0", monotonic=self.clock)
        monkeypatch.setattr(serial, "serial_for_url", self._open)

    @property
    def line(self) -> FakeSerial:
        return self.lines[-1]

    def start(self) -> Bench:
        self.reader.start()
        assert self.reader.wait_for_line(PATIENCE)
        self.clock.let_pass(0.1)
        return self

    def _open(self, *_: Any, **__: Any) -> FakeSerial:
        self.lines.append(FakeSerial(self.chip, self.clock))
        return self.line


@pytest.fixture
def bench(make_reader: MakeReader, monkeypatch: pytest.MonkeyPatch) -> Bench:
    return Bench(make_reader, monkeypatch)


def test_a_chip_that_does_not_answer_is_missing_though_its_port_is_open_and_comes_back(
    bench: Bench, watch: PartsWatch, table: Consumer, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG, "hardware.reader.driver")
    bench.chip.dead = True
    bench.start()
    assert not bench.reader.settle(0)
    bench.clock.let_pass(2)
    assert bench.reader.settle(PATIENCE)
    assert watch.parts.states()["reader"] == "missing"
    bench.chip.dead = False
    bench.clock.let_pass(3)
    assert watch.parts.states()["reader"] == "ok"
    bench.line.come(bench.chip.lay(UID))
    bench.clock.let_pass(0.25)
    assert table.tags == [UID]
    missing, back = (record.getMessage() for record in caplog.records)
    assert missing == "the reader cannot be read: reader-silent: port=/dev/ttyUSB0"
    assert back == "the reader is back"
    assert len(bench.lines) == 1


@pytest.mark.parametrize(
    "fault",
    [
        OSError(errno.EIO, "Input/output error"),
        serial.SerialTimeoutException("Write timeout"),
        TimeoutError(),
    ],
    ids=["EIO", "write time-out", "time-out"],
)
def test_a_line_that_fails_when_it_is_written_to_is_closed_and_opened_anew(
    bench: Bench, table: Consumer, fault: Exception
) -> None:
    first = bench.start().line
    first.broken = fault
    bench.clock.let_pass(LONG_POLL + 0.2)  # the look is broken off, or would be
    assert first.closed
    assert len(bench.lines) == 2
    bench.line.come(bench.chip.lay(UID))
    bench.clock.let_pass(2)
    assert table.tags == [UID]
