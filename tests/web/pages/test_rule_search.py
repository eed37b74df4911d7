"""The rules searched on a phone as people do: a few letters, a question, a slip, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.fakes.browsing import Box, Phones, visit, wait_until_current
from tests.fakes.sitting import Sitting

SMALL: ViewportSize = {"width": 360, "height": 640}
SHOWN = """id => {
    const bar = document.querySelector("nav.bar").getBoundingClientRect().top;
    const { top, bottom } = document.getElementById(id).querySelector("p").getBoundingClientRect();
    return scrollY === 0 && top > 0 && bottom <= bar;
}"""
"""Whether the text of a rule stands above the bar of a page that is not scrolled."""


def search_in(phone: Page, label: str = "Search the rules") -> None:
    visit(phone, "/rules")
    phone.set_viewport_size(SMALL)
    phone.get_by_label(label).click()


def first(phone: Page) -> str:
    return phone.locator("#answers .law").first.get_attribute("id") or ""


@pytest.mark.parametrize(
    ("language", "label", "keys", "rule"),
    [
        ("en", "Search the rules", "bri", "RB-WON-05"),
        ("en", "Search the rules", "how much does a brick cost", "RB-WON-05"),
        ("it", "Cerca nelle regole", "mat", "RB-WON-05"),
        ("it", "Cerca nelle regole", "si riproducono", "RB-LIVE-01"),
    ],
)
def test_three_letters_or_a_question_bring_the_answer_without_scrolling(
    phones: Phones, language: str, label: str, keys: str, rule: str
) -> None:
    phone = phones.phone(language=language)
    search_in(phone, label)
    phone.keyboard.type(keys)
    expect(phone.locator("#answers .law").first).to_have_id(rule)
    assert phone.evaluate(SHOWN, rule)
    expect(phone.get_by_label(label)).to_be_focused()
    expect(phone.get_by_label(label)).to_have_value(keys)


def test_results_follow_the_typed_text_with_their_number(phones: Phones) -> None:
    phone = phones.phone()
    search_in(phone)
    status = phone.get_by_role("main").get_by_role("status")
    phone.keyboard.type("irrigation")
    expect(phone.locator("#RB-WON-10")).to_be_visible()
    expect(status).to_have_text(re.compile(r"^\d+ answers$"))
    phone.get_by_label("Search the rules").fill("xylophone")
    expect(status).to_contain_text("“xylophone”")
    expect(phone.locator("#answers")).not_to_be_attached()
    phone.get_by_label("Search the rules").fill("")
    expect(status).to_have_text("257 rules")
    expect(phone.locator("#book > details")).to_have_count(21)


def test_arrows_lead_down_into_the_answers_and_enter_opens_one_and_back_leads_to_them(phones: Phones) -> None:
    phone = phones.phone()
    search_in(phone)
    phone.keyboard.type("breed")
    expect(phone.locator("#RB-LIVE-01")).to_be_visible()
    links = phone.locator("#answers h2 a")
    phone.keyboard.press("ArrowUp")
    expect(phone.get_by_label("Search the rules")).to_be_focused()
    phone.keyboard.press("ArrowDown")
    expect(links.first).to_be_focused()
    phone.keyboard.press("ArrowDown")
    expect(links.nth(1)).to_be_focused()
    phone.keyboard.press("ArrowUp")
    phone.keyboard.press("ArrowUp")
    expect(phone.get_by_label("Search the rules")).to_be_focused()
    phone.keyboard.press("ArrowDown")
    phone.keyboard.press("Enter")
    expect(phone.get_by_role("heading", level=1)).to_have_text("How animals breed")
    phone.get_by_role("link", name="Back to where you were").click()
    expect(phone.locator("#RB-LIVE-01")).to_be_visible()
    expect(phone.get_by_label("Search the rules")).to_have_value("breed")


def test_without_scripts_a_button_searches(phones: Phones) -> None:
    phone = phones.phone(scripts=False)
    phone.goto("/rules")
    phone.get_by_label("Search the rules").fill("brik price")
    phone.get_by_role("button", name="Search").click()
    assert first(phone) == "RB-WON-05"


def test_the_words_that_were_meant_are_marked(phones: Phones) -> None:
    phone = phones.phone(scripts=False)
    phone.goto("/rules?q=price of a brick")
    assert set(phone.locator("#RB-WON-05 > p mark").all_inner_texts()) >= {"brick", "costs"}


def test_what_was_typed_is_text_and_nothing_else(playing: Sitting) -> None:
    page = playing.stranger().get("/rules", query_string={"q": '<mark>brick</mark> "<b>'}).text
    assert "<b>" not in page
    assert "&lt;mark&gt;brick" in page
    assert "<mark>brick</mark>" in page


def test_a_table_that_moves_on_leaves_the_search_alone(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined()
    search_in(phone)
    phone.keyboard.type("breed")
    expect(phone.locator("#RB-LIVE-01")).to_be_visible()
    wait_until_current(phone, box)
    box.act("change-fleet", colour="blue", transporter="raft", by=1)
    wait_until_current(phone, box)
    expect(phone.locator("#RB-LIVE-01")).to_be_visible()
    phone.keyboard.type("ing")
    expect(phone.get_by_label("Search the rules")).to_have_value("breeding")
    expect(phone.get_by_label("Search the rules")).to_be_focused()


def test_a_named_rule_has_its_title_first_and_its_id_last(phones: Phones) -> None:
    phone = phones.phone()
    visit(phone, "/rules/RB-MINE-04")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Specialised mines")
    expect(phone.locator(".refs a").first).to_have_text(
        re.compile(r"^.\s*What is in a new mine\s+RB-MINE-03$")
    )
    expect(phone.locator(".law")).to_have_text(re.compile(r"RB-MINE-04\s*$"))
    visit(phone, "/aids/bricks?form=0&bricks=3&filled=0")
    for part in ("#answer .refs a", "main > section:last-child .refs a"):
        for text in phone.locator(part).all_inner_texts():
            assert re.fullmatch(r"[A-Z][a-z ].*\sRB-[A-Z]+-\d\d", text.replace("\n", " ").strip()), text
