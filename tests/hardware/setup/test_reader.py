"""A reader that must be asked is found by its answer: on a serial port, on the display's bus, or on SPI."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import serial

from companion.config import RfidConfig
from hardware.reader import rc522_spi
from tests.fakes.chip import FakePn532
from tests.fakes.chip_bus import ChipBus
from tests.fakes.chip_line import ChipLine
from tests.fakes.mfrc522 import Card, FakeMfrc522, FakeSpi
from tests.fakes.person import LATE, Parts
from tests.hardware.setup.reader_lines import DEFAULT, GARBLED, set_up_chip

UID = "04374BD29C3980"


@pytest.fixture
def line(parts: Parts) -> Iterator[ChipLine]:
    """A PN532 on a serial port."""
    with closing(ChipLine(parts.dev / "ttyUSB0")) as line:
        yield line


@pytest.fixture
def bus(parts: Parts) -> ChipBus:
    """The display's bus, with a PN532 on it."""
    bus = ChipBus(FakePn532(), time.monotonic)
    parts.buses[1] = bus
    return bus


@pytest.fixture
def chip(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> FakeMfrc522:
    """An RC522 on an SPI bus that is on."""
    chip = FakeMfrc522(time.monotonic)
    monkeypatch.setattr(rc522_spi, "Spi", lambda *_: FakeSpi(chip))
    (parts.dev / "spidev0.0").touch()
    return chip


@pytest.fixture(params=["pn532", "pn532-i2c", "rc522"])
def reader(request: pytest.FixtureRequest, parts: Parts) -> tuple[RfidConfig, Callable[[], object]]:
    """One of the three, and how a tag is laid on it."""
    driver: str = request.param
    port: Path
    lay: Callable[[], object]
    if driver == "pn532":
        line: ChipLine = request.getfixturevalue("line")
        port, lay = line.link, partial(line.lay, UID)
    elif driver == "pn532-i2c":
        bus: ChipBus = request.getfixturevalue("bus")
        port, lay = parts.dev / "i2c-1", lambda: bus.come(bus.chip.lay(UID))
    else:
        chip: FakeMfrc522 = request.getfixturevalue("chip")
        port, lay = parts.dev / "spidev0.0", partial(chip.lay, Card(UID))
    return RfidConfig(driver=driver, port=str(port)), lay


def test_a_reader_answers_and_then_reads(
    parts: Parts, reader: tuple[RfidConfig, Callable[[], object]]
) -> None:
    expected, lay = reader
    found, words = set_up_chip(parts, lay)
    assert found == expected
    assert f"A reader ({found.driver}) answers on" in words
    assert f"The reader ({found.driver}) on {found.port} has read the tag {UID}" in words


@pytest.mark.parametrize("taken", [True, False])
def test_a_reader_that_reads_no_tag_may_be_taken_all_the_same(
    parts: Parts, reader: tuple[RfidConfig, Callable[[], object]], taken: bool
) -> None:
    found, words = set_up_chip(parts, LATE, *(["y"] if taken else ["n", "2"]))
    assert found == (reader[0] if taken else DEFAULT)
    assert "The reader answers, so its wires are right" in words


def test_wires_that_touch_send_our_own_question_back(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    far, near = os.openpty()
    port = parts.port("ttyUSB0", os.ttyname(near))
    really = serial.Serial.write

    def write(near: serial.Serial, data: bytes) -> int | None:
        written = really(near, data)
        os.write(far, os.read(far, len(data)))
        return written

    monkeypatch.setattr(serial.Serial, "write", write)
    _, words = set_up_chip(parts, LATE, "2")
    assert f"On {port} our own question comes back: RX and TX touch there" in words
    os.close(far)
    os.close(near)


def test_bytes_that_mean_nothing_from_a_reader_that_has_answered_are_shown(
    parts: Parts, line: ChipLine
) -> None:
    _, words = set_up_chip(parts, partial(line.send, GARBLED), partial(line.lay, UID))
    assert "98 80 98 80 1E 66 no frame of this reader" in words


def test_without_an_answer_the_cures_for_both_are_reported_and_no_bag_is_waited_for(
    parts: Parts, bus: ChipBus, chip: FakeMfrc522
) -> None:
    bus.chip.dead, chip.held = True, 0xFF
    found, words = set_up_chip(parts, "2")
    assert found is DEFAULT
    assert "Tap a bag now" not in words
    assert "two switches at I2C (1 on, 2 off)" in words
    assert "dtparam=spi=on" in words


@pytest.mark.parametrize(
    ("driver", "port", "cure"),
    [("rc522", "spidev0.0", "do_spi 0"), ("pn532-i2c", "i2c-1", "dtparam=i2c_arm=on")],
)
def test_a_reader_on_a_disabled_bus_is_reported_with_how_to_enable_it(
    parts: Parts, driver: str, port: str, cure: str
) -> None:
    (parts.dev / "i2c-1").unlink()
    rfid = RfidConfig(driver, str(parts.dev / port))
    found, words = set_up_chip(parts, "2", rfid=rfid)
    assert found is rfid
    assert cure in words
