"""Which machine this is, by the files in which Linux says so."""

from __future__ import annotations

from pathlib import Path

import pytest

from companion.storage.machine import UNKNOWN, Machine
from companion.system.machine import this_machine


def radio(folder: Path, name: str, address: str) -> None:
    (folder / name).mkdir(parents=True)
    (folder / name / "macaddress").write_text(f"{address}\n", "ascii")


def test_a_pi_is_known_by_the_serial_number_of_its_board_and_its_radio(tmp_path: Path) -> None:
    (tmp_path / "serial-number").write_bytes(b"100000003d1d1c36\0")
    radio(tmp_path / "radios", "phy0", "b8:27:eb:12:7f:3a")
    radio(tmp_path / "radios", "phy1", "74:da:38:00:00:01")
    found = this_machine(tmp_path / "serial-number", tmp_path / "radios")
    assert found == Machine("100000003d1d1c36", ("74:da:38:00:00:01", "b8:27:eb:12:7f:3a"))


@pytest.mark.parametrize("number", [b"", b"0000000000000000\0", b"\0", b"\n", b"\xff\xfe"])
def test_a_board_without_a_number_of_its_own_has_none(tmp_path: Path, number: bytes) -> None:
    (tmp_path / "serial-number").write_bytes(number)
    assert this_machine(tmp_path / "serial-number", tmp_path / "radios") == UNKNOWN


@pytest.mark.parametrize("address", ["02:00:00:00:00:00", "00:00:00:00:00:00", "", "unknown"])
def test_an_unregistered_address_identifies_no_machine(tmp_path: Path, address: str) -> None:
    radio(tmp_path / "radios", "phy0", address)
    assert this_machine(tmp_path / "serial-number", tmp_path / "radios") == UNKNOWN


def test_in_a_container_nothing_can_be_read_and_that_is_no_machine(tmp_path: Path) -> None:
    assert this_machine(tmp_path / "none", tmp_path / "none") == UNKNOWN
