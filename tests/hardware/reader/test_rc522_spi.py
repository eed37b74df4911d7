"""An RC522 under the real driver, on a fake SPI bus; and how its port is opened."""

from __future__ import annotations

import time
from pathlib import Path

import pytest
from msgspec.structs import replace

from hardware.part import PartError
from hardware.reader import rc522_spi
from hardware.reader.kinds import KINDS
from hardware.reader.line_watcher import LineWatcher
from hardware.reader.rc522 import VERSION, read
from hardware.reader.rc522_spi import Rc522Line
from tests.fakes.bench import Consumer, MakeReader, PartsWatch
from tests.fakes.mfrc522 import Card, FakeMfrc522, FakeSpi

UID, OTHER = "04374BD29C3980", "FB0EE20B"


class Bench:
    """A reader, and the buses that it has opened."""

    def __init__(self, make_reader: MakeReader) -> None:
        self.chip = FakeMfrc522(time.monotonic)
        self.opened: list[FakeSpi] = []
        kind = replace(KINDS["rc522"], open_line=self._open)
        self.reader = make_reader(kind=kind, port=lambda: "/dev/spidev0.0", line_watcher=LineWatcher())

    def _open(self, _port: str) -> Rc522Line:
        self.opened.append(FakeSpi(self.chip))
        return Rc522Line(self.opened[-1])


@pytest.fixture
def bench(make_reader: MakeReader) -> Bench:
    return Bench(make_reader)


def test_cards_are_put_once_each(bench: Bench, table: Consumer, watch: PartsWatch) -> None:
    bench.reader.start()
    watch.wait_for("reader", "ok")
    bench.chip.lay(Card(UID))
    table.wait_for(1)
    bench.chip.lift()
    bench.chip.lay(Card(OTHER))
    table.wait_for(2)
    assert table.tags == [UID, OTHER]


def test_a_bus_that_breaks_is_opened_anew(bench: Bench, table: Consumer, watch: PartsWatch) -> None:
    bench.reader.start()
    watch.wait_for("reader", "ok")
    bench.opened[0].fault = PartError("spi-broken", port="/dev/spidev0.0", why="Input/output error")
    watch.wait_for("reader", "missing")
    assert bench.opened[0].closed
    bench.reader.check()
    watch.wait_for("reader", "ok")
    bench.chip.lay(Card(UID))
    table.wait_for(1)


def test_an_answer_is_there_at_once_and_only_once() -> None:
    line = Rc522Line(FakeSpi(FakeMfrc522(lambda: 0.0)))
    line.write(read(VERSION))
    assert line.read(None) == b"\x00\x92"
    assert line.read(0.0) == b""


def test_a_port_that_is_no_spi_bus_is_reported_and_closed(tmp_path: Path) -> None:
    port = tmp_path / "spidev0.0"
    for code in ("no-spi", "not-spi", "not-spi"):
        with pytest.raises(PartError) as error:
            rc522_spi.open_line(str(port))
        assert error.value.code == code
        port.touch()
