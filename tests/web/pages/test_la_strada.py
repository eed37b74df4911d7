"""La Strada by thumb: what a link costs and brings is seen before it is done, and stays chosen."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, changed, visit, wait_until_current
from tests.web.pages.la_strada import bar, brings, confirm, evening, laid, lay, link, pick, turn_of, two
from tests.web.pages.layout import SCHEMES


def test_a_turn_is_planned_and_played_by_thumb_and_the_other_phone_follows_in_its_players_colour(
    shared_phones: Phones, shared_box: Box
) -> None:
    two(shared_box)
    anna, bruno = shared_phones.joined("black", name="Anna"), shared_phones.joined("grey", name="Bruno")
    bruno.get_by_role("link", name="Link a colony").click()
    expect(bruno.get_by_role("button", name="See what it brings")).to_be_hidden()
    pick(bruno, "5")
    lay(bruno, "Plain tiles", 2)
    expect(brings(bruno)).to_contain_text("4resources to pay")
    confirm(bruno, "Link colony 5 for 4")
    expect(anna.locator("#colony-5")).to_contain_text("Town 5: Bruno")
    bar(bruno).get_by_text("Name colony 5").click()
    name = bruno.get_by_label("Town 5: a name, if you like")
    expect(name).to_be_focused()
    name.fill("Siena")
    wait_until_current(bruno, shared_box)
    with changed(bruno):
        bruno.get_by_role("button", name="Name it").click()
    bar(bruno).get_by_role("button", name="End the turn: Anna is next").click()
    turn_of(anna, "Anna")
    expect(anna.locator("#colony-5")).to_contain_text("Siena")
    for scheme in SCHEMES:
        anna.emulate_media(color_scheme=scheme)
        expect(bar(anna)).to_have_css("background-color", "rgb(28, 28, 28)")
        expect(bar(anna).locator(".now-line")).to_have_css("color", "rgb(255, 255, 255)")


def test_a_choice_is_shown_at_once_does_nothing_and_stays_while_others_act(
    shared_phones: Phones, shared_box: Box
) -> None:
    evening(shared_box)
    version = shared_box.table()["version"]
    phone = shared_phones.joined("black", name="Anna", at="/act")
    pick(phone, "15")
    expect(brings(phone).get_by_role("heading", name="Hamlet 15, Ca’ Bianca")).to_be_visible()
    lay(phone, "Plain tiles", 0)
    expect(bar(phone)).to_contain_text("Add the tiles of the road")
    pick(phone, "16")
    lay(phone, "Forest tiles", 2)
    lay(phone, "Plain tiles")
    expect(bar(phone)).to_contain_text("Colony 16: +1 gold, 2 resources left")
    assert shared_box.table()["version"] == version
    phone.reload()
    expect(phone.get_by_role("button", name="Link colony 16 for 8")).to_be_visible()
    two(shared_box)
    visit(phone, "/act")
    pick(phone, "10")
    lay(phone, "Hill tiles")
    expect(brings(phone)).to_contain_text("Village 10, new")
    with changed(phone):
        shared_box.act("correct", field="turn", value=4, reason="counted")
    expect(phone.locator("#connect [name=colony]:checked")).to_have_value("new-10")
    expect(laid(phone, "hills")).to_have_value("1")
    link(shared_box, "grey", 10)
    expect(bar(phone)).to_contain_text("Bruno has just reached a village: it is number 10.")
    lay(phone, "Forest tiles")
    another = phone.get_by_role("link", name="Another one: Village 11, new")
    expect(another).to_have_attribute("href", re.compile("forests=1&hills=1"))
    another.click()
    expect(brings(phone).get_by_role("heading", name="Village 11, new")).to_be_visible()
    expect(laid(phone, "forests")).to_have_value("1")
