"""A reader that is not there or wired wrong: what is said, and what cannot be known."""

from __future__ import annotations

import os
from contextlib import closing
from functools import partial

import pytest
import serial

from companion.config import RfidConfig
from hardware.reader import rdm6300
from tests.fakes.person import ENTER, LATE, Parts
from tests.hardware.setup.reader_lines import DEFAULT, GARBLED, TAG, TunedLine, set_up, set_up_chip


class Loop:
    """A port whose RX and TX touch: what is sent comes back."""

    def __init__(self) -> None:
        self.far, self.near = os.openpty()
        self.port = os.ttyname(self.near)


def test_wires_that_touch_send_our_own_question_back(parts: Parts, monkeypatch: pytest.MonkeyPatch) -> None:
    loop = Loop()
    port = parts.port("ttyUSB0", loop.port)
    really = serial.Serial.write

    def write(near: serial.Serial, data: bytes) -> int | None:
        written = really(near, data)
        os.write(loop.far, os.read(loop.far, len(data)))
        return written

    monkeypatch.setattr(serial.Serial, "write", write)
    _, words = set_up_chip(parts, LATE, "2")
    assert f"On {port} our own question comes back: RX and TX touch there" in words
    os.close(loop.far)
    os.close(loop.near)


def test_nothing_comes_and_what_cannot_be_known_is_said(parts: Parts, line: TunedLine) -> None:
    parts.port("ttyUSB0", line.port())
    found, words = set_up(parts, LATE, "2")
    assert found is DEFAULT
    assert "a missing wire, TX and RX swapped, and a tag of the wrong kind look alike" in words
    assert "GPIO15" not in words


def test_on_the_header_it_is_said_which_pins(
    parts: Parts, line: TunedLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.setup.reader.SERIAL_PINS", {str(parts.dev / "ttyAMA0")})
    parts.port("ttyAMA0", line.port())
    _, words = set_up(parts, LATE, "2")
    assert "the reader's TX goes to GPIO15 (J8:10), through the divider" in words


def test_who_presses_enter_is_not_told_what_may_be_wrong(parts: Parts, line: TunedLine) -> None:
    parts.port("ttyUSB0", line.port())
    _, words = set_up(parts, ENTER, "2")
    assert "look alike" not in words


def test_bytes_that_no_reader_says_are_told_with_the_last_of_them(parts: Parts, line: TunedLine) -> None:
    port = parts.port("ttyUSB0", line.port())
    _, words = set_up(parts, *[partial(line.send, GARBLED)] * 4, LATE, "2")
    assert f"On {port} bytes came that no reader known here says at its speed" in words
    assert "98 80 98 80 1E 66" in words
    assert "So TX and RX are not swapped" in words


@pytest.mark.parametrize("count", [1, 5])
def test_a_line_that_is_held_down_gives_zeros(parts: Parts, line: TunedLine, count: int) -> None:
    port = parts.port("ttyUSB0", line.port())
    _, words = set_up(parts, partial(line.send, bytes(count)), LATE, "2")
    assert f"On {port} only zeros came" in words


def test_a_machine_without_any_port(parts: Parts) -> None:
    found, words = set_up(parts, "1", "3", rfid=RfidConfig(port="/dev/none"))
    assert found == RfidConfig(driver="none", port="/dev/none")
    assert words.count("There is no /dev/none. Plug the adapter in") == 2


def test_a_port_on_which_the_system_talks_is_not_a_reader_s(parts: Parts, line: TunedLine) -> None:
    parts.port("ttyUSB0", line.port())
    parts.boot.write_text(f"console={line.port().removeprefix('/dev/')},115200")
    found, words = set_up(parts, "2")
    assert found is DEFAULT
    assert "The system itself talks on" in words
    assert "Tap a bag" not in words


def test_a_port_that_another_program_has(parts: Parts, line: TunedLine) -> None:
    parts.port("ttyUSB0", line.port())
    with closing(serial.Serial(line.port(), exclusive=True)):
        _, words = set_up(parts, "2")
    assert "Another program has" in words


def test_a_port_that_may_not_be_opened(
    parts: Parts, line: TunedLine, monkeypatch: pytest.MonkeyPatch
) -> None:
    port = parts.port("ttyUSB0", line.port())
    really = os.open

    def refused(path: str, *rest: int) -> int:
        if str(path) == port:
            raise PermissionError(13, "Permission denied")
        return really(path, *rest)

    monkeypatch.setattr(os, "open", refused)
    _, words = set_up(parts, "2")
    assert "sudo usermod -aG dialout $USER" in words


def test_an_adapter_that_is_pulled_out_while_it_is_listened_to(parts: Parts, line: TunedLine) -> None:
    port = parts.port("ttyUSB0", line.port())
    _, words = set_up(parts, line.unplug, LATE, "2")
    assert f"{port} cannot be opened" in words


def test_an_adapter_that_is_plugged_in_meanwhile(parts: Parts, line: TunedLine) -> None:
    none = RfidConfig(driver="none", port="/dev/none")

    def plug() -> None:
        parts.port("ttyUSB0", line.port())

    found, _ = set_up(parts, plug, "1", line.lay(rdm6300.encode(TAG)), rfid=none)
    assert found == RfidConfig(port=str(parts.dev / "ttyUSB0"))


def test_a_url_in_the_configuration_is_not_searched(parts: Parts) -> None:
    own = RfidConfig(port="socket://127.0.0.1:9")
    found, words = set_up(parts, "2", rfid=own)
    assert found is own
    assert "socket://127.0.0.1:9 cannot be opened" in words
