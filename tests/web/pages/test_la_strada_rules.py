"""La Strada's rulebook and aids on a phone: read, searched, asked with the thumb, in both languages."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, visit
from tests.fakes.sitting import Sitting
from tests.web.pages.reaching import fits, stands_out

THREE = [
    {"colour": "grey", "name": "Gina"},
    {"colour": "black", "name": ""},
    {"colour": "red", "name": "Rita"},
]
ROADS = ((5, {"plains": 1, "forests": 1}), (1, {"plains": 3}), (5, {"hills": 1}))


def start(box: Box, players: list[dict[str, str]], **options: Any) -> None:
    box.act("start", system="la-strada", players=players, options=options, replace=True)


@pytest.fixture
def evening(box: Box) -> Box:
    """Three play. Grey and Red are in town 5, Black is in city 1; Grey is on turn with 7 resources."""
    start(box, THREE, names={"5": "Lodi"}, amb_03=True)
    for colour, (colony, tiles) in zip(("grey", "black", "red"), ROADS, strict=True):
        box.act("connect", colour=colour, colony=colony, **tiles)
        box.act("end-turn")
    return box


def more(phone: Page, label: str, taps: int) -> None:
    for _ in range(taps):
        phone.get_by_role("button", name=f"One more: {label}").first.tap()


def test_each_game_has_its_own_rulebook(phones: Phones) -> None:
    phone = phones.phone()
    visit(phone, "/rules")
    expect(phone.get_by_text("257 rules")).to_be_visible()
    phone.get_by_role("link", name="La Strada").click()
    expect(phone.get_by_text("55 rules")).to_be_visible()
    expect(phone.locator("#book > details")).to_have_count(8)
    phone.locator("[id='04-building-roads'] > summary").click()
    phone.get_by_role("link", name="Where a road ends").click()
    phone.wait_for_url("**/rules/LS-*")
    expect(phone.get_by_text("Reading taken:")).to_be_visible()
    phone.get_by_role("link", name="Its place in the rulebook").click()
    expect(phone.locator("#LS-BUILD-06")).to_be_in_viewport()


def test_the_rules_of_the_game_on_the_table_come_first_and_need_no_phases(
    phones: Phones, evening: Box
) -> None:
    phone = phones.joined("grey", name="Gina", at="/rules")
    expect(phone.get_by_text("55 rules")).to_be_visible()
    expect(phone.get_by_role("navigation", name="Rules of")).not_to_be_attached()
    phone.get_by_label("Search the rules").fill("third hamlet")
    phone.get_by_role("button", name="Search").click()
    expect(phone.locator("#LS-SCORE-06")).to_be_visible()
    expect(phone.locator("#LS-TURN-01")).not_to_be_attached()


def test_a_house_rule_is_told_with_whether_it_is_on(phones: Phones, evening: Box) -> None:
    phone = phones.phone()
    for rule, switch, state in (("LS-END-01", "LS-AMB-03", "on"), ("LS-2P-06", "LS-AMB-04", "off")):
        visit(phone, f"/rules/{rule}")
        expect(phone.locator(".switch")).to_contain_text(f"{switch}, “")
        expect(phone.locator(".switch .tag")).to_have_text(f"{state} in this game")


def test_the_cost_of_a_road_is_asked_with_the_thumb(phones: Phones, evening: Box) -> None:
    phone = phones.joined("grey", name="Gina", at="/aids")
    phone.get_by_role("link", name=re.compile("^Cost of a road")).tap()
    expect(phone.locator("#f0-resources")).to_have_value("7")
    more(phone, "Plain tiles", 2)
    more(phone, "Forest tiles", 1)
    phone.get_by_role("button", name="Work it out").first.tap()
    expect(phone.locator("#answer")).to_contain_text("It costs 7 resources.")
    expect(phone.locator("#answer")).to_contain_text("0 resources are left")
    expect(phone.locator("#answer")).to_be_in_viewport()
    more(phone, "Plain tiles", 1)
    phone.get_by_role("button", name="Work it out").first.tap()
    expect(phone.get_by_role("alert")).to_contain_text("9")
    expect(phone.locator("#f0-plains")).to_have_value("3")
    phone.get_by_text("Rule: No credit").click()
    expect(phone.get_by_role("alert")).to_contain_text("no credit")


def test_how_far_resources_go_is_asked_for_any_player(phones: Phones, evening: Box) -> None:
    phone = phones.joined("grey", name="Gina", at="/aids/road?for=black")
    phone.get_by_role("button", name="Work it out").last.tap()
    expect(phone.locator("#answer")).to_contain_text("With 0 resources")
    phone.locator("#f1-resources").fill("10")
    phone.get_by_role("button", name="Work it out").last.tap()
    expect(phone.locator("#answer li")).to_have_text(
        [
            "Plain tiles: 5 (0 resources are left)",
            "Forest tiles: 3 (1 resource is left)",
            "Hill tiles: 2 (2 resources are left)",
        ]
    )


def test_a_colony_of_the_game_is_chosen_by_its_name(phones: Phones, evening: Box) -> None:
    phone = phones.joined("grey", name="Gina", at="/aids/colony")
    colony = phone.locator("select[name=number]")
    colony.select_option(label="5 Town Lodi: Gina, Rita")
    phone.get_by_role("button", name="Work it out").first.tap()
    expect(phone.locator("#answer")).to_contain_text("Each of 2 merchants earns 3 gold.")
    expect(phone.locator("#answer")).to_contain_text("With one more, each earns 2 gold.")
    colony.select_option(label="2 City")
    phone.get_by_role("button", name="Work it out").first.tap()
    expect(phone.locator("#answer")).to_contain_text("The first merchant earns 5 gold.")
    expect(phone.locator("#answer")).to_contain_text("LS-SCORE-05")


def test_with_two_players_a_colony_is_never_shared(phones: Phones, box: Box) -> None:
    start(box, THREE[:2])
    box.act("connect", colour="black", colony=19, plains=1)
    phone = phones.joined("grey", name="Gina", at="/aids/colony")
    expect(phone.get_by_role("spinbutton", name="How many merchants")).not_to_be_attached()
    phone.locator("select[name=number]").select_option("19")
    phone.get_by_role("button", name="Work it out").first.tap()
    expect(phone.locator("#answer")).to_contain_text("A lone merchant earns 2 gold.")
    expect(phone.locator("#answer")).to_contain_text("No further merchant can come.")


def test_an_aid_is_asked_without_scripts_and_without_a_game(phones: Phones) -> None:
    phone = phones.phone(scripts=False)
    phone.goto("/aids?system=la-strada")
    phone.get_by_role("link", name=re.compile("^What a colony pays")).click()
    phone.get_by_text("Village", exact=True).click()
    phone.get_by_role("spinbutton", name="How many merchants").fill("3")
    phone.get_by_role("button", name="Work it out").click()
    expect(phone.locator("#answer")).to_contain_text("Each of 3 merchants earns 1 gold.")
    expect(phone.get_by_role("spinbutton", name="How many merchants")).to_have_value("3")


@pytest.mark.parametrize(
    ("name", "query", "said"),
    [
        ("road", "plains=1&forests=1&hills=1", "It costs 9 resources."),
        ("road", "hills=3", "nobody ever has more than 10"),
        ("road", "form=1&resources=1", "With 1 resource, on one terrain only:"),
        ("colony", "kind=hamlet&merchants=3", "With 3 merchants nobody earns anything."),
        ("colony", "kind=city", "A lone merchant earns 5 gold."),
        ("colony", "number=3", "its colonies have no numbers"),
        ("road", "plains=many", "plains"),
    ],
)
def test_an_aid_answers_in_words(sitting: Sitting, name: str, query: str, said: str) -> None:
    page = sitting.stranger().get(f"/aids/{name}?system=la-strada&form=0&{query}").text
    assert said in page


@pytest.mark.parametrize("language", ["en", "it"])
def test_rules_and_aids_fit_a_small_phone_and_every_control_has_a_name_and_room_for_a_thumb(
    onlookers: Phones, evening: Box, language: str
) -> None:
    phone = onlookers.joined("grey", name="Gina", language=language)
    for page in (
        "/rules",
        "/rules/LS-END-01?back=/act",
        "/aids",
        "/aids/road?form=0&plains=2",
        "/aids/road?form=1&resources=9",
        "/aids/colony?form=0&number=5",
        "/aids/colony?form=1&kind=town&merchants=4",
    ):
        fits(phone, page)


def test_rules_and_aids_stand_out_from_their_ground(onlookers: Phones, evening: Box) -> None:
    phone = onlookers.joined("grey", name="Gina")
    for page in ("/rules/LS-END-01", "/aids/road?form=0&plains=2", "/aids/colony?form=0&number=5"):
        stands_out(phone, page)


@pytest.mark.parametrize(
    ("address", "said"),
    [
        ("/rules/LS-END-01", "Chi non può collegare tiene le 6 risorse"),
        ("/aids/road?system=la-strada&form=0&plains=2", "Costa 4 risorse."),
        ("/aids/road?system=la-strada&form=0&hills=3", "nessuno ha mai più di 10 risorse"),
        ("/aids/colony?system=la-strada", "Villaggio"),
    ],
)
def test_the_help_of_a_game_speaks_its_words_while_another_is_played(
    playing: Sitting, address: str, said: str
) -> None:
    assert said in playing.stranger().get(address, headers={"Accept-Language": "it"}).text
