"""A virtual Pi is set up from a phone, one of its buttons on a wrong pin, in the middle of a game."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hardware.reader.rdm6300 import encode
from hardware.setup.display import picture
from tests.fakes.phone import CODE
from tests.fakes.set_up_box import HERE
from tests.fakes.set_up_box import Phone as Browser
from tests.virtual_pi.board import Bench, Board
from tests.virtual_pi.installing import CONFIGURATION, Installed, overlay
from tests.virtual_pi.phone import Phone

pytestmark = pytest.mark.full

WRONG = 5
"""The pin on which Select was soldered, in the place of 27."""
PINS = (("Advance", 17), ("Select", WRONG), ("Back", 22))
TAG = "0F0184F07B"
PATIENCE = 180.0
"""Seconds for each page: there is no KVM."""


@pytest.fixture
def board(bench: Bench, installed: Installed) -> Iterator[Board]:
    with Board(bench, overlay(installed.disk, "setup"), "to be set up from a phone") as board:
        yield board


def process(board: Board) -> str:
    """The service's process, and how often it was started anew."""
    return board.run("systemctl show companion -p MainPID,NRestarts")


def walk(board: Board, browser: Browser) -> None:
    """Through display, buttons, reader, the writing and one bag, as the pages lead."""
    browser.comes_to("the large 2?")
    assert board.glass.shows(picture(2))
    browser.answer("yes")
    browser.comes_to("as it is built in?")
    browser.answer("yes")
    browser.comes_to("Is it bright enough?")
    browser.answer("Yes, it stays so")
    for name, pin in PINS:
        browser.comes_to(f"Press {name} now")
        board.press(pin)
    browser.comes_to("Are there buttons in the players")
    browser.answer("no")
    browser.comes_to("Lay a bag on the reader now")
    board.lay(encode(TAG))
    browser.comes_to("Keep this in")
    assert f"buttons.select = {WRONG}" in browser.said
    browser.answer("yes")
    browser.comes_to("learn now which bag is which?")
    browser.answer("yes")
    browser.comes_to("Lay bag 1 on the reader now.")
    board.lay(encode(TAG))
    browser.comes_to("Lay bag 2 on the reader now.")
    browser.answer("Go on without")
    browser.comes_to("That was all of them")
    browser.answer("That was all of them")
    browser.comes_to("The box serves again")


def turns_a_page(board: Board) -> None:
    """The button on the pin that was found is Select from now on."""
    board.run("sleep 1")
    board.glass.catch_up()
    before = board.glass.picture().tobytes()
    board.press(WRONG)
    board.run("sleep 1")
    board.glass.catch_up()
    assert board.glass.picture().tobytes() != before


def test_it_is_set_up_from_a_phone_and_the_game_goes_on(board: Board) -> None:
    browser = Browser(board.port, PATIENCE)
    browser.join()
    with Phone(board.port) as phone:
        phone.join()
        phone.start()
        phone.tell("advance")
        game, before = phone.table()["game"], process(board)
        browser.ask(HERE, x="")
        assert "A game is being played." in browser.said
        browser.ask(HERE, sure="1")
        browser.comes_to("What shall be set up?")
        browser.answer("All three")
        walk(board, browser)
        board.reach()
        phone.put_away()
        table = phone.table()
        assert table["game"] == game
        assert table["tags"] == {TAG: 1}
        assert process(board) == before, "nobody has started it anew"
        assert f'"select": {WRONG}' in board.run("cat /var/lib/companion/config.json")
        assert CODE in board.run(f"cat {CONFIGURATION}"), "what its owner had written stays"
        assert phone.health()["buttons"] == "ok"
        turns_a_page(board)
