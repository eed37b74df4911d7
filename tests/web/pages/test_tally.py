"""Tally on phones: a game that no file outside the tests names, from the start page to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, box_in, changed, hears, visit
from tests.fakes.every import every

PLAYERS = [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bruno"}]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box that knows Tally beside the registered games, with nothing on the table."""
    with box_in(str(tmp_path / "data"), every()) as box:
        yield box


def add(phone: Page, by: int) -> None:
    """Add with the thumb, for whose turn it is, and wait until it is done."""
    with changed(phone):
        phone.get_by_role("button", name=f"Add {by}", exact=True).click()


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_it_is_offered_with_a_line_and_a_picture_and_started(phones: Phones, box: Box, scripts: bool) -> None:
    phone = phones.joined(scripts=scripts, at="/games")
    offer = phone.locator("#new-tally")
    expect(offer.get_by_alt_text("Five tally marks.")).to_be_visible()
    expect(offer).to_contain_text("be the one who reaches the goal")
    offer.locator("summary").click()
    offer.get_by_label("Name of Red").fill("Anna")
    offer.get_by_label("Goal").fill("9")
    offer.get_by_role("button", name="Start the game").click()
    expect(phone.locator("main h1")).to_contain_text("Anna’s turn")
    expect(phone.locator("#counter")).to_have_text("0 of 9")
    colours = [each["colour"] for each in box.table()["game"]["players"]]
    assert colours == ["red", "yellow"]


def test_two_phones_play_it_to_its_end_and_the_log_tells_it(phones: Phones, box: Box) -> None:
    box.act("start", system="tally", players=PLAYERS, options={"goal": 6})
    anna, bruno = phones.joined("red"), phones.joined("blue", name="Bruno")
    visit(anna, "/act")
    add(anna, 3)
    expect(bruno.locator("main h1")).to_contain_text("Bruno’s turn")
    expect(bruno.get_by_text("Only 3 are missing: the next turn can win.")).to_be_visible()
    visit(bruno, "/act")
    add(bruno, 3)
    expect(anna.locator("main h1")).to_have_text("Bruno has won")
    expect(anna.get_by_role("button", name=re.compile("Add"))).not_to_be_attached()
    visit(anna, "/log")
    expect(anna.locator(".what")).to_have_text(["Bruno added 3", "Anna added 3", "A new game: Tally."])


def test_out_of_turn_is_refused_with_its_rule_and_an_entry_is_taken_back(phones: Phones, box: Box) -> None:
    box.act("start", system="tally", players=PLAYERS)
    box.act("add", colour="red", by=2)
    phone = phones.joined("red", at="/act?for=red")
    phone.get_by_role("button", name="Add 1", exact=True).click()
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text("It is Bruno’s turn. Wait for yours.")
    alert.get_by_text("Rule: Taking turns").click()
    expect(alert).to_contain_text("take turns in the order in which they sit")
    visit(phone, "/table")
    hears(phone, box)
    phone.locator("#ask-undo > summary").click()
    expect(phone.locator("#ask-undo")).to_contain_text("This goes back to: Anna’s turn.")
    with changed(phone):
        phone.get_by_role("button", name="Yes, undo it").click()
    expect(phone.get_by_text(re.compile("Redo: Anna added 2"))).to_be_visible()
    assert box.table()["game"]["counter"] == 0


def test_it_is_played_in_italian_and_takes_the_place_of_another_game(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(language="it", at="/games")
    offer = phone.locator("#new-tally")
    offer.locator("summary").click()
    offer.get_by_role("button", name="Inizia la partita").click()
    phone.get_by_role("button", name="Metti da parte la partita in corso e inizia").click()
    expect(phone.locator("main h1")).to_contain_text("Tocca a Rosso")
    visit(phone, "/act")
    with changed(phone):
        phone.get_by_role("button", name="Aggiungi 2").click()
    expect(phone.get_by_text(re.compile("Annulla: Rosso ha aggiunto 2"))).to_be_visible()
    assert box.screen()["title"] == "Y◆ Yellow"
