"""A tag reader on the USB, plugged in and pulled out in the middle of a game."""

from __future__ import annotations

import pytest

from hardware.rdm6300 import encode
from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import CONFIGURATION, Installed, overlay
from tests.virtual_pi.phone import Phone

pytestmark = pytest.mark.full

BAG, TAG = 7, "0F0184F07B"
PHASES = 4


def next_production(phone: Phone) -> None:
    for _ in range(PHASES):
        phone.tell("advance")


def draws(board: Board, phone: Phone, left: int) -> None:
    """The bag, laid on the reader, gives gold; so much is left in it then."""
    board.lay(encode(TAG), "usb")
    table = phone.sees(lambda table: table["game"]["mines"][0]["drawn"] is not None)
    assert table["game"]["mines"] == [{"number": BAG, "gold": left, "iron": 0, "drawn": "gold"}]


def test_a_reader_may_come_and_go_in_the_middle_of_a_game(bench: Bench, installed: Installed) -> None:
    with Board(bench, overlay(installed.disk, "reader"), "with a reader on the USB") as board:
        port = bench.machine.reader_port
        board.run(f"sed -i s:{port}:/dev/rfid: {CONFIGURATION} && systemctl restart companion", timeout=180)
        phone = Phone(board.port)
        phone.join()
        assert phone.health()["reader"] == "missing"
        players = [{"colour": "red"}, {"colour": "blue"}]
        phone.tell("start", system="roads-and-boats", players=players)
        phone.tell("research", colour="red", subject="specialised-mine")
        phone.tell("build-mine", number=BAG, colour="red", mixture="gold", late=True)
        phone.tell("pair-tag", tag=TAG, number=BAG)
        next_production(phone)

        board.plug_reader()
        phone.sees_part("reader", "ok")
        draws(board, phone, left=3)

        board.pull_reader()
        phone.sees_part("reader", "missing")
        assert phone.health()["status"] == "ok"
        next_production(phone)

        board.plug_reader()
        phone.sees_part("reader", "ok")
        draws(board, phone, left=2)
        phone.close()
