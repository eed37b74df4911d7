"""Seating: onlookers, lapsed codes, five or six players, another board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, live, visit, wait_until_current

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])


def select_box_page(box: Box) -> None:
    """Turn the display's pages until the box's own is shown."""
    while not box.screen()["title"].startswith("The box"):
        box.post("box/press", {"button": "select"})


def test_a_stranger_looks_on_and_is_shown_how_to_join(phones: Phones, box: Box) -> None:
    phone = phones.phone()
    visit(phone, "/games")
    expect(phone.locator("#looking")).to_contain_text("Join with the code on the box")
    expect(phone.get_by_role("button", name="Start the game")).not_to_be_attached()
    phone.locator("#looking a").click()
    expect(phone).to_have_url(re.compile(r"/join\?back=/games$"))
    box.start()
    joined = phones.joined()
    expect(joined.locator("#looking")).not_to_be_attached()


@SCRIPTS
def test_a_new_code_asks_every_phone_to_join_again(phones: Phones, box: Box, scripts: bool) -> None:
    box.start()
    phone = phones.joined(scripts=scripts)
    box.act("advance")
    select_box_page(box)
    box.post("box/press", {"button": "select", "held": True})
    while "code" not in box.screen()["title"]:
        box.post("box/press", {"button": "select"})
    for button in ("advance", "select", "advance"):
        box.post("box/press", {"button": button})
    phone.goto("/table")
    expect(phone.locator("#looking")).to_contain_text("The box does not know this phone any more")
    phone.locator("#now-bar").get_by_role("link", name="Join").click()
    expect(phone).to_have_url(re.compile("/join"))
    expect(phone.locator("main")).to_contain_text("The box does not know this phone any more")


@SCRIPTS
def test_purple_and_black_bring_the_option_for_more_players_with_them(
    phones: Phones, box: Box, scripts: bool
) -> None:
    phone = phones.joined(scripts=scripts)
    phone.get_by_text("New game: Roads & Boats").click()
    for colour in ("Green", "Blue", "Purple", "Black"):
        phone.get_by_label(f"{colour} plays").check()
    phone.get_by_label("Name of Purple").fill("Paola")
    phone.get_by_role("button", name="Start the game").click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    game = box.table()["game"]
    assert [each["colour"] for each in game["players"]] == [
        "red", "yellow", "green", "blue", "purple", "black"
    ]  # fmt: skip
    assert game["options"]["more_players"] is True


def test_a_name_typed_beside_a_colour_ticks_it(phones: Phones) -> None:
    phone = phones.joined()
    phone.get_by_text("New game: Roads & Boats").click()
    phone.get_by_label("Name of Black").fill("Nora")
    expect(phone.get_by_label("Black plays")).to_be_checked()


def test_a_done_command_is_shown_and_can_be_undone_in_place(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/act?for=red&open=fleet")
    phone.get_by_role("button", name="One more: Raft").click()
    expect_toast(phone, "Anna: raft +1")
    box.act("change-fleet", colour="blue", transporter="truck", by=1)
    undo = phone.get_by_role("button", name=re.compile("Undo “Dieter: truck"))
    expect(undo).to_be_visible()
    expect(phone.locator("#toast")).not_to_contain_text("Dieter")
    wait_until_current(phone, box)
    undo.click()
    expect_toast(phone, "Undone: Dieter: truck +1")


def expect_toast(phone: Page, what: str) -> None:
    """Wait until the page says what was just done, over everything else."""
    live(phone)
    expect(phone.locator("#toast")).to_be_visible()
    expect(phone.locator("#toast")).to_have_text(what)
