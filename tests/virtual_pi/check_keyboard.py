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


def draws(board: Board, phone: Phone, typed: str, left: int) -> None:
    """The bag, laid on the reader, gives gold; so much is left in it then."""
    types(board, typed)
    table = phone.sees(lambda table: table["game"]["mines"][0]["drawn"] is not None)
    assert table["game"]["mines"] == [{"number": BAG, "gold": left, "iron": 0, "drawn": "gold"}]


def test_a_reader_that_types_is_the_companion_s_alone_and_may_come_and_go(board: Board) -> None:
    with Phone(board.port) as phone:
        phone.join()
        assert phone.health()["reader"] == "missing"
        phone.tell("start", system="roads-and-boats", players=[{"colour": "red"}, {"colour": "blue"}])
        phone.tell("research", colour="red", subject="specialised-mine")
        phone.tell("build-mine", number=BAG, colour="red", mixture="gold", late=True)
        for tag in WHOLE:
            phone.tell("pair-tag", tag=tag, number=BAG)
        phone.turn()

        plug(board)
        first = board.run(WAIT)
        phone.sees_part("reader", "ok")
        draws(board, phone, TYPED[0], left=2)

        pull(board)
        phone.sees_part("reader", "missing")
        assert phone.health()["status"] == "ok"
        phone.turn()

        plug(board, "another")  # takes the number that became free
        board.run("udevadm settle")
        plug(board)
        assert board.run(WAIT) != first
        phone.sees_part("reader", "ok")
        draws(board, phone, TYPED[1], left=1)
        assert heard(board) == "", "nothing has reached the console"

    board.run("systemctl stop companion")
    types(board, "4711")
    board.run("until [ -s /run/heard ]; do sleep 0.1; done")
    assert heard(board) == "4711", "and all of it, where no companion takes it"
