"""The rulebook on a phone: found, searched, and at hand in every phase, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, changed, visit
from tests.fakes.sitting import Sitting


def test_a_phone_finds_rules_by_words_and_by_their_name(phones: Phones) -> None:
    phone = phones.phone()
    visit(phone, "/rules")
    phone.get_by_label("Search the rules").fill("IRRIGATION pasture")
    phone.get_by_role("button", name="Search").click()
    expect(phone.locator("#RB-WON-10")).to_be_visible()
    expect(phone.locator("#RB-MINE-09")).not_to_be_attached()
    phone.get_by_label("Search the rules").fill("rb-mine-09")
    phone.get_by_role("button", name="Search").click()
    expect(phone.get_by_text("1 answer", exact=True)).to_be_visible()
    phone.get_by_label("Search the rules").fill("xylophone")
    phone.get_by_role("button", name="Search").click()
    expect(phone.get_by_role("main").get_by_role("status")).to_contain_text("xylophone")


@pytest.mark.parametrize("search", ["l'ordine", "l’ordine", "L'ORDINE"])
def test_the_italian_rulebook_is_searched_whichever_apostrophe_is_typed(
    playing: Sitting, search: str
) -> None:
    guest = playing.stranger()
    answer = guest.get("/rules", query_string={"q": search}, headers={"Accept-Language": "it"})
    assert "RB-TURN-03" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("search", "rule"),
    [("incassa", "RB-CONF-03"), ("Incassa", "RB-CONF-04"), ("pesca", "RB-MINE-08"), ("Pesca", "RB-MINE-11")],
)
def test_the_italian_rulebook_is_searched_by_the_buttons_texts(
    playing: Sitting, search: str, rule: str
) -> None:
    answer = playing.stranger().get("/rules", query_string={"q": search}, headers={"Accept-Language": "it"})
    assert f'id="{rule}"' in answer.get_data(as_text=True)


def test_the_italian_rulebook_is_searched_without_accents(playing: Sitting) -> None:
    guest = playing.stranger()
    with_accent, without = (
        re.findall(r'id="(RB-[^"]+)"', guest.get(f"/rules?q={word}", headers={"Accept-Language": "it"}).text)
        for word in ("più", "piu")
    )
    assert with_accent
    assert with_accent == without


def test_the_temple_shows_three_worked_rows_and_folds_the_rest_also_without_scripts(phones: Phones) -> None:
    phone = phones.phone(scripts=False)
    phone.goto("/rules/RB-CONF-04")
    rows = phone.locator("#RB-CONF-04 .example")
    expect(rows).to_have_count(11)
    expect(rows.locator("visible=true")).to_have_count(3)
    phone.get_by_text("8 more examples").click()
    expect(rows.locator("visible=true")).to_have_count(11)
    phone.goto("/rules?q=TV-RB-TEMPLE-15")
    expect(phone.get_by_text("TV-RB-TEMPLE-15")).to_be_visible()


def test_an_open_chapter_is_rendered_anew_when_a_house_rule_changes(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/rules")
    phone.locator("[id='07-livestock'] > summary").click()
    phone.locator("[id='01-principles'] > summary").click()
    switch = phone.locator("#RB-LIVE-04 .switch .tag")
    expect(switch).to_have_text("off in this game")
    principle = phone.locator("#in-01-principles .law").first
    principle.evaluate("each => { each.dataset.mine = 'kept'; }")
    with changed(phone):
        box.act("advance")
    expect(principle).to_have_attribute("data-mine", "kept")
    box.act("correct", field="option", value={"amb_04": True}, reason="agreed")
    expect(switch).to_have_text("on in this game")
    expect(phone.locator("[id='07-livestock'][open]")).to_be_attached()


def test_without_scripts_a_chapter_is_one_link_away(phones: Phones, box: Box) -> None:
    box.start(amb_04=True)
    phone = phones.phone(scripts=False)
    phone.goto("/rules")
    chapter = phone.locator("[id='07-livestock']")
    chapter.locator("summary").click()
    chapter.get_by_role("link", name="Read “Livestock”").click()
    expect(phone.locator("#RB-LIVE-04")).to_contain_text("on in this game")
    expect(phone.locator("#RB-LIVE-01")).to_be_visible()
    expect(phone.locator("#RB-MINE-09")).not_to_be_attached()


def test_an_unknown_rule_is_reported(playing: Sitting) -> None:
    answer = playing.stranger().get("/rules/RB-NONE-99")
    assert answer.status_code == 404
    assert "RB-NONE-99" in answer.text


def test_without_scripts_the_rules_of_a_phase_are_one_link_away(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(scripts=False, at="/table")
    phone.locator("#rules-now > summary").click()
    phone.get_by_role("link", name=re.compile("rules of this phase: production")).click()
    expect(phone.locator("#RB-PROD-02")).to_be_visible()
    expect(phone.locator("#RB-BUILD-01")).not_to_be_attached()
