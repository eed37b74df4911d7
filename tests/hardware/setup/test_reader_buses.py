"""Finding a reader on the display's bus, or on SPI: by asking, for neither speaks by itself."""

from __future__ import annotations

import time
from functools import partial

import pytest

from companion.config import RfidConfig
from hardware.reader import rc522_spi
from tests.fakes.chip import FakePn532
from tests.fakes.chip_bus import ChipBus
from tests.fakes.mfrc522 import Card, FakeMfrc522, FakeSpi
from tests.fakes.person import LATE, Parts
from tests.hardware.setup.reader_lines import DEFAULT, set_up_chip

UID = "04374BD29C3980"


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


def test_a_pn532_on_the_displays_bus_answers_and_then_reads(parts: Parts, bus: ChipBus) -> None:
    found, words = set_up_chip(parts, lambda: bus.come(bus.chip.lay(UID)))
    assert found == RfidConfig(driver="pn532-i2c", port=str(parts.dev / "i2c-1"))
    assert "A reader (pn532-i2c) answers on" in words
    assert f"has read the tag {UID}" in words


def test_an_rc522_on_spi_answers_and_then_reads(parts: Parts, bus: ChipBus, chip: FakeMfrc522) -> None:
    bus.chip.dead = True
    found, words = set_up_chip(parts, partial(chip.lay, Card(UID)))
    assert found == RfidConfig(driver="rc522", port=str(parts.dev / "spidev0.0"))
    assert f"The reader (rc522) on {parts.dev / 'spidev0.0'} has read the tag {UID}" in words


def test_an_rc522_that_reads_no_tag_may_be_taken_all_the_same(
    parts: Parts, bus: ChipBus, chip: FakeMfrc522
) -> None:
    bus.chip.dead = True
    found, words = set_up_chip(parts, LATE, "y")
    assert found.driver == "rc522"
    assert "The reader answers, so its wires are right" in words


def test_without_an_answer_the_cures_for_both_are_reported_and_no_bag_is_waited_for(
    parts: Parts, bus: ChipBus, chip: FakeMfrc522
) -> None:
    bus.chip.dead, chip.held = True, 0xFF
    found, words = set_up_chip(parts, "2")
    assert found is DEFAULT
    assert "Tap a bag now" not in words
    assert "two switches at I2C (1 on, 2 off)" in words
    assert "dtparam=spi=on" in words


def test_a_reader_on_a_disabled_bus_is_reported_with_how_to_enable_it(parts: Parts) -> None:
    (parts.dev / "i2c-1").unlink()
    for driver, port, cure in (
        ("rc522", "spidev0.0", "do_spi 0"),
        ("pn532-i2c", "i2c-1", "dtparam=i2c_arm=on"),
    ):
        rfid = RfidConfig(driver, str(parts.dev / port))
        found, words = set_up_chip(parts, "2", rfid=rfid)
        assert found is rfid
        assert cure in words
