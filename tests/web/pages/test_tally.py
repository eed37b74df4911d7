"""Tally on phones: a game that no file outside the tests names, from the start page to its end."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, box_in, changed, visit
from tests.fakes.every import every

PLAYERS = [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bruno"}]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """A box that knows Tally beside the registered games, with nothing on the table."""
    with box_in(str(tmp_path / "data"), every()) as box:
        yield box


def add(phone: Page, by: int) -> None:
    """Add with the thumb for the player in turn, and wait until it is done."""
    with changed(phone):
        phone.get_by_role("button", name=f"Add {by}", exact=True).click()


def test_two_phones_play_it_to_its_end_and_the_log_shows_it(phones: Phones, box: Box) -> None:
    box.act("start", system="tally", players=PLAYERS, options={"goal": 6})
    anna, bruno = phones.joined("red"), phones.joined("blue", name="Bruno")
    visit(anna, "/act")
    add(anna, 3)
    expect(bruno.locator("main h1")).to_contain_text("Bruno’s turn")
    expect(bruno.locator("#now-bar")).to_contain_text("You play now")
    expect(anna.locator("#now-bar")).to_contain_text("Bruno")
    expect(bruno.get_by_text("Only 3 are missing: the next turn can win.")).to_be_visible()
    visit(bruno, "/act")
    add(bruno, 3)
    expect(anna.locator("main h1")).to_have_text("Bruno has won")
    expect(anna.get_by_role("button", name=re.compile("Add"))).not_to_be_attached()
    visit(anna, "/log")
    expect(anna.locator(".what")).to_have_text(["Bruno added 3", "Anna added 3", "A new game: Tally."])
