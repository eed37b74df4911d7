"""Two Pis from one card: the second is a box of its own, with the games of the first."""

from __future__ import annotations

import shutil
from typing import Any

import pytest

from tests.fakes.phone import NotAnswered
from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import CONFIGURATION, Installed, overlay
from tests.virtual_pi.phone import Phone

pytestmark = pytest.mark.full

SERIALS = ("100000003d1d1c36", "10000000a3b4c5d6")
PLAYERS = [{"colour": "red"}, {"colour": "blue"}]
BOUND = ("box", "epoch")


def pi(bench: Bench, disk: Any, serial: str) -> Board:
    return Board(bench, disk, f"with the serial number {serial}", words=(f"pi_revision.serial={serial}",))


def test_a_copied_card_makes_another_box_with_the_same_games(bench: Bench, installed: Installed) -> None:
    first, second = SERIALS
    card = overlay(installed.disk, "card")
    with pi(bench, card, first) as board, Phone(board.port) as phone:
        assert board.run("tr -d '\\0' < /proc/device-tree/serial-number") == first
        phone.join()
        phone.tell("start", system="roads-and-boats", players=PLAYERS)
        phone.turn()
        one = phone.table()
        board.run(f"sed -i 's/^join_code = .*//' {CONFIGURATION}")  # an owner who leaves it to the box
        board.shut_down()
    copy = card.with_name("copy.qcow2")
    shutil.copy(card, copy)
    with pi(bench, copy, second) as board, Phone(board.port) as phone:
        two = phone.table()
        for each in BOUND:
            assert one[each] != two[each]
        assert one["next"]["commitment"] != two["next"]["commitment"]
        assert (one["game"], one["version"]) == (two["game"], two["version"])
        with pytest.raises(NotAnswered, match="403"):
            phone.join()
        assert "the card is from another machine" in board.run("journalctl -b -u companion --no-pager")
        board.run("systemctl restart companion", timeout=180)
        phone.put_away()
        assert phone.table() == two
    with pi(bench, card, first) as board, Phone(board.port) as phone:
        assert phone.table() == one
