"""What is bound to the machine is made anew where a card comes into another one."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from companion.storage.machine import NO_BOX, UNKNOWN, BoxId, Machine, bind_box, box_id_of
from companion.storage.settings import ADMIN_CLAIMED, JOIN_CODE, MEMBERS, OWN_WIFI, SETTINGS
from companion.storage.storage import Storage
from tests.storage.writing import NOW

HERE, THERE = Machine("100000003d1d1c36"), Machine("10000000a3b4c5d6")
RADIO, OTHER_RADIO = Machine(radios=("b8:27:eb:12:7f:3a",)), Machine(radios=("dc:a6:32:00:00:01",))
BOTH = Machine(HERE.serial, RADIO.radios)


def opened_on(folder: Path, machine: Machine = UNKNOWN, *, writing: bool = True) -> Storage:
    return Storage(folder, at=NOW, entropy=os.urandom, machine=machine, writing=writing)


def test_another_machine_is_another_box_with_another_epoch_and_nothing_that_lets_in(tmp_path: Path) -> None:
    storage = opened_on(tmp_path, Machine("one"))
    for name in (JOIN_CODE, MEMBERS, OWN_WIFI, ADMIN_CLAIMED):
        storage.settings.set(name, True)
    box, epoch = storage.box, storage.epoch
    storage.close()
    storage = opened_on(tmp_path, Machine("two"))
    kept = [storage.settings.get(name, bool) for name in (JOIN_CODE, MEMBERS, OWN_WIFI, ADMIN_CLAIMED)]
    assert (storage.came, storage.box != box, storage.epoch != epoch) == (True, True, True)
    assert kept == [None, None, None, True]
    storage.close()
    again = opened_on(tmp_path, Machine("two"))
    assert (again.came, again.box) == (False, storage.box)
    again.close()


@pytest.mark.parametrize("machine", [Machine("one"), UNKNOWN, Machine("one", ("aa",))])
def test_the_same_machine_or_one_of_which_nothing_is_known_is_the_same_box(
    tmp_path: Path, machine: Machine
) -> None:
    storage = opened_on(tmp_path, Machine("one"))
    storage.close()
    again = opened_on(tmp_path, machine)
    assert (again.came, again.box) == (False, storage.box)
    again.close()


@pytest.mark.parametrize("junk", [b"", b"{", b'{"settings":{"a":' + b"[" * 100_000, b"\xff" * 9])
def test_what_is_no_box_is_made_anew(tmp_path: Path, junk: bytes) -> None:
    opened_on(tmp_path).close()
    (tmp_path / SETTINGS).write_bytes(junk)
    assert box_id_of(tmp_path) == NO_BOX
    storage = opened_on(tmp_path)
    assert box_id_of(tmp_path) == storage.box != NO_BOX
    storage.close()


def test_a_file_that_never_begins_or_never_ends_is_none(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / SETTINGS)
    opened_on(tmp_path).close()
    (tmp_path / SETTINGS).unlink()
    (tmp_path / SETTINGS).symlink_to("/dev/zero")
    opened_on(tmp_path).close()


@pytest.mark.parametrize(
    ("one", "other", "differ"),
    [
        (HERE, HERE, False),
        (HERE, THERE, True),
        (RADIO, OTHER_RADIO, True),
        (Machine(radios=(*RADIO.radios, *OTHER_RADIO.radios)), OTHER_RADIO, False),
        (BOTH, Machine(HERE.serial, OTHER_RADIO.radios), False),
        (BOTH, Machine(THERE.serial, RADIO.radios), True),
        (BOTH, RADIO, False),
        (BOTH, OTHER_RADIO, False),
        (HERE, RADIO, False),
        (HERE, UNKNOWN, False),
        (RADIO, UNKNOWN, False),
        (UNKNOWN, UNKNOWN, False),
    ],
)
def test_two_machines_differ_by_what_can_be_read_on_both_the_serial_number_first(
    one: Machine, other: Machine, differ: bool
) -> None:
    assert one.differs(other) is other.differs(one) is differ


def test_a_box_is_bound_to_the_first_machine_that_can_be_read_and_stays_until_another() -> None:
    ids = iter(("00000001", "00000002"))
    box = None
    for machine, number, known in (
        (UNKNOWN, "00000001", UNKNOWN),
        (RADIO, "00000001", RADIO),
        (UNKNOWN, "00000001", RADIO),
        (BOTH, "00000001", BOTH),
        (HERE, "00000001", BOTH),
        (THERE, "00000002", THERE),
    ):
        box = bind_box(box, machine, lambda: next(ids))
        assert box == BoxId(number, known)


def test_a_radio_that_was_pulled_out_for_a_while_makes_no_other_machine() -> None:
    both = Machine(radios=(*RADIO.radios, *OTHER_RADIO.radios))
    box = bind_box(None, both, lambda: "00000001")
    for machine in (OTHER_RADIO, RADIO, both):
        box = bind_box(box, machine, lambda: "00000002")
        assert box == BoxId("00000001", both)
