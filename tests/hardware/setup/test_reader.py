"""A reader that must be spoken to is found by its answer, on a serial port."""

from __future__ import annotations

import os
from contextlib import closing
from functools import partial

import pytest
import serial

from companion.config import RfidConfig
from tests.fakes.chip_line import ChipLine
from tests.fakes.person import LATE, Parts
from tests.hardware.setup.reader_lines import GARBLED, set_up_chip


class Loop:
    """A port with RX and TX connected: sent bytes come back."""

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
