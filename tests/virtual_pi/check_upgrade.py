"""A newer version and the way back, in the middle of a game; then no package, and no trace."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.fakes.phone import CODE
from tests.virtual_pi import packages
from tests.virtual_pi.board import Bench, Board, WentWrong
from tests.virtual_pi.installing import CONFIGURATION, apt, configure, overlay, put_in
from tests.virtual_pi.ledger import Ledger
from tests.virtual_pi.phone import goes_on

pytestmark = pytest.mark.full

PREVIOUS = "/var/cache/companion/previous.deb"


@pytest.fixture(scope="module")
def before(bench: Bench) -> Path:
    return packages.before(bench.suite, bench.machine)


@pytest.fixture(scope="module")
def board(bench: Bench, workshop: Path, package: Path, before: Path) -> Iterator[Board]:
    """A Pi with the version before, configured by its owner."""
    disk = overlay(bench.image.disk, workshop / "upgrade")
    with Board(bench, disk, "for the version before", stick=packages.stick(before, package)) as board:
        put_in(board)
        apt(board, f"{packages.STICK}/{before.name}")
        configure(board, bench.machine.reader_port)
        board.run("systemctl restart companion", timeout=180)
        yield board


def test_an_upgrade_keeps_the_game_and_the_configuration(
    board: Board, package: Path, table: Any, ledger: Ledger
) -> None:
    assert packages.EARLIER in board.version
    seconds = apt(board, f"{packages.STICK}/{package.name}")
    ledger.figure("upgrading in the virtual Pi", f"{seconds:.0f} s")
    assert packages.EARLIER not in board.version
    goes_on(board.port, table)


def test_one_command_goes_back_to_the_version_before(board: Board, table: Any, ledger: Ledger) -> None:
    seconds = apt(board, PREVIOUS, "--allow-downgrades")
    ledger.figure("going back in the virtual Pi", f"{seconds:.0f} s")
    assert packages.EARLIER in board.version
    goes_on(board.port, table)
    assert CODE in board.run(f"cat {CONFIGURATION}")


def test_one_command_goes_forward_again(board: Board, table: Any) -> None:
    apt(board, PREVIOUS)
    assert packages.EARLIER not in board.version
    goes_on(board.port, table)
    assert board.run("dpkg --verify companion || true").split() == []


def test_removing_keeps_the_games(board: Board, package: Path, table: Any) -> None:
    board.run("apt-get remove -y companion", timeout=300)
    with pytest.raises(WentWrong):
        board.run("systemctl is-active companion")
    apt(board, f"{packages.STICK}/{package.name}")
    goes_on(board.port, table)


def test_purging_leaves_nothing(board: Board, table: Any) -> None:
    board.run("apt-get purge -y companion", timeout=300)
    left = board.run(
        "find /etc /usr /var /run -xdev -path '*companion*' -not -path '/var/lib/dpkg/*' || true"
    )
    assert left.split() == []
