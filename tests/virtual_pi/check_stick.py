"""A memory stick on the USB with copies of the games: it comes, it goes, and its last copy is put back."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import Installed, overlay
from tests.virtual_pi.phone import Phone
from tests.virtual_pi.running import run

pytestmark = pytest.mark.full

STICK = "/media/companion"


@pytest.fixture
def stick(workshop: Path) -> Path:
    """A stick as its owner has prepared it, but for the folder."""
    disk = workshop / "stick.raw"
    run("truncate", "-s", "64M", disk)
    run("mkfs.vfat", "-n", "COMPANION", disk)
    return disk


def copied(board: Board, turns: int) -> str:
    """The newest copy on the stick, once there are so many."""
    board.run(f"until [ $(ls {STICK}/games | grep -c 'zip$') = {turns} ]; do sleep 0.2; done")
    return board.run(f"ls {STICK}/games/*.zip | tail -1").strip()


def plug(board: Board, stick: Path) -> None:
    board.plug_stick(stick)
    board.run(f"until mountpoint -q {STICK}; do sleep 0.2; done")


def pull(board: Board) -> None:
    board.pull_stick()
    board.run(f"while mountpoint -q {STICK}; do sleep 0.2; done")


def test_a_stick_that_comes_and_goes_has_the_games_as_they_were_when_the_last_turn_ended(
    bench: Bench, installed: Installed, stick: Path
) -> None:
    disk = overlay(installed.disk, "stick")
    with Board(bench, disk, "with a stick on the USB") as board, Phone(board.port) as phone:
        phone.join()
        phone.start()

        plug(board, stick)
        board.run(f"mkdir {STICK}/games")
        phone.turn()
        copied(board, 1)

        pull(board)
        phone.turn()
        assert phone.health()["status"] == "ok"

        plug(board, stick)
        phone.turn()
        last, table = copied(board, 2), phone.table()
        phone.tell("advance")
        phone.put_away()
        board.run("systemctl stop companion", timeout=180)
        board.run(f"companion restore {last} && systemctl start companion", timeout=180)
        now = phone.table()
        assert (now["version"], now["game"]) == (table["version"], table["game"])
