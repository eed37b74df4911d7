"""A new kind_named of reader is one file and one line."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Literal

import pytest
from msgspec.structs import replace

from companion.config import Config, RfidConfig, load
from hardware.box import Box
from hardware.part import PartError
from hardware.reader.kinds import KINDS, ReaderKind, configured_kind, kind_named
from hardware.reader.rc522 import GAIN
from hardware.reader.serial_line import SerialPort
from hardware.reader.simulated import SimulatedLine
from tests.fakes.bench import EMPTY, Consumer, PartsWatch
from tests.fakes.mfrc522 import FakeMfrc522
from tests.hardware.reader import toy_reader
from tests.patience import PATIENCE

NEW = {"toy": ReaderKind(SerialPort(9600), toy_reader.ToyDecoder)}
"""The line."""


@pytest.fixture
def with_toy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("hardware.reader.kinds.KINDS", {**KINDS, **NEW})


@pytest.mark.usefixtures("with_toy")
def test_the_box_reads_the_tags_of_a_new_kind(
    make_box: Callable[[Config], Box], line: SimulatedLine, table: Consumer, watch: PartsWatch
) -> None:
    config = load(None, ["rfid.driver=toy", f"rfid.port={line.port()}"])
    box = make_box(replace(EMPTY, rfid=config.rfid))
    box.start()
    assert box.reader is not None
    assert box.reader.wait_for_line(PATIENCE)
    assert watch.parts.states()["reader"] == "ok"
    line.send(b"?<0f0184")
    line.send(b"f07b><010063E9AE>")
    table.wait_for(2)
    assert table.tags == ["0F0184F07B", "010063E9AE"]


def test_an_unknown_kind_is_a_configuration_error(make_box: Callable[[Config], Box]) -> None:
    for build in (kind_named, lambda driver: make_box(replace(EMPTY, rfid=RfidConfig(driver)))):
        with pytest.raises(PartError) as error:
            build("toy")
        assert error.value.code == "no-such-reader"
        assert error.value.params == {"driver": "toy", "drivers": ", ".join(KINDS)}


@pytest.mark.parametrize(("gain", "written"), [(None, 0x48), (48, 0x78)])
def test_the_gain_of_the_configuration_reaches_an_rc522_and_no_other_kind(
    gain: Literal[48] | None, written: int
) -> None:
    what = configured_kind(RfidConfig("rc522", gain=gain))
    now = 0.0
    chip, session = FakeMfrc522(lambda: now), what.session()
    turn = session.step(b"", now)
    while turn.answers is None:
        now = turn.next_step_at if turn.next_step_at is not None else now
        turn = session.step(chip.transfer(turn.send) if turn.send else b"", now)
    assert (turn.answers, chip.registers[GAIN]) == (True, written)
    assert configured_kind(RfidConfig("rdm6300", gain=gain)) is KINDS["rdm6300"]


def test_a_reader_that_sends_unasked_is_well_once_its_line_is_open_and_needs_no_clock() -> None:
    for each in (KINDS["rdm6300"], KINDS["parallax"], KINDS["keyboard"], NEW["toy"]):
        turn = each.session().step(b"", time.monotonic())
        assert (turn.tags, turn.send, turn.next_step_at, turn.answers) == ((), b"", None, True)
