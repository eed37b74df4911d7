"""A reader that types, on the kernel's own input: nobody else hears it, and it comes and goes in mid-game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import Installed, overlay
from tests.virtual_pi.phone import Phone
from tests.virtual_pi.typist import BAG, TYPED, WAIT, WHOLE, expect, heard, plug, pull, types

pytestmark = pytest.mark.full


@pytest.fixture
def board(bench: Bench, installed: Installed) -> Iterator[Board]:
    """A Pi whose reader is expected to be a keyboard."""
    with Board(bench, overlay(installed.disk, "keyboard"), "with a reader that types") as board:
        expect(board, bench.machine.reader_port)
        board.run("systemctl restart companion", timeout=180)
        yield board


def test_a_reader_that_types_is_the_companion_s_alone_and_may_come_and_go(board: Board) -> None:
    with Phone(board.port) as phone:
        phone.join()
        assert phone.health()["reader"] == "missing"
        phone.start_with_bag(BAG, WHOLE)

        plug(board)
        first = board.run(WAIT)
        phone.sees_part("reader", "ok")
        types(board, TYPED[0])
        phone.sees_gold(BAG, left=2)

        pull(board)
        phone.sees_part("reader", "missing")
        assert phone.health()["status"] == "ok"
        phone.turn()

        plug(board, "another")  # takes the number that became free
        board.run("udevadm settle")
        plug(board)
        assert board.run(WAIT) != first
        phone.sees_part("reader", "ok")
        types(board, TYPED[1])
        phone.sees_gold(BAG, left=1)
        assert heard(board) == "", "nothing has reached the console"

    board.run("systemctl stop companion")
    types(board, "4711")
    board.run("until [ -s /run/heard ]; do sleep 0.1; done")
    assert heard(board) == "4711", "and all of it, where no companion takes it"
