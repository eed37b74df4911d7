"""What the table says and does when its reader fails: the whole companion, with pseudo-terminals."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from hardware.reader.rdm6300 import encode
from hardware.reader.simulated import SimulatedLine
from tests.fakes.bench import LONG
from tests.fakes.chip_line import ChipLine
from tests.fakes.served import Running, companion

UID, OTHER = "04374BD29C3980", "FB0EE20B"
BAG = "0F0184F0{:02X}"
"""The tags of the bags in the game that a demonstration begins with."""


class Evening:
    """A game in production, and its news as a phone hears them."""

    def __init__(self, box: Running) -> None:
        self.box = box
        box.join()
        self.phone = box.stream()
        self._heard = b""

    def pair(self, tag: str, number: int) -> None:
        self.box.ask("POST", "/api/v1/commands", {"type": "pair-tag", "tag": tag, "number": number})
        self.hear(f'"{tag}":{number}'.encode())

    def hear(self, words: bytes) -> None:
        """Wait until the phone hears this, behind what was heard last."""
        until = time.monotonic() + LONG
        while words not in self._heard:
            self.phone.settimeout(max(0.1, until - time.monotonic()))
            self._heard += self.phone.recv(65536)
        self._heard = self._heard.partition(words)[2]

    def see(self, words: str) -> None:
        """Wait until the display says this."""
        until = time.monotonic() + LONG
        while words not in self.screen() and time.monotonic() < until:
            pass
        assert words in self.screen()

    def screen(self) -> str:
        screen = self.box.ask("GET", "/api/v1/box/screen.json")
        return " ".join([screen["title"], *screen["lines"]])

    def drawn(self) -> set[int]:
        """The numbers of the mines that were drawn from in this turn."""
        mines: list[dict[str, Any]] = self.box.ask("GET", "/api/v1/table")["game"]["mines"]
        return {mine["number"] for mine in mines if mine["drawn"] is not None}

    def reader(self) -> str:
        return str(self.box.ask("GET", "/healthz")["reader"])


@contextmanager
def evening(*settings: str) -> Iterator[Evening]:
    with companion(*settings, command="demo") as box:
        playing = Evening(box)
        with playing.phone:
            yield playing


@pytest.fixture
def chip(tmp_path: Path) -> Iterator[ChipLine]:
    line = ChipLine(tmp_path / "ttyUSB0")
    yield line
    line.close()


def test_an_adapter_that_comes_back_under_another_name_is_missed_in_between_and_reads_on(
    chip: ChipLine,
) -> None:
    with evening("rfid.driver=pn532", f"rfid.port={chip.link.with_name('ttyUSB*')}") as table:
        table.pair(UID, 3)
        before = table.drawn()
        chip.unplug()
        table.hear(b'"reader":"missing"')
        assert table.reader() == "missing"
        table.see("Reader: missing")

        chip.plug(chip.link.with_name("ttyUSB1"))
        table.hear(b'"reader":"ok"')
        assert table.reader() == "ok"
        table.see("Reader: back again")

        chip.lay(UID)
        table.hear(b"event: table")
        assert table.drawn() == before | {3}
        chip.lift()
        chip.lay(OTHER)
        table.see("New tag")
        assert table.drawn() == before | {3}


def test_a_chip_that_does_not_answer_is_a_missing_reader_and_the_game_goes_on() -> None:
    line = SimulatedLine()
    with evening("rfid.driver=pn532", f"rfid.port={line.port()}") as table:
        table.hear(b'"reader":"missing"')
        assert table.reader() == "missing"
        assert table.box.ask("POST", "/api/v1/commands", {"type": "draw-all"})["version"]
    line.unplug()


def test_half_frames_wrong_checksums_and_two_tags_at_once_draw_nothing_and_say_nothing() -> None:
    line = SimulatedLine()
    with evening("rfid.driver=rdm6300", f"rfid.port={line.port()}") as table:
        before = table.drawn()
        one, two = encode(BAG.format(3)), encode(BAG.format(4))
        mixed = bytes(a & b for a, b in zip(one, two, strict=True))
        for ill in (one[:9], one[:11] + b"00\x03", mixed, b"\x98\x80\x98\x80\x1e\x66", one[4:]):
            line.send(ill)
        line.send(two)
        table.hear(b"event: table")
        assert table.drawn() == before | {4}, "the first whole frame counts"
        assert table.reader() == "ok"
    line.unplug()


def test_glued_frames_of_two_bags_draw_from_both() -> None:
    line = SimulatedLine()
    with evening("rfid.driver=rdm6300", f"rfid.port={line.port()}") as table:
        before = table.drawn()
        line.send(2 * (encode(BAG.format(3)) + encode(BAG.format(4))))
        table.hear(b"event: table")
        while table.drawn() != before | {3, 4}:
            table.hear(b"event: table")
    line.unplug()
