"""A reader's bytes as they come, and the errors where there are none."""

from __future__ import annotations

import time
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from companion.config import RfidConfig
from companion.language.text import Text
from hardware.part import PartError
from hardware.reader.dump import dump_reader
from hardware.reader.rdm6300 import encode
from hardware.reader.simulated import SimulatedLine
from tests.fakes.chip_line import ChipLine


class Lines:
    """Takes the lines, and does something at some of them."""

    def __init__(self) -> None:
        self.lines: list[Text] = []
        self.then: dict[int, Callable[[], object]] = {}

    def show(self, at: float, line: Text) -> None:
        assert at >= 0
        self.then.get(len(self.lines), lambda: None)()
        self.lines.append(line)


@pytest.fixture
def screen() -> Lines:
    return Lines()


def dumped(screen: Lines, port: str, seconds: float | None, driver: str = "rdm6300") -> int:
    settings = RfidConfig(driver, port)
    return dump_reader(settings, screen.show, monotonic=time.monotonic, seconds=seconds)


def test_each_piece_is_a_line_until_the_line_breaks(line: SimulatedLine, screen: Lines) -> None:
    screen.then = {0: lambda: line.send(b"\xff" + encode("0F0184F07B")), 2: line.unplug}
    with pytest.raises(PartError) as broken:
        dumped(screen, line.port(), None)
    assert broken.value.code == "port-broken"
    assert [each.code for each in screen.lines] == ["doctor.dump", "dump.line", "dump.line"]
    assert screen.lines[1].params["hex"] == "FF"
    assert str(screen.lines[2].params["hex"]).startswith("02 30 46")


def test_a_dump_ends_with_the_number_of_bytes(line: SimulatedLine, screen: Lines) -> None:
    assert dumped(screen, line.port(), 0.0) == 0
    assert [each.code for each in screen.lines] == ["doctor.dump"]


def test_a_reader_that_must_be_polled_is_polled(tmp_path: Path, screen: Lines) -> None:
    with closing(ChipLine(tmp_path / "ttyUSB0")) as chip:
        screen.then = {3: chip.unplug}
        with pytest.raises(PartError, match="port-broken"):
            dumped(screen, str(chip.link), None, "pn532")
    assert len(screen.lines) > 3


@pytest.mark.parametrize(
    ("driver", "port", "code"),
    [
        ("none", "", "no-reader"),
        ("simulated", "", "no-reader"),
        ("rdm6300", "/dev/nothing", "no-port"),
        ("rdm", "/dev/nothing", "no-such-reader"),
    ],
)
def test_what_cannot_be_dumped_is_reported(screen: Lines, driver: str, port: str, code: str) -> None:
    with pytest.raises(PartError) as error:
        dumped(screen, port, None, driver)
    assert error.value.code == code
