"""The reader found on any port, at any speed."""

from __future__ import annotations

import termios
from contextlib import closing
from functools import partial

import pytest
from msgspec.structs import replace

from companion.config import RfidConfig
from hardware.reader import parallax, rdm6300
from tests.fakes.chip_line import ChipLine
from tests.fakes.person import LATE, Parts
from tests.hardware.setup.reader_lines import GARBLED, TAG, TunedLine, set_up, set_up_chip


def test_an_rdm6300_on_an_adapter_is_found_by_a_tap(parts: Parts, line: TunedLine) -> None:
    port = parts.port("serial/by-id/usb-1a86_USB_Serial-if00-port0", line.port())
    parts.port("ttyUSB0", line.port())
    found, words = set_up(parts, line.lay(rdm6300.encode(TAG)))
    assert found == RfidConfig(driver="rdm6300", port=port), "the name that stays is taken"
    assert f"The reader (rdm6300) on {port} has read the tag {TAG}" in words
    assert f"02 30 46 30 31 38 34 46 30 37 42 30 31 03 tag {TAG}" in words


def test_an_em18_that_puts_nothing_around_its_tag_is_found_by_a_tap(parts: Parts, line: TunedLine) -> None:
    port = parts.port("ttyUSB0", line.port())
    found, words = set_up(parts, line.lay(b"4500C5D1E9B8"))
    assert found == RfidConfig(driver="rdm6300", port=port)
    assert f"The reader (rdm6300) on {port} has read the tag 4500C5D1E9" in words


def test_text_that_is_no_tag_is_shown_with_its_bytes(parts: Parts, line: TunedLine) -> None:
    port = parts.port("ttyUSB0", line.port())
    found, words = set_up(parts, line.lay(b"0012964329"), LATE, "2")
    assert found.port != port
    assert f"Something came on {port}, but not at this speed" in words
    assert "(the last: 31 32 39 36 34 33 32 39)" in words


def test_the_port_among_several_is_the_one_on_which_something_comes(parts: Parts, line: TunedLine) -> None:
    other = TunedLine()
    parts.port("ttyAMA0", other.port())
    port = parts.port("ttyUSB3", line.port())
    found, _ = set_up(parts, line.lay(rdm6300.encode(TAG)))
    assert found.port == port
    other.unplug()


def test_a_parallax_reader_is_found_after_the_speed_was_changed(parts: Parts) -> None:
    line = TunedLine(termios.B2400)
    port = parts.port("ttyUSB0", line.port())
    lay = line.lay(parallax.encode(TAG))
    found, words = set_up(parts, lay, lay, lay)
    assert found == RfidConfig(driver="parallax", port=port)
    assert f"Something came on {port}, but not at this speed" in words
    assert f"tag {TAG}; it counts when it is read once more" in words
    line.unplug()


def test_a_reader_that_made_noise_when_it_was_plugged_in_is_found_all_the_same(
    parts: Parts, line: TunedLine
) -> None:
    port = parts.port("ttyUSB0", line.port())
    lay = line.lay(rdm6300.encode(TAG))
    found, _ = set_up(parts, partial(line.send, b"\xff\xfe\xff"), lay, lay)
    assert found == RfidConfig(port=port)


def test_the_owner_s_own_name_of_the_port_stays(parts: Parts, line: TunedLine) -> None:
    parts.port("ttyUSB0", line.port())
    lay = line.lay(rdm6300.encode(TAG))
    for written in (str(parts.dev / "ttyUSB*"), line.port()):
        own = RfidConfig(driver="pn532", port=written, repeat_after=3.0)
        found, _ = set_up(parts, lay, rfid=own)
        assert found == replace(own, driver="rdm6300")


def test_a_port_that_is_only_in_the_configuration_is_looked_at_too(parts: Parts, line: TunedLine) -> None:
    found, _ = set_up(parts, line.lay(rdm6300.encode(TAG)), rfid=RfidConfig(port=line.port()))
    assert found.port == line.port()


def test_a_wrong_checksum_is_shown_and_does_not_count(parts: Parts, line: TunedLine) -> None:
    parts.port("ttyUSB0", line.port())
    bad = rdm6300.encode(TAG)[:-2] + b"9\x03"
    found, words = set_up(parts, line.lay(bad), line.lay(rdm6300.encode(TAG)))
    assert "a wrong checksum: two tags at once, or a bad wire" in words
    assert found.driver == "rdm6300"


def test_no_more_than_a_few_lines_of_what_comes_are_shown(parts: Parts, line: TunedLine) -> None:
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
