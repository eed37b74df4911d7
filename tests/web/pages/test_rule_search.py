"""The rulebook on a phone: searched by a few letters, a question, a slip, and read by chapters."""

from __future__ import annotations

import re
from html import unescape

import pytest
from playwright.sync_api import ViewportSize, expect

from tests.fakes.browsing import Box, Phones, changed, visit, wait_until_current
from tests.fakes.sitting import Sitting

SMALL: ViewportSize = {"width": 360, "height": 640}
SHOWN = """id => {
    const bar = document.querySelector("nav.bar").getBoundingClientRect().top;
    const { top, bottom } = document.getElementById(id).querySelector("p").getBoundingClientRect();
    return scrollY === 0 && top > 0 && bottom <= bar;
}"""
"""Whether the text of a rule stands above the bar of a page that is not scrolled."""


def test_a_few_letters_bring_the_answer_without_scrolling_and_arrows_and_enter_lead_there_and_back(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    phone = shared_phones.joined(language="it", at="/rules")
    phone.set_viewport_size(SMALL)
    field = phone.get_by_label("Cerca nelle regole")
    field.click()
    for keys, rule in (("mat", "RB-WON-05"), ("si riproducono", "RB-LIVE-01")):
        field.fill("")
        phone.keyboard.type(keys)
        expect(phone.locator("#answers .law").first).to_have_id(rule)
        assert phone.evaluate(SHOWN, rule)
        expect(field).to_be_focused()
        expect(field).to_have_value(keys)
    wait_until_current(phone, shared_box)
    shared_box.act("change-fleet", colour="blue", transporter="raft", by=1)
    wait_until_current(phone, shared_box)
    expect(phone.locator("#RB-LIVE-01")).to_be_visible()
    links = phone.locator("#answers h2 a")
    for key, place in (
        ("ArrowUp", field),
        ("ArrowDown", links.first),
        ("ArrowDown", links.nth(1)),
        ("ArrowUp", links.first),
        ("ArrowUp", field),
        ("ArrowDown", links.first),
    ):
        phone.keyboard.press(key)
        expect(place).to_be_focused()
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Come si riproducono gli animali")
    phone.get_by_role("link", name="Torna dov’eri").click()
    expect(phone.locator("#RB-LIVE-01")).to_be_visible()
    expect(field).to_have_value("si riproducono")
    field.fill("xilofono")
    expect(phone.locator("#found")).to_contain_text("«xilofono»")
    expect(phone.locator("#answers")).not_to_be_attached()
    field.fill("")
    expect(phone.locator("#book > details")).to_have_count(21)


def test_a_chapter_is_fetched_as_it_opens_and_anew_when_a_house_rule_changes(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    phone = shared_phones.joined(at="/rules")
    for chapter in ("07-livestock", "01-principles"):
        phone.locator(f"[id='{chapter}'] > summary").click()
    switch = phone.locator("#RB-LIVE-04 .switch .tag")
    expect(switch).to_have_text("off in this game")
    principle = phone.locator("#in-01-principles .law").first
    principle.evaluate("each => { each.dataset.mine = 'kept'; }")
    with changed(phone):
        shared_box.act("advance")
    expect(principle).to_have_attribute("data-mine", "kept")
    shared_box.act("correct", field="option", value={"amb_04": True}, reason="agreed")
    expect(switch).to_have_text("on in this game")
    expect(phone.locator("[id='07-livestock'][open]")).to_be_attached()
    visit(phone, "/rules/LS-BUILD-06")
    phone.get_by_role("link", name="Its place in the rulebook").click()
    expect(phone.locator("#LS-BUILD-06")).to_be_in_viewport()


@pytest.mark.parametrize(
    ("search", "rule"),
    [
        *((each, "RB-TURN-03") for each in ("l'ordine", "l’ordine", "L'ORDINE")),
        *(("incassa", "RB-CONF-03"), ("Incassa", "RB-CONF-04")),
        *(("pesca", "RB-MINE-08"), ("Pesca", "RB-MINE-11")),
        *(("più", "RB-BUILD-05"), ("piu", "RB-BUILD-05")),
    ],
)
def test_the_italian_rulebook_is_searched_by_any_apostrophe_without_accents_and_by_the_buttons_texts(
    playing: Sitting, search: str, rule: str
) -> None:
    answer = playing.stranger().get("/rules", query_string={"q": search}, headers={"Accept-Language": "it"})
    assert f'id="{rule}"' in answer.get_data(as_text=True)


def test_what_was_typed_is_text_and_nothing_else(playing: Sitting) -> None:
    page = playing.stranger().get("/rules", query_string={"q": '<mark>brick</mark> "<b>'}).text
    assert "<b>" not in page
    assert "&lt;mark&gt;brick" in page
    assert "<mark>brick</mark>" in page


def test_a_chapter_and_the_rules_of_a_phase_are_one_link_away_without_a_script(playing: Sitting) -> None:
    guest = playing.stranger()
    for page, label in (("/rules", "Read “Livestock”"), ("/table", "rules of this phase: production")):
        (link,) = re.findall(rf'href="([^"]*)"[^>]*>[^<]*{label}', guest.get(page).text)
        ids = re.findall(r'id="(RB-[^"]+)"', guest.get(unescape(link)).text)
        assert {"/rules": "RB-LIVE-04", "/table": "RB-PROD-02"}[page] in ids
        assert "RB-BUILD-01" not in ids


def test_a_rule_shows_three_worked_examples_and_folds_the_rest_unless_one_is_searched_for(
    playing: Sitting,
) -> None:
    guest = playing.stranger()
    page = guest.get("/rules/RB-CONF-04").text
    before, folded = page.split("8 more examples</summary>")
    assert (before.count('class="example"'), folded.count('class="example"')) == (3, 8)
    assert 'class="fold inner" open><summary>' in guest.get("/rules?q=TV-RB-TEMPLE-15").text


@pytest.mark.parametrize("words", ["brik price", "price of a brick"])
def test_a_slip_or_a_question_finds_the_rule_and_the_words_that_were_meant_are_marked(
    playing: Sitting, words: str
) -> None:
    page = playing.stranger().get("/rules", query_string={"q": words}).text
    first = re.findall(r'id="(RB-[^"]+)"', page)[0]
    law = page.partition(f'id="{first}"')[2]
    assert first == "RB-WON-05"
    assert {"brick", "costs"} <= set(re.findall("<mark>([^<]*)</mark>", law))


def test_an_unknown_rule_is_reported(playing: Sitting) -> None:
    answer = playing.stranger().get("/rules/RB-NONE-99")
    assert answer.status_code == 404
    assert "RB-NONE-99" in answer.text
