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
        phone.start_with_bag(BAG, TAGS)

        board.plug_reader()
        phone.sees_part("reader", "ok")
        board.lay(encode(TAGS[0]), "usb")
        phone.sees_gold(BAG, left=2)

        board.pull_reader()
        phone.sees_part("reader", "missing")
        assert phone.health()["status"] == "ok"
        phone.turn()

        board.plug_reader()
        phone.sees_part("reader", "ok")
        board.lay(encode(TAGS[1]), "usb")
        phone.sees_gold(BAG, left=1)
