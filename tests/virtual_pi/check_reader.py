"""A tag reader on the USB, plugged in and pulled out in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.reader.rdm6300 import encode
from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import CONFIGURATION, Installed, overlay
from tests.virtual_pi.phone import Phone

pytestmark = pytest.mark.full

BAG, TAGS = 7, ("0F0184F07B", "09002E4EA2")
"""A bag with two tags: one that comes again within a second would be taken for one that still lies there."""


def draws(board: Board, phone: Phone, tag: str, left: int) -> None:
    """The bag, laid on the reader, gives gold; so much is left in it then."""
    board.lay(encode(tag), "usb")
    table = phone.sees(lambda table: table["game"]["mines"][0]["drawn"] is not None)
    assert table["game"]["mines"] == [{"number": BAG, "gold": left, "iron": 0, "drawn": "gold"}]


@pytest.fixture
def board(bench: Bench, installed: Installed) -> Iterator[Board]:
    """A Pi whose reader is expected on the USB, under the name that our rule gives it."""
    with Board(bench, overlay(installed.disk, "reader"), "with a reader on the USB") as board:
        port = bench.machine.reader_port
        board.run(f"sed -i s:{port}:/dev/rfid: {CONFIGURATION} && systemctl restart companion", timeout=180)
        yield board


def test_a_reader_may_come_and_go_in_the_middle_of_a_game(board: Board) -> None:
    with Phone(board.port) as phone:
        phone.join()
        assert phone.health()["reader"] == "missing"
        phone.tell("start", system="roads-and-boats", players=[{"colour": "red"}, {"colour": "blue"}])
        phone.tell("research", colour="red", subject="specialised-mine")
        phone.tell("build-mine", number=BAG, colour="red", mixture="gold", late=True)
        for tag in TAGS:
            phone.tell("pair-tag", tag=tag, number=BAG)
        phone.turn()

        board.plug_reader()
        phone.sees_part("reader", "ok")
        draws(board, phone, TAGS[0], left=2)

        board.pull_reader()
        phone.sees_part("reader", "missing")
        assert phone.health()["status"] == "ok"
        phone.turn()

        board.plug_reader()
        phone.sees_part("reader", "ok")
        draws(board, phone, TAGS[1], left=1)
