"""A seal on a disk that fails or is full: it may be missing, and says nothing that is not so."""

from __future__ import annotations

from contextlib import closing

import pytest

from companion.journal.file import FORMATS
from companion.journal.names import SEAL
from companion.journal.seal import sealed
from tests.fakes.disk import Disk, Fault
from tests.journal.left import opened
from tests.journal.served import said

NUMBER = FORMATS.current

PLAYS = """
journal = opened()
for n in range(1, 41):
    put(journal, n)
journal.close()
opened().close()
{struck}
journal = opened()
for n in range(41, 61):
    put(journal, n)
    if n % 5 == 0:
        print("folded", journal.fold())
"""


def all_is_well(disk: Disk) -> None:
    """Nothing is missing, and the second start at the latest has sealed the file again."""
    disk.mend()
    for _ in range(2):
        with closing(opened(disk.folder)) as journal:
            assert journal.damage is None
            assert [each.n for each in journal.entries()] == list(range(1, 61))
    assert sealed(disk.folder, NUMBER) == 60


@pytest.mark.parametrize("after", [0, 2])
@pytest.mark.parametrize("fault", [Fault.FULL, Fault.SHORT, Fault.WRITE, Fault.READ, Fault.OPEN])
def test_a_seal_that_the_disk_does_not_take_keeps_nobody_from_playing(
    disk: Disk, fault: Fault, after: int
) -> None:
    struck = f"disk.fail(Fault.{fault.name}, after={after}, file='{SEAL}')"
    heard = said(disk, PLAYS.format(struck=struck)).splitlines()
    assert disk.hits(fault)
    assert heard.count("folded True") == 4
    assert [each for each in heard if not each.startswith("folded")] == [str(n) for n in range(1, 61)]
    all_is_well(disk)


@pytest.mark.parametrize("after", range(0, 12, 3))
def test_a_kill_while_sealing_leaves_a_seal_that_fits_or_none(disk: Disk, after: int) -> None:
    struck = f"disk.fail(Fault.KILL, times=1, after={after}, file='{SEAL}')"
    with pytest.raises(AssertionError):  # it is gone, and has said nothing
        said(disk, PLAYS.format(struck=struck))
    disk.mend()
    for _ in range(2):
        with closing(opened(disk.folder)) as journal:
            assert journal.damage is None
            entries = [each.n for each in journal.entries()]
            assert entries == list(range(1, len(entries) + 1))
            assert len(entries) >= 40
    assert sealed(disk.folder, NUMBER) == len(entries)


@pytest.mark.parametrize("room", [0, 3_000, 20_000])
def test_a_disk_that_is_full_while_the_log_is_taken_in_and_sealed_loses_nothing(
    disk: Disk, room: int
) -> None:
    heard = said(disk, PLAYS.format(struck="") + f"""
disk.room = {room}
for n in range(61, 71):
    put(journal, n, size=3_000)
    journal.fold()
""").splitlines()[-10:]  # fmt: skip
    taken = [each for each in heard if each.isdigit()]
    assert set(heard) - set(taken) == {"journal-full"}
    disk.mend()
    for _ in range(2):
        with closing(opened(disk.folder)) as journal:
            assert journal.damage is None
            assert [each.n for each in journal.entries()] == [*range(1, 61), *map(int, taken)]
    assert sealed(disk.folder, NUMBER) == 60 + len(taken)
