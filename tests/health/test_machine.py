"""What the doctor finds of the clock and of the power."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from companion.health.findings import Finding
from companion.health.machine import clock, is_synchronized, power


def at(year: int, kept: bool | None = True) -> Finding:
    return clock(lambda: datetime(year, 6, 1, tzinfo=UTC), lambda: kept)


@pytest.mark.parametrize(
    ("year", "state"), [(1970, "missing"), (2024, "missing"), (2025, "ok"), (2040, "ok"), (2106, "missing")]
)
def test_a_clock_that_was_never_set_is_missing(year: int, state: str) -> None:
    assert at(year).state == state


def test_an_unsynchronized_clock_is_only_a_warning() -> None:
    assert at(2026, kept=False).state == "warning"
    assert at(2026, kept=None).state == "ok", "nobody knows"
    assert at(1970, kept=False).said.code == "doctor.clock.unset"


def test_timesyncd_s_word_is_taken_and_without_it_the_kernel_is_asked(tmp_path: Path) -> None:
    mark = tmp_path / "synchronized"
    mark.touch()
    assert is_synchronized(mark) is True
    assert is_synchronized(tmp_path / "nothing") in {True, False, None}


class Board:
    """The files of a Raspberry Pi that tell of its voltage."""

    def __init__(self, folder: Path) -> None:
        self.hwmon = folder / "hwmon"
        self.devices = folder / "platform"
        (self.hwmon / "hwmon0").mkdir(parents=True)
        (self.hwmon / "hwmon0" / "name").write_text("cpu_thermal\n")

    def alarm(self, low: bool) -> None:
        sensor = self.hwmon / "hwmon1"
        sensor.mkdir()
        (sensor / "name").write_text("rpi_volt\n")
        (sensor / "in0_lcrit_alarm").write_text(f"{int(low)}\n")

    def flags(self, said: str, soc: str = "soc") -> None:
        firmware = self.devices / soc / f"{soc}:firmware"
        firmware.mkdir(parents=True)
        (firmware / "get_throttled").write_text(said)

    def finds(self, asked: str | None = None) -> tuple[str, str]:
        finding = power(self.hwmon, self.devices, lambda: asked)
        return finding.state, finding.said.code.removeprefix("doctor.power.")


@pytest.fixture
def board(tmp_path: Path) -> Board:
    return Board(tmp_path)


def test_a_machine_without_a_voltage_reading_has_no_finding(board: Board) -> None:
    assert board.finds() == ("off", "unknown")


@pytest.mark.parametrize(("low", "what"), [(True, ("warning", "low")), (False, ("ok", "enough"))])
def test_the_kernel_s_alarm_is_of_now(board: Board, low: bool, what: tuple[str, str]) -> None:
    board.alarm(low)
    assert board.finds() == what


@pytest.mark.parametrize(
    ("flags", "what"),
    [
        ("0", ("ok", "enough")),
        ("50005\n", ("warning", "low")),
        ("0x50000", ("warning", "was-low")),
        ("0xe0000", ("ok", "enough")),
        ("rubbish", ("off", "unknown")),
    ],
)
@pytest.mark.parametrize("soc", ["soc", "soc@107c000000"])
def test_the_firmware_s_flags_remember(board: Board, soc: str, flags: str, what: tuple[str, str]) -> None:
    board.flags(flags, soc)
    assert board.finds() == what


def test_without_the_file_the_command_is_asked(board: Board) -> None:
    board.alarm(False)
    assert board.finds("throttled=0x10000\n") == ("warning", "was-low")
    assert board.finds("throttled=0x0\n") == ("ok", "enough")
