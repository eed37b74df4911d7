"""The reader found on any port, at any speed, however it is wired."""

from __future__ import annotations

import os
import select
import termios
import time
from collections.abc import Callable, Collection, Iterator
from contextlib import closing
from functools import partial
from pathlib import Path

import pytest
import serial
from msgspec.structs import replace

from companion.config import RfidConfig
from companion.setup.conversation import Conversation
from companion.setup.reader import reader
from hardware import parallax, rdm6300
from hardware.line import SimulatedLine
from hardware.readers import KINDS
from tests.companion.box import MESSAGES
from tests.companion.setup.person import ENTER, LATE, Doing, Parts, Person, talk, wired
from tests.hardware.chip_line import ChipLine

DEFAULT = RfidConfig(port="/dev/none")
"""No reader of this very machine is touched."""
TAG = "0F0184F07B"
GARBLED = bytes.fromhex("98 80 98 80 1E 66")


class Line(SimulatedLine):
    """A reader that is heard only at its own speed, which a pseudo-terminal keeps without using it."""

    def __init__(self, speed: int = termios.B9600) -> None:
        super().__init__()
        self.speed = speed

    def lay(self, frame: bytes, times: int = 1) -> Callable[[], None]:
        def hands() -> None:
            assert self._end is not None
            _, _, _, _, _, speed, _ = termios.tcgetattr(self._end)
            for _ in range(times):
                self.send(frame if speed == self.speed else GARBLED)

        return hands


@pytest.fixture
def parts(tmp_path: Path) -> Iterator[Parts]:
    with wired(tmp_path) as parts:
        yield parts


@pytest.fixture
def line() -> Iterator[Line]:
    line = Line()
    yield line
    line.unplug()


def set_up(parts: Parts, *script: Doing, rfid: RfidConfig = DEFAULT) -> tuple[RfidConfig, str]:
    """What is found, and what was said."""
    person = Person(*script)
    found = reader(talk(person), parts.searches(lambda: person.now).readers, rfid)
    assert not person.script
    return found, person.words


class Quick(Person):
    """Lives by the real clock, as a chip at a pseudo-terminal does."""

    def wait(self, handles: Collection[int], seconds: float) -> frozenset[int] | None:
        while self.script and callable(doing := self.script[0]):
            self.script.pop(0)
            doing()
        if self.script[:1] == [LATE]:
            self.script.pop(0)
            self.now += 1000.0
            return frozenset()
        return frozenset(select.select(list(handles), [], [], max(0.0, seconds))[0])


def set_up_chip(parts: Parts, *script: Doing, rfid: RfidConfig = DEFAULT) -> tuple[RfidConfig, str]:
    person = Quick(*script)
    began = time.monotonic()

    def clock() -> float:
        return person.now + time.monotonic() - began

    conversation = Conversation(MESSAGES.language("en"), person, clock)
    found = reader(conversation, parts.searches(clock, KINDS).readers, rfid)
    assert not person.script
    return found, person.words


def test_an_rdm6300_on_an_adapter_is_found_by_a_tap(parts: Parts, line: Line) -> None:
    port = parts.port("serial/by-id/usb-1a86_USB_Serial-if00-port0", line.port())
    parts.port("ttyUSB0", line.port())
    found, words = set_up(parts, line.lay(rdm6300.encode(TAG)))
    assert found == RfidConfig(driver="rdm6300", port=port), "the name that stays is taken"
    assert f"The reader (rdm6300) on {port} has read the tag {TAG}" in words
    assert f"02 30 46 30 31 38 34 46 30 37 42 30 31 03 tag {TAG}" in words


def test_the_port_among_several_is_the_one_on_which_something_comes(parts: Parts, line: Line) -> None:
    other = Line()
    parts.port("ttyAMA0", other.port())
    port = parts.port("ttyUSB3", line.port())
    found, _ = set_up(parts, line.lay(rdm6300.encode(TAG)))
    assert found.port == port
    other.unplug()


def test_a_parallax_reader_is_found_after_the_speed_was_changed(parts: Parts) -> None:
    line = Line(termios.B2400)
    port = parts.port("ttyUSB0", line.port())
    lay = line.lay(parallax.encode(TAG))
    found, words = set_up(parts, lay, lay, lay)
    assert found == RfidConfig(driver="parallax", port=port)
    assert f"Something came on {port}, but not at this speed" in words
    assert f"tag {TAG}; it counts when it is read once more" in words
    line.unplug()


def test_a_reader_that_made_noise_when_it_was_plugged_in_is_found_all_the_same(
    parts: Parts, line: Line
) -> None:
    port = parts.port("ttyUSB0", line.port())
    lay = line.lay(rdm6300.encode(TAG))
    found, _ = set_up(parts, partial(line.send, b"\xff\xfe\xff"), lay, lay)
    assert found == RfidConfig(port=port)


def test_the_owner_s_own_name_of_the_port_stays(parts: Parts, line: Line) -> None:
    parts.port("ttyUSB0", line.port())
    lay = line.lay(rdm6300.encode(TAG))
    for written in (str(parts.dev / "ttyUSB*"), line.port()):
        own = RfidConfig(driver="pn532", port=written, repeat_after=3.0)
        found, _ = set_up(parts, lay, rfid=own)
        assert found == replace(own, driver="rdm6300")


def test_a_port_that_is_only_in_the_configuration_is_looked_at_too(parts: Parts, line: Line) -> None:
    found, _ = set_up(parts, line.lay(rdm6300.encode(TAG)), rfid=RfidConfig(port=line.port()))
    assert found.port == line.port()


def test_a_wrong_checksum_is_shown_and_does_not_count(parts: Parts, line: Line) -> None:
    parts.port("ttyUSB0", line.port())
    bad = rdm6300.encode(TAG)[:-2] + b"9\x03"
    found, words = set_up(parts, line.lay(bad), line.lay(rdm6300.encode(TAG)))
    assert "a wrong checksum: two tags at once, or a bad wire" in words
    assert found.driver == "rdm6300"


def test_no_more_than_a_few_lines_of_what_comes_are_shown(parts: Parts, line: Line) -> None:
    parts.port("ttyUSB0", line.port())
    bad = rdm6300.encode(TAG)[:-2] + b"9\x03"
    _, words = set_up(parts, line.lay(bad, times=30), line.lay(rdm6300.encode(TAG)))
    assert words.count("a wrong checksum") == 6


# a reader that must be spoken to


def test_a_pn532_answers_and_then_reads(parts: Parts) -> None:
    with closing(ChipLine(parts.dev / "ttyAMA0")) as chip:
        found, words = set_up_chip(parts, partial(chip.lay, "04374BD29C3980"))
    assert found == RfidConfig(driver="pn532", port=str(parts.dev / "ttyAMA0"))
    assert "A reader (pn532) answers on" in words
    assert "has read the tag 04374BD29C3980" in words


@pytest.mark.parametrize(("answer", "driver"), [("y", "pn532"), ("n", "rdm6300")])
def test_a_pn532_that_reads_no_tag_may_be_taken_all_the_same(parts: Parts, answer: str, driver: str) -> None:
    with closing(ChipLine(parts.dev / "ttyUSB0")):
        rest = () if answer == "y" else ("2",)
        found, words = set_up_chip(parts, LATE, answer, *rest)
    assert found.driver == driver
    assert "The reader answers, so its wires are right" in words


def test_bytes_that_mean_nothing_from_a_reader_that_has_answered_are_shown(parts: Parts) -> None:
    with closing(ChipLine(parts.dev / "ttyUSB0")) as chip:

        def noise() -> None:
            chip._send(GARBLED)

        _, words = set_up_chip(parts, noise, partial(chip.lay, "04374BD29C3980"))
    assert "98 80 98 80 1E 66 no frame of this reader" in words


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


# what is wrong


def test_nothing_comes_and_what_cannot_be_known_is_said(parts: Parts, line: Line) -> None:
    parts.port("ttyUSB0", line.port())
    found, words = set_up(parts, LATE, "2")
    assert found is DEFAULT
    assert "a missing wire, TX and RX swapped, and a tag of the wrong kind look alike" in words
    assert "GPIO15" not in words


def test_on_the_header_it_is_said_which_pins(
    parts: Parts, line: Line, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("hardware.reader_search.SERIAL_PINS", {str(parts.dev / "ttyAMA0")})
    parts.port("ttyAMA0", line.port())
    _, words = set_up(parts, LATE, "2")
    assert "the reader's TX goes to GPIO15 (J8:10), through the divider" in words


def test_who_presses_enter_is_not_told_what_may_be_wrong(parts: Parts, line: Line) -> None:
    parts.port("ttyUSB0", line.port())
    _, words = set_up(parts, ENTER, "2")
    assert "look alike" not in words


def test_bytes_that_no_reader_says_are_told_with_the_last_of_them(parts: Parts, line: Line) -> None:
    port = parts.port("ttyUSB0", line.port())
    _, words = set_up(parts, *[partial(line.send, GARBLED)] * 4, LATE, "2")
    assert f"On {port} bytes came that no reader known here says at its speed" in words
    assert "98 80 98 80 1E 66" in words
    assert "So TX and RX are not swapped" in words


@pytest.mark.parametrize("count", [1, 5])
def test_a_line_that_is_held_down_gives_zeros(parts: Parts, line: Line, count: int) -> None:
    port = parts.port("ttyUSB0", line.port())
    _, words = set_up(parts, partial(line.send, bytes(count)), LATE, "2")
    assert f"On {port} only zeros came" in words


def test_a_machine_without_any_port(parts: Parts) -> None:
    found, words = set_up(parts, "1", "3", rfid=RfidConfig(port="/dev/none"))
    assert found == RfidConfig(driver="none", port="/dev/none")
    assert words.count("There is no /dev/none. Plug the adapter in") == 2


def test_a_port_on_which_the_system_talks_is_not_a_reader_s(parts: Parts, line: Line) -> None:
    parts.port("ttyUSB0", line.port())
    parts.boot.write_text(f"console={line.port().removeprefix('/dev/')},115200")
    found, words = set_up(parts, "2")
    assert found is DEFAULT
    assert "The system itself talks on" in words
    assert "Tap a bag" not in words


def test_a_port_that_another_program_has(parts: Parts, line: Line) -> None:
    parts.port("ttyUSB0", line.port())
    with closing(serial.Serial(line.port(), exclusive=True)):
        _, words = set_up(parts, "2")
    assert "Another program has" in words


def test_a_port_that_may_not_be_opened(parts: Parts, line: Line, monkeypatch: pytest.MonkeyPatch) -> None:
    port = parts.port("ttyUSB0", line.port())
    really = os.open

    def refused(path: str, *rest: int) -> int:
        if str(path) == port:
            raise PermissionError(13, "Permission denied")
        return really(path, *rest)

    monkeypatch.setattr(os, "open", refused)
    _, words = set_up(parts, "2")
    assert "sudo usermod -aG dialout $USER" in words


def test_an_adapter_that_is_pulled_out_while_it_is_listened_to(parts: Parts, line: Line) -> None:
    port = parts.port("ttyUSB0", line.port())
    _, words = set_up(parts, line.unplug, LATE, "2")
    assert f"{port} cannot be opened" in words


def test_an_adapter_that_is_plugged_in_meanwhile(parts: Parts, line: Line) -> None:
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
