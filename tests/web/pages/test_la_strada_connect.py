"""Linking a colony by thumb: what it costs and brings is seen before it is done, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, changed, wait_until_current
from tests.web.pages.la_strada import bar, brings, evening, laid, lay, link, pick, turn_of, two


def shown(phone: Page, player: str) -> str:
    """What a colony is worth to a player before and after, as shown beside the picture."""
    row = brings(phone).get_by_role("listitem").filter(has_text=player)
    return row.locator(".hide").last.inner_text()


def test_a_choice_is_shown_at_once_and_nothing_is_done_by_it(phones: Phones, box: Box) -> None:
    evening(box)
    version = box.table()["version"]
    phone = phones.joined("black", name="Anna", at="/act")
    expect(brings(phone)).to_contain_text("Choose a colony and the tiles of the road")
    expect(phone.get_by_role("button", name="See what it brings")).to_be_hidden()
    pick(phone, "15")
    expect(brings(phone).get_by_role("heading", name="Hamlet 15, Ca’ Bianca")).to_be_visible()
    lay(phone, "Plain tiles", 0)
    expect(bar(phone)).to_contain_text("Add the tiles of the road")
    assert shown(phone, "Anna") == shown(phone, "Dieter") == "0 before, 0 after"
    pick(phone, "16")
    expect(brings(phone).get_by_role("heading", name="Hamlet 16")).to_be_visible()
    assert (shown(phone, "Anna"), shown(phone, "Yellow")) == ("0 before, 1 after", "2 before, 1 after")
    lay(phone, "Forest tiles", 2)
    lay(phone, "Plain tiles")
    expect(phone.get_by_role("button", name="Link colony 16 for 8")).to_be_visible()
    expect(brings(phone).locator(".ls-bill")).to_have_text(
        re.compile(r"8\s*resources to pay\s*2\s*resources left\s*8\s*merchants left")
    )
    expect(brings(phone).locator(".ls-less")).to_have_count(2)
    expect(bar(phone)).to_contain_text("Colony 16: +1 gold, 2 resources left")
    assert box.table()["version"] == version
    phone.reload()
    expect(phone.get_by_role("button", name="Link colony 16 for 8")).to_be_visible()


def test_without_a_script_the_same_is_seen_in_a_step_of_its_own(phones: Phones, box: Box) -> None:
    two(box)
    link(box, "grey", 1)
    phone = phones.joined("grey", name="Bruno", scripts=False, at="/act")
    expect(phone.locator("#f-connect")).not_to_be_attached()
    pick(phone, "2")
    lay(phone, "Hill tiles")
    lay(phone, "Plain tiles", 0)
    phone.get_by_role("button", name="See what it brings").click()
    expect(phone).to_have_url(
        re.compile(r"way=grey-18&builds=grey&colony=new-2&plains=0&forests=0&hills=1#now-bar$")
    )
    expect(brings(phone)).to_contain_text("4resources to pay")
    assert shown(phone, "Bruno") == "0 before, 5 after"
    assert box.table()["game"]["resources"]["grey"] == 4
    phone.get_by_role("button", name="Link colony 2 for 4").click()
    expect(phone).to_have_url(re.compile(r"/act(\?did=\d+)?$"))
    expect(phone.locator("#f-undo")).to_contain_text("Bruno linked colony 2 for 4")
    expect(phone.locator("#connect [name=colony]:checked")).not_to_be_attached()
    game = box.table()["game"]
    assert game["resources"]["grey"] == 0
    assert game["supplies"]["grey"] == {"plains": 17, "forests": 8, "hills": 4, "merchants": 10}


def test_a_choice_stays_while_others_look_and_act(phones: Phones, box: Box) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno", at="/act")
    pick(phone, "1")
    lay(phone, "Forest tiles")
    lay(phone, "Plain tiles", 0)
    expect(brings(phone)).to_contain_text("3resources to pay")
    with changed(phone):
        box.act("correct", field="turn", value=4, reason="counted")
    expect(phone.get_by_text("Turn 4", exact=True)).to_be_visible()
    expect(phone.locator("#connect [name=colony]:checked")).to_have_value("new-1")
    expect(laid(phone, "forests")).to_have_value("1")
    expect(brings(phone)).to_contain_text("3resources to pay")


def test_a_plan_for_a_new_colony_is_asked_about_when_another_phone_reaches_one(
    phones: Phones, box: Box
) -> None:
    two(box)
    phone = phones.joined("black", name="Anna", at="/act")
    pick(phone, "10")
    lay(phone, "Hill tiles")
    expect(brings(phone)).to_contain_text("Village 10, new")
    link(box, "grey", 10)
    expect(bar(phone)).to_contain_text("Bruno has just reached a village: it is number 10.")
    lay(phone, "Forest tiles")
    another = phone.get_by_role("link", name="Another one: Village 11, new")
    expect(another).to_have_attribute("href", re.compile("forests=1&hills=1"))
    expect(phone.get_by_role("link", name="The same: Village 10")).to_be_visible()
    another.click()
    expect(brings(phone).get_by_role("heading", name="Village 11, new")).to_be_visible()
    expect(laid(phone, "forests")).to_have_value("1")


def test_a_link_is_made_with_the_keyboard_alone(phones: Phones, box: Box) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno", at="/table")

    def to(wanted: str, press: str = "Enter") -> None:
        place = phone.locator(wanted).first
        expect(place).to_be_visible()
        for _ in range(60):
            phone.keyboard.press("Tab")
            if place.evaluate(
                "each => each === document.activeElement || each.contains(document.activeElement)"
            ):
                break
        phone.keyboard.press(press)

    to("#now-bar a.btn")
    expect(phone).to_have_url(re.compile(r"/act(\?did=\d+)?#connect$"))
    to("#connect .ls-pick .chip", "Space")
    expect(brings(phone)).to_contain_text("2resources to pay")
    to("#f-connect button")
    expect(phone.get_by_role("button", name=re.compile("Undo “Bruno linked colony 1"))).to_be_visible()
    wait_until_current(phone, box)
    to("#f-end-turn button")
    turn_of(phone, "Anna")


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_a_colony_is_named_by_the_first_player_to_link_it_and_chosen_by_name(
    phones: Phones, box: Box, scripts: bool
) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno", scripts=scripts, at="/act?colony=new-5")
    name = phone.get_by_label("Town 5: a name, if you like")
    expect(name).to_have_count(0)
    phone.get_by_role("button", name="Link colony 5 for 2").click()
    bar(phone).get_by_text("Name colony 5").click()
    if scripts:
        expect(name).to_be_focused()
    name.fill("Siena")
    wait_until_current(phone, box)
    phone.get_by_role("button", name="Name it").click()
    expect(phone.locator("#f-undo")).to_contain_text("Colony 5 is called Siena")
    expect(name).to_have_count(0)
    box.act("end-turn")
    phone.goto("/act?builds=black")
    expect(phone.locator("#connect .chip").filter(has_text="Siena")).to_contain_text("5")
