"""A PN532 on the display's bus: what is read when, and what comes of messages that do not arrive."""

from __future__ import annotations

import errno
import os
import threading
from pathlib import Path

import pytest
import smbus2

from hardware.display.wire import MEMORY, Wire
from hardware.part import PartError
from hardware.reader import pn532_i2c
from hardware.reader.driver import Exchange
from hardware.reader.pn532 import ACK, LIST_TARGET, LONG_POLL, SAM_CONFIGURATION, Pn532Decoder, command
from hardware.reader.pn532_i2c import LONGEST, MAX_PAUSE, Pn532Line, polling
from tests.fakes.chip import FakePn532
from tests.fakes.chip_bus import DISPLAY, ChipBus
from tests.patience import PATIENCE

UID = "04374BD29C3980"
ANSWER = ("read", 1 + LONGEST)


class Hand(threading.Event):
    """Moves the clock instead of waiting; does at its time what is to be done then."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 100.0
        self.waits = 0

    def wait(self, timeout: float | None = None) -> bool:
        self.waits += 1
        assert timeout is not None or self.is_set(), "nobody would ever wake it"
        self.now += timeout or 0.0
        return self.is_set()


class Bench:
    """A session, the line and the bus."""

    def __init__(self) -> None:
        self.hand = Hand()
        self.chip = FakePn532()
        self.bus = ChipBus(self.chip, self.clock)
        self.line = Pn532Line(self.bus, cancelled=self.hand)
        self.exchange = Exchange(self.line, polling(), self.clock)
        self.tags: list[tuple[float, str]] = []
        self.wells: list[bool | None] = []
        self.begun = False
        self.decoder = Pn532Decoder()
        self.means: set[str] = set()

    def clock(self) -> float:
        return self.hand.now

    def run(self, seconds: float) -> Bench:
        until = self.clock() + seconds
        while self.clock() < until:
            step = self.exchange.next(until - self.clock()) if self.begun else self.exchange.start()
            self.begun = True
            self.means |= {piece.means.code for piece in self.decoder.feed(step.data)}
            self.tags += [(self.clock(), tag) for tag in step.result.tags]
            if self.wells[-1:] != [step.result.answers]:
                self.wells.append(step.result.answers)
        return self

    def lay(self, uid: str) -> Bench:
        self.bus.come(self.chip.lay(uid))
        return self

    def read(self) -> set[str]:
        return {tag for _, tag in self.tags}


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_the_chip_is_woken_by_its_address_set_up_and_asked(bench: Bench) -> None:
    bench.run(0.2)
    assert [packet.code for packet in bench.chip.received] == [SAM_CONFIGURATION, 0x32, LIST_TARGET]
    assert bench.wells == [None, True]
    assert bench.bus.messages[0] == ("write", len(command(SAM_CONFIGURATION, b"\x01"))), (
        "no zeros before the packet"
    )


@pytest.mark.parametrize("beyond", [b"\x00", b"\xff", b"\x80", b"\x00\xff"])
def test_a_sticker_is_read_with_any_bytes_after_its_packet(bench: Bench, beyond: bytes) -> None:
    bench.bus.beyond = beyond
    bench.run(0.5).lay(UID).run(0.5)
    assert bench.read() == {UID}
    assert bench.means == {"dump.ack", "dump.answer", "dump.tag"}


def test_an_answer_is_read_only_once_the_chip_reports_it(bench: Bench) -> None:
    bench.bus.slowness = 0.1
    bench.run(1).lay(UID).run(1)
    assert bench.read() == {UID}
    assert bench.bus.messages[:4] == [("write", 10), ("read", 1), ("read", 1), ("read", 1)]


def test_a_tap_waits_no_longer_than_a_hand_needs(bench: Bench) -> None:
    bench.run(3)
    laid = bench.clock()
    bench.lay(UID).run(1)
    assert bench.tags[0][0] - laid <= MAX_PAUSE + bench.bus.slowness


def test_a_quiet_reader_reads_one_byte_five_times_a_second(bench: Bench) -> None:
    bench.run(LONG_POLL - 1)
    del bench.bus.messages[:]
    waits = bench.hand.waits
    bench.run(LONG_POLL * 2)
    seconds = 2 * LONG_POLL
    assert bench.hand.waits - waits <= 5.5 * seconds
    assert sum(length for _, length in bench.bus.messages) <= 12 * seconds
    assert bench.bus.messages.count(ANSWER) == 0


def test_while_a_sticker_lies_there_the_bus_is_left_alone_between_two_looks(bench: Bench) -> None:
    bench.run(0.5).lay(UID).run(1)
    del bench.bus.messages[:]
    bench.run(10)
    looks = bench.bus.messages.count(ANSWER)
    assert 40 <= looks <= 50
    assert len(bench.bus.messages) <= 6 * looks


@pytest.mark.parametrize("fault", [121, errno.ENXIO, errno.EIO, errno.ETIMEDOUT, errno.EAGAIN])
def test_a_message_that_is_not_acknowledged_is_repeated_at_once(bench: Bench, fault: int) -> None:
    bench.bus.faults = [fault, fault]
    bench.run(0.2)
    assert bench.chip.looking
    assert bench.wells == [None, True]
    bench.bus.faults = [None, fault, None, fault]
    bench.lay(UID).run(1.5)
    assert bench.read() == {UID}


def test_a_chip_without_an_answer_is_missing_within_two_seconds_and_comes_back(bench: Bench) -> None:
    bench.chip.dead = True
    bench.run(2)
    assert bench.wells == [None, False]
    bench.chip.dead = False
    bench.run(3).lay(UID).run(1)
    assert bench.wells == [None, False, True]
    assert bench.read() == {UID}


def test_a_bus_that_is_gone_is_an_error(bench: Bench) -> None:
    bench.run(1)
    bench.bus.faults = [errno.ENODEV]
    with pytest.raises(OSError, match="not reached"):
        bench.run(1)


def test_a_picture_may_go_out_between_any_two_messages(bench: Bench) -> None:
    display = Wire(1, DISPLAY, bench.bus)
    bench.bus.between = lambda: display.memory(b"picture")
    bench.run(1).lay(UID).run(1)
    assert bench.read() == {UID}
    assert bench.wells == [None, True]
    sent = len(bench.bus.pictures) // len(b"?picture")
    assert bench.bus.pictures == (bytes((MEMORY,)) + b"picture") * sent
    assert sent >= len(bench.bus.messages)


def test_a_read_is_cut_short_now_or_the_next_time() -> None:
    line = Pn532Line(ChipBus(FakePn532(), lambda: 0.0))
    line.cancel()
    assert line.read(None) == b""
    reading = threading.Thread(target=line.read, args=(None,))
    reading.start()
    line.cancel()
    reading.join(PATIENCE)
    assert not reading.is_alive()


def test_after_it_was_broken_off_nothing_is_to_come(bench: Bench) -> None:
    bench.line.write(ACK)
    del bench.bus.messages[:]
    assert bench.line.read(5.0) == b""
    assert bench.bus.messages == []
    assert bench.hand.waits == 1


class Smbus:
    """Takes the place of smbus2's, on a file of its own."""

    def __init__(self, port: str) -> None:
        self.fd = os.open(port, os.O_RDWR)

    def close(self) -> None:
        os.close(self.fd)


def refused(port: Path) -> PartError:
    with pytest.raises(PartError) as error:
        pn532_i2c.open_line(str(port))
    return error.value


def test_a_second_reader_is_refused_and_a_display_is_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(smbus2, "SMBus", Smbus)
    port = tmp_path / "i2c-1"
    port.touch()
    line = pn532_i2c.open_line(str(port))
    Wire(1, DISPLAY, Smbus(str(port))).close()
    assert refused(port).code == "i2c-busy"
    line.close()
    pn532_i2c.open_line(str(port)).close()


def test_an_unavailable_bus_is_reported_with_its_cause_and_left_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = tmp_path / "i2c-1"
    assert refused(port).code == "no-i2c"
    port.touch()
    assert refused(port).code == "not-i2c", "a file knows nothing of I2C"

    def forbidden(*_: object) -> int:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(os, "open", forbidden)
    assert refused(port).code == "i2c-refused"
