"""La Strada set right by thumb: every correction with its reason, and what is kept for another start."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.fakes.browsing import Box, Phones, changed, visit
from tests.web.pages.strada import four, turn_of, two


def unfold(phone: Page, page: str, *fields: str) -> None:
    """The page with the forms of these fields open."""
    visit(phone, page)
    for field in fields:
        phone.locator(f"#fix-{field} > summary").click()


def correct(phone: Page, form: Locator) -> None:
    """The form is sent, and the page shows what has changed."""
    with changed(phone):
        form.get_by_role("button", name="Correct").click()


def test_resources_supplies_and_whose_turn_it_is_are_corrected_with_a_reason(
    phones: Phones, box: Box
) -> None:
    four(box)
    phone = phones.joined("black", name="Anna")
    unfold(phone, "/act/correct?for=red", "resources", "supplies", "active")
    resources = phone.locator("#f-fix-resources")
    resources.get_by_label("Dieter").fill("9")
    resources.get_by_label("Reason").fill("counted again")
    correct(phone, resources)
    supplies = phone.locator("#f-fix-supplies")
    supplies.get_by_label("Hill tiles").fill("2")
    correct(phone, supplies)
    active = phone.locator("#f-fix-active")
    active.get_by_label("Dieter").check()
    correct(phone, active)
    game = box.table()["game"]
    assert (game["resources"]["red"], game["supplies"]["red"]["hills"], game["active"]) == (10, 2, "red")
    assert [game["resources"][each] for each in ("black", "grey", "yellow")] == [6, 6, 6], "each had his turn"
    visit(phone, "/log")
    expect(phone.locator("main")).to_contain_text("Corrected, resources: counted again")


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_a_colony_is_corrected_and_a_refusal_keeps_what_was_ticked(
    phones: Phones, box: Box, scripts: bool
) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno", scripts=scripts, at="/act/correct?open=fix-colony")
    phone.locator("#fix-colony").get_by_role("link", name="Village 12").click()
    form = phone.locator("#f-fix-colony")
    expect(form.get_by_role("heading", name="Village 12")).to_be_visible()
    for player in ("Anna", "Bruno"):
        form.get_by_role("group", name="Merchants there").get_by_label(player).check()
    form.get_by_role("button", name="Correct").click()
    expect(phone.get_by_role("alert")).to_contain_text("one merchant in all")
    for player in ("Anna", "Bruno"):
        expect(form.get_by_role("group", name="Merchants there").get_by_label(player)).to_be_checked()
    form.get_by_role("group", name="Merchants there").get_by_label("Bruno").uncheck()
    form.get_by_role("group", name="Linked by").get_by_label("Bruno").check()
    form.get_by_role("button", name="Correct").click()
    expect(phone.get_by_role("alert")).not_to_be_attached()
    colony = box.table()["game"]["colonies"][11]
    assert (colony["merchants"], colony["linked"]) == (["black"], ["black", "grey"])


def test_names_of_colonies_and_players_are_changed_and_taken_away(phones: Phones, box: Box) -> None:
    four(box, names={"1": "Milano", "2": "Torino"})
    phone = phones.joined("black", name="Anna")
    unfold(phone, "/act/correct", "names", "players")
    names = phone.locator("#f-fix-names")
    names.get_by_label("City 1").fill("")
    names.get_by_label("City 3").fill("Genova")
    correct(phone, names)
    players = phone.locator("#f-fix-players")
    players.get_by_label("Name of player 3").fill("Carla")
    correct(phone, players)
    game = box.table()["game"]
    assert game["options"]["names"] == {"2": "Torino", "3": "Genova"}
    assert game["players"][2] == {"colour": "yellow", "name": "Carla"}


def test_numbers_and_house_rules_are_corrected(phones: Phones, box: Box) -> None:
    two(box)
    phone = phones.joined("black", name="Anna")
    unfold(phone, "/act/correct", "limits", "option", "stuck")
    limits = phone.locator("#f-fix-limits")
    limits.get_by_role("group", name="Gold for each merchant").get_by_label("Towns").fill("5 3 2 1")
    correct(phone, limits)
    rules = phone.locator("#f-fix-option")
    rules.get_by_label("Who cannot connect keeps").check()
    correct(phone, rules)
    stuck = phone.locator("#f-fix-stuck")
    stuck.get_by_label("Bruno").check()
    correct(phone, stuck)
    game = box.table()["game"]
    assert game["options"]["worth"]["town"] == [5, 3, 2, 1]
    assert game["options"]["amb_03"] is True
    visit(phone, "/table")
    turn_of(phone, "Anna")
    expect(phone.locator("#about")).to_contain_text("Who cannot connect keeps the 6 resources")


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_names_and_numbers_are_kept_for_another_start(phones: Phones, box: Box, scripts: bool) -> None:
    phone = phones.joined(scripts=scripts, at="/games")
    phone.get_by_text("New game: La Strada").click()
    form = phone.locator("#f-new-la-strada")
    form.get_by_text("Names of the colonies").click()
    form.get_by_label("City 1").fill("Milano")
    form.get_by_text("Numbers and names to keep").click()
    form.get_by_label("Name", exact=True).fill("our box")
    with phone.expect_navigation():
        form.get_by_role("button", name="Keep these").click()
    phone.goto("/games")
    phone.get_by_text("New game: La Strada").click()
    form.get_by_text("Numbers and names to keep").click()
    form.get_by_role("link", name="our box").click()
    expect(form.get_by_label("First player")).to_have_value("black")
    expect(form.get_by_label("City 1")).to_have_value("Milano")
    form.get_by_role("button", name="Start the game").click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    assert box.table()["game"]["options"]["names"] == {"1": "Milano"}
