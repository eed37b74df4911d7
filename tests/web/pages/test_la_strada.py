"""An evening of La Strada by thumb: starting, a turn from two phones, undo, ending a turn and the game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, wait_until_current
from tests.web.pages.la_strada import brings, confirm, lay, pick, turn_of, two

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])


@SCRIPTS
def test_a_game_for_two_is_started_in_clockwise_order(phones: Phones, box: Box, scripts: bool) -> None:
    phone = phones.joined(scripts=scripts, at="/games")
    phone.get_by_text("New game: La Strada").click()
    form = phone.locator("#f-new-la-strada")
    expect(form).to_contain_text("resource tracks lie on opposite sides")
    form.get_by_label("First player").select_option("red")
    form.get_by_label("Second player").select_option("black")
    form.get_by_label("Name of player 1").fill("Rita")
    form.get_by_text("Names of the colonies").click()
    form.get_by_label("City 1").fill("Milano")
    form.get_by_role("button", name="Start the game").click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    turn_of(phone, "Black")
    expect(phone.locator("main")).to_contain_text("in this order: Rita, Black, Rita and Black")
    game = box.table()["game"]
    assert [each["colour"] for each in game["players"]] == ["red", "black"]
    assert game["colonies"][0]["name"] == "Milano"


def test_a_whole_turn_of_two_is_played_from_two_phones(phones: Phones, box: Box) -> None:
    two(box)
    anna, bruno = phones.joined("black", name="Anna"), phones.joined("grey", name="Bruno")
    for phone in (anna, bruno):
        turn_of(phone, "Bruno")
        expect(phone.locator("#now")).to_contain_text("resources to spend")
    bruno.get_by_role("link", name="Link a colony").click()
    pick(bruno, "1")
    lay(bruno, "Plain tiles", 2)
    expect(brings(bruno)).to_contain_text("4resources to pay")
    confirm(bruno, "Link colony 1 for 4")
    expect(anna.locator("#colony-1")).to_contain_text("City 1: Bruno; pays 5 to each.")
    wait_until_current(bruno, box)
    bruno.get_by_role("button", name="End the turn: Anna is next").click()
    turn_of(anna, "Anna")
    anna.get_by_role("link", name="Link a colony").click()
    pick(anna, "1")
    lay(anna, "Plain tiles")
    expect(brings(anna)).to_contain_text("No merchant is put here")
    expect(brings(anna).get_by_role("listitem").filter(has_text="Bruno")).to_contain_text("5 before, 5 after")
    confirm(anna, "Link colony 1 for 2")
    pick(anna, "5")
    lay(anna, "Hill tiles")
    lay(anna, "Plain tiles", 0)
    confirm(anna, "Link colony 5 for 4")
    wait_until_current(anna, box)
    anna.get_by_role("button", name="End the turn: Bruno is next").click()
    turn_of(bruno, "Bruno")
    expect(bruno.get_by_text("Turn 2", exact=True)).to_be_visible()
    game = box.table()["game"]
    assert game["resources"] == {"black": 0, "grey": 8}
    assert game["colonies"][0] == {
        "number": 1, "kind": "city", "name": "", "merchants": ["grey"], "linked": ["grey", "black"]
    }  # fmt: skip
    assert game["colonies"][4]["merchants"] == ["black"]
