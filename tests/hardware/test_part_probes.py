"""What the doctor finds of the box's parts, each made ill one level below."""

from __future__ import annotations

import errno
import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
import serial
import smbus2
from msgspec.structs import replace

from companion.config import ButtonsConfig, BuzzerConfig, Config, LampsConfig, OledConfig, RfidConfig
from companion.health.findings import Finding
from hardware import part_probes
from hardware.reader.rdm6300 import encode
from hardware.reader.simulated import SimulatedLine
from tests.fakes.chip_line import ChipLine
from tests.fakes.oleds import MODELS, WatchedBus

DISPLAY = OledConfig("sh1106", bus=1, address=0x3C)
PINS = Config(oled=DISPLAY, buttons=ButtonsConfig("gpio", advance=17, select=27, back=22, colours={"red": 5}))


def found(finding: Finding) -> tuple[str, str]:
    return finding.state, finding.said.code.removeprefix(f"doctor.{finding.part}.")


@pytest.mark.parametrize("driver", ["none", "simulated"])
def test_a_part_that_is_not_there_to_be_looked_at_is_reported(driver: Any) -> None:
    settings = Config(oled=OledConfig(driver), buttons=ButtonsConfig(driver), rfid=RfidConfig(driver))
    state = "off" if driver == "none" else "ok"
    for look in part_probes.all_probes(
        settings, monotonic=time.monotonic, others=part_probes.no_other_companion
    ):
        assert look().state == state


# the display


@pytest.fixture
def bus(monkeypatch: pytest.MonkeyPatch) -> WatchedBus:
    """The machine's I2C bus 1, with a display on 0x3C."""
    bus = WatchedBus(MODELS["sh1106"](), 0x3C)

    def opened(number: int) -> WatchedBus:
        if number != 1:
            raise FileNotFoundError(errno.ENOENT, "No such file or directory", f"/dev/i2c-{number}")
        return bus

    monkeypatch.setattr(smbus2, "SMBus", opened)
    return bus


def test_a_display_that_answers_is_named_with_its_address(bus: WatchedBus) -> None:
    finding = part_probes.probe_display(DISPLAY)
    assert found(finding) == ("ok", "answers")
    assert dict(finding.said.params) == {"driver": "sh1106", "address": "0x3C", "bus": 1}
    assert bus.transfers == 1, "a display that shows something is not disturbed"


ELSEWHERE = OledConfig("ssd1306", bus=1, address=0x3D)
OTHER_BUS = OledConfig("ssd1306", bus=3)


@pytest.mark.parametrize(
    ("config", "fault", "code", "params"),
    [
        (ELSEWHERE, None, "elsewhere", {"found": "0x3C"}),
        (OTHER_BUS, None, "no-bus", {"sda": "SDA"}),  # its pins depend on how it was made
        (DISPLAY, errno.EREMOTEIO, "nobody", {"sda": "GPIO2 (J8:3)", "scl": "GPIO3 (J8:5)"}),
        (DISPLAY, errno.EIO, "broken", {}),
        (DISPLAY, errno.ETIMEDOUT, "held", {}),
        (DISPLAY, errno.EBUSY, "taken", {}),
        (DISPLAY, errno.EACCES, "no-right", {}),
    ],
)
def test_each_fault_of_the_bus_has_its_own_cure(
    bus: WatchedBus, config: OledConfig, fault: int | None, code: str, params: dict[str, str]
) -> None:
    if fault is not None:
        bus.unplug(fault)
    finding = part_probes.probe_display(config)
    assert found(finding) == ("missing", code)
    assert dict(finding.said.params).items() >= params.items()


# the reader


def reader(driver: str = "rdm6300", *, port: str, **more: Any) -> Finding:
    more = {"monotonic": time.monotonic, "listen": 0.05, **more}
    return part_probes.probe_reader(RfidConfig(driver, port), **more)


@pytest.fixture
def line() -> Iterator[SimulatedLine]:
    line = SimulatedLine()
    yield line
    line.unplug()


@pytest.fixture
def sending(line: SimulatedLine, monkeypatch: pytest.MonkeyPatch) -> Callable[[bytes], None]:
    """Let the reader send bytes as soon as its line has been opened."""

    def send(data: bytes) -> None:
        really = serial.serial_for_url

        def opened(*given: Any, **more: Any) -> Any:
            near = really(*given, **more)
            line.send(data)
            return near

        monkeypatch.setattr(serial, "serial_for_url", opened)

    return send


def test_a_tag_that_lies_on_the_reader_is_reported(
    line: SimulatedLine, sending: Callable[[bytes], None]
) -> None:
    sending(encode("0F0184F07B"))
    finding = reader(port=line.port(), listen=5.0)
    assert found(finding) == ("ok", "tag")
    assert finding.said.params["tag"] == "0F0184F07B"


def test_bytes_that_are_no_tag_point_to_another_kind(
    line: SimulatedLine, sending: Callable[[bytes], None]
) -> None:
    sending(b"\xfe\x80\x00\x7e")
    assert found(reader(port=line.port())) == ("warning", "noise")


def test_a_line_with_the_kernels_console(line: SimulatedLine, tmp_path: Path) -> None:
    boot = tmp_path / "cmdline"
    boot.write_text(f"root=/dev/sda console=tty1 console={line.port().removeprefix('/dev/')},115200 quiet")
    assert found(reader(port=line.port(), boot=boot)) == ("warning", "console")
    boot.write_text("root=/dev/sda console=tty1")
    assert found(reader(port=line.port(), boot=boot)) == ("ok", "open")
    assert found(reader(port=line.port(), boot=tmp_path / "none")) == ("ok", "open")


def test_a_line_on_which_a_login_waits(line: SimulatedLine, tmp_path: Path) -> None:
    (tmp_path / "712").mkdir()
    login = tmp_path / "712" / "cmdline"
    name = line.port().removeprefix("/dev/")
    login.write_bytes(b"/sbin/agetty\0--keep-baud\x00115200\0" + name.encode() + b"\0vt220\0")
    assert found(reader(port=line.port(), processes=tmp_path)) == ("warning", "console")
    login.write_bytes(b"/usr/bin/less\0" + name.encode() + b"\0")
    assert found(reader(port=line.port(), processes=tmp_path)) == ("ok", "open")
    login.unlink()
    login.mkdir()  # it cannot be read
    assert found(reader(port=line.port(), processes=tmp_path)) == ("ok", "open")


@pytest.mark.parametrize(
    ("driver", "port", "code"),
    [
        ("rdm6300", "{folder}/ttyUSB0", "no-port"),
        ("rdm6300", "{folder}/ttyUSB*", "no-port"),
        ("rdm6300", "{folder}/file", "no-serial-port"),
        ("rdm6300", "spiel://nothing", "wrong-port"),
        ("rdm", "{folder}/file", "no-such-reader"),
    ],
)
def test_a_reader_that_cannot_be_opened(tmp_path: Path, driver: str, port: str, code: str) -> None:
    (tmp_path / "file").touch()
    assert found(reader(driver, port=port.format(folder=tmp_path))) == ("missing", f"part.{code}")


def test_a_port_in_use(line: SimulatedLine) -> None:
    with closing(serial.Serial(line.port(), exclusive=True)):
        assert found(reader(port=line.port())) == ("missing", "part.port-busy")
        assert found(reader(port=line.port(), others=lambda: {"reader": "ok"})) == ("ok", "ours")
        silent = reader(port=line.port(), others=lambda: {"reader": "missing"})
        assert found(silent) == ("missing", "ours-silent")


def test_a_line_that_breaks_while_it_is_listened_to(
    line: SimulatedLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: Any) -> bytes:
        raise serial.SerialException("device reports readiness to read but returned no data")

    monkeypatch.setattr(serial.Serial, "read", broken)
    assert found(reader(port=line.port())) == ("missing", "part.port-broken")


def test_a_polled_reader_answers_or_is_reported_silent(tmp_path: Path) -> None:
    with closing(ChipLine(tmp_path / "ttyUSB0")) as line:
        assert found(reader("pn532", port=str(line.link), listen=5.0)) == ("ok", "answers")
        line.chip.dead = True
        assert found(reader("pn532", port=str(line.link))) == ("missing", "part.reader-silent")


def test_the_box_looks_at_lamps_and_buzzer_where_it_has_them() -> None:
    settings = replace(PINS, lamps=LampsConfig("ws2812", "/nowhere"), buzzer=BuzzerConfig("active"))
    looks = part_probes.missing_part_probes(settings, monotonic=time.monotonic)
    assert {"lamps", "buzzer"} <= set(looks)
    assert looks["lamps"]().said.code == "part.no-spi"


def test_the_box_itself_only_opens_what_its_driver_misses(line: SimulatedLine) -> None:
    settings = replace(PINS, rfid=RfidConfig("rdm6300", line.port()))
    looks = part_probes.missing_part_probes(settings, monotonic=time.monotonic)
    assert set(looks) == {"display", "buttons", "reader"}
    assert found(looks["reader"]()) == ("ok", "open")
    with closing(serial.Serial(line.port(), exclusive=True)):
        assert found(looks["reader"]()) == ("missing", "ours-silent")
