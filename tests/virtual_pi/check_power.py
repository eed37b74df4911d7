"""The plug is pulled while people play: nothing that was acknowledged is lost, whatever the card kept."""

from __future__ import annotations

import random
from pathlib import Path
from typing import NamedTuple

import pytest

from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import Installed, overlay
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.medium import Write, rebuild, waiting, writes
from tests.virtual_pi.playing import Acknowledged, Playing, act_once, lost

quick, full = pytest.mark.quick, pytest.mark.full
SEED = 20261121
WRITER = "/usr/lib/companion/site/companion/storage/storage.py"


class Cut(NamedTuple):
    """A run that ended with a pulled plug. listed: every write to the disk since it was installed."""

    disk: Path
    listed: Path
    acknowledged: list[Acknowledged]


def cut_short(bench: Bench, installed: Installed, name: str, seed: int, *, spoilt: bool = False) -> Cut:
    """Play on a disk whose writes are listed, and pull the plug.

    spoilt: by a program that does not wait for the disk: the control.
    """
    disk = overlay(installed.disk, name)
    listed = disk.with_suffix(".writes")
    with Board(bench, disk, f"to be cut, {name}", writes=listed) as board:
        if spoilt:
            board.run(f"sed -i 's/os.fdatasync(handle)/pass/' {WRITER} && systemctl restart companion", 180)
        playing = Playing(board, 1, lambda: listed.stat().st_size)
        acknowledged = playing.until_cut(random.Random(seed).randrange(60, 120))
    bench.ledger.figure(f"acknowledged before the cut, {name}", str(len(acknowledged)))
    return Cut(disk, listed, acknowledged)


@pytest.fixture(scope="module")
def cut(bench: Bench, installed: Installed) -> Cut:
    return cut_short(bench, installed, "as installed", SEED)


def upto(acknowledged: list[Acknowledged], cut_after: Write) -> list[Acknowledged]:
    """Those that were acknowledged when this write, or an earlier one, was the last."""
    return [each for each in acknowledged if each.at <= cut_after.end]


@full
def test_a_power_cut_loses_nothing_that_was_acknowledged(bench: Bench, cut: Cut) -> None:
    with Board(bench, cut.disk, "after the cut") as board:
        assert lost(board, cut.acknowledged) == []
        assert act_once(board, cut.acknowledged)


@full
def test_ten_power_cuts_lose_nothing_that_was_acknowledged(bench: Bench, installed: Installed) -> None:
    disk = overlay(installed.disk, "ten cuts")
    chance = random.Random(SEED)
    acknowledged: list[Acknowledged] = []
    for number in range(10):
        with Board(bench, disk, f"to be cut, {number + 1} of 10") as board:
            assert lost(board, acknowledged) == []
            acknowledged += Playing(board, number, lambda: 0).until_cut(chance.randrange(10, 80))
    with Board(bench, disk, "after ten cuts") as board:
        assert lost(board, acknowledged) == []
        assert act_once(board, acknowledged)


@pytest.mark.parametrize("number", [pytest.param(n, marks=full if n else quick) for n in range(10)])
def test_no_medium_that_a_cut_may_leave_has_lost_what_was_acknowledged(
    bench: Bench, installed: Installed, cut: Cut, ledger: Ledger, number: int
) -> None:
    """The cut falls after any write of the list while people played; where more was waiting, rather."""
    listed = writes(cut.listed)
    played = [at for at, each in enumerate(listed) if each.end > cut.acknowledged[10].at and each.sectors]
    unsure = waiting(listed)
    (last,) = random.Random(SEED + number).choices(played, [unsure[at] for at in played])
    disk = cut.disk.with_suffix(".raw")
    rebuilt = rebuild(disk, installed.disk, cut.listed, listed[: last + 1], SEED + number)
    expected = upto(cut.acknowledged, listed[last])
    ledger.figure(
        f"medium {number}",
        f"cut at entry {last + 1} of {len(listed)}, {len(expected)} acknowledged; {rebuilt}",
    )
    with Board(bench, disk, f"medium {number}") as board:
        assert lost(board, expected) == []
        assert act_once(board, expected)


@full
def test_a_program_that_does_not_wait_for_the_disk_is_seen_to_lose(
    bench: Bench, installed: Installed, ledger: Ledger
) -> None:
    """The control: the same check of the same program, but for one word of its storage."""
    cut = cut_short(bench, installed, "spoilt", SEED, spoilt=True)
    listed = writes(cut.listed)
    disk = cut.disk.with_suffix(".raw")
    rebuild(disk, installed.disk, cut.listed, listed, SEED)
    with Board(bench, disk, "the control's medium") as board:
        missing = lost(board, cut.acknowledged)
    ledger.figure("the control lost", f"{len(missing)} of {len(cut.acknowledged)} acknowledged")
    assert missing
