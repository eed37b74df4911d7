"""La Strada's rulebook and aids on a phone: read, searched, asked with the thumb, in both languages."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, visit
from tests.fakes.sitting import Sitting


def start(box: Box, players: list[dict[str, str]], **options: Any) -> None:
    box.act("start", system="la-strada", players=players, options=options, replace=True)


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


@pytest.mark.parametrize(
    ("name", "query", "expected"),
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
def test_an_aid_answers_in_words(sitting: Sitting, name: str, query: str, expected: str) -> None:
    page = sitting.stranger().get(f"/aids/{name}?system=la-strada&form=0&{query}").text
    assert expected in page


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("/rules/LS-END-01", "Chi non può raggiungere colonie tiene le 6 risorse"),
        ("/aids/road?system=la-strada&form=0&plains=2", "Costa 4 risorse."),
        ("/aids/road?system=la-strada&form=0&hills=3", "nessuno ha mai più di 10 risorse"),
        ("/aids/colony?system=la-strada", "Villaggio"),
    ],
)
def test_the_help_of_a_game_has_its_words_while_another_is_played(
    playing: Sitting, address: str, expected: str
) -> None:
    assert expected in playing.stranger().get(address, headers={"Accept-Language": "it"}).text
