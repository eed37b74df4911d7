"""What the doctor says of a reader on the display's bus, and of one on SPI."""

from __future__ import annotations

import time
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import smbus2

from companion.config import RfidConfig
from companion.health.findings import Finding
from companion.language.text import Text, text
from hardware import part_probes
from hardware.reader import rc522_spi
from hardware.reader.dump import dump_reader
from hardware.reader.kinds import KINDS
from tests.fakes.chip import FakePn532
from tests.fakes.chip_bus import ChipBus
from tests.fakes.mfrc522 import Card, FakeMfrc522, FakeSpi


class Chips:
    """Both chips, and the devices of their buses."""

    def __init__(self, folder: Path) -> None:
        self.pn532 = FakePn532()
        self.rc522 = FakeMfrc522(time.monotonic)
        self.ports = {"pn532-i2c": folder / "i2c-1", "rc522": folder / "spidev0.0"}

    def switch_on(self) -> None:
        for port in self.ports.values():
            port.touch()

    def silence(self) -> None:
        self.pn532.dead, self.rc522.held = True, 0x00

    def look(self, driver: str, **how: Any) -> Finding:
        return part_probes.probe_reader(
            RfidConfig(driver, str(self.ports[driver])), monotonic=time.monotonic, **how
        )

    def watch(self, driver: str, until: str) -> list[Text]:
        """What is shown of the reader's bytes, up to the line that says this, or means it."""
        shown: list[Text] = []

        def clock() -> float:
            over = bool(shown) and until in {
                shown[-1].code,
                getattr(shown[-1].params.get("means"), "code", ""),
            }
            return time.monotonic() + (1000.0 if over else 0.0)

        rfid = RfidConfig(driver, str(self.ports[driver]))
        assert dump_reader(rfid, lambda _, line: shown.append(line), monotonic=clock, seconds=900.0)
        return shown


@pytest.fixture
def chips(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Chips:
    chips = Chips(tmp_path)
    monkeypatch.setattr(smbus2, "SMBus", lambda _: ChipBus(chips.pn532, time.monotonic))
    monkeypatch.setattr(rc522_spi, "Spi", lambda *_: FakeSpi(chips.rc522))
    return chips


@pytest.mark.parametrize(
    ("driver", "off", "busy", "silent"),
    [("pn532-i2c", "no-i2c", "i2c-busy", "silent-i2c"), ("rc522", "no-spi", "spi-busy", "silent-spi")],
)
def test_a_reader_on_a_bus_answers_or_its_cure_is_reported(
    chips: Chips, driver: str, off: str, busy: str, silent: str
) -> None:
    assert chips.look(driver).said.code == f"part.{off}"
    chips.switch_on()
    assert chips.look(driver, listen=5.0).said.code == "doctor.reader.answers"
    with closing(KINDS[driver].open_line(str(chips.ports[driver]))):
        assert chips.look(driver).said.code == f"part.{busy}"
        assert chips.look(driver, others=lambda: {"reader": "ok"}).said.code == "doctor.reader.ours"
        missing = chips.look(driver, others=lambda: {"reader": "missing"})
        assert (missing.state, missing.said.code) == ("missing", f"part.{silent}")
    chips.silence()
    assert chips.look(driver, listen=3.0).said.code == f"part.{silent}"


@pytest.mark.parametrize(("driver", "silent"), [("pn532-i2c", "silent-i2c"), ("rc522", "silent-spi")])
def test_a_dump_of_a_bus_without_an_answer_shows_the_cure_once(
    chips: Chips, driver: str, silent: str
) -> None:
    chips.switch_on()
    chips.silence()
    shown = chips.watch(driver, f"part.{silent}")
    assert [line.code for line in shown] == ["doctor.dump", f"part.{silent}"]


@pytest.mark.parametrize("driver", ["pn532-i2c", "rc522"])
def test_a_watched_bus_reports_each_tag(chips: Chips, driver: str) -> None:
    chips.switch_on()
    chips.rc522.lay(Card("04374BD29C3980"))
    chips.pn532.lay("04374BD29C3980")
    shown = chips.watch(driver, "dump.tag")
    assert shown[-1].params["means"] == text("dump.tag", tag="04374BD29C3980")
