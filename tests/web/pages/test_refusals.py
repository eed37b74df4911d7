"""A refusal on a phone: followed to its rule and back, cured by a tap, and nothing typed is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, wait_until_current
from tests.fakes.sitting import Sitting


def refused_mine(phones: Phones, box: Box, *, scripts: bool = True) -> Page:
    """A phone on which Anna was just refused a mine of 4 gold, with the number 9."""
    box.start()
    box.phase("building")
    phone = phones.joined(scripts=scripts, at="/act?for=red&open=mines")
    form = phone.locator("#f-build-mine")
    form.get_by_role("combobox").select_option("9")
    form.get_by_text("Not researched").click()
    form.locator(".chip", has_text="4 gold").click()
    form.get_by_role("button").click()
    expect(phone.get_by_role("alert")).to_contain_text("Anna has not researched this yet")
    return phone


def as_typed(phone: Page) -> None:
    expect(phone.locator("#f-build-mine").get_by_role("combobox")).to_have_value("9")
    expect(phone.locator("#f-build-mine input[value=gold]")).to_be_checked()


@pytest.mark.parametrize("scripts", [True, False])
def test_a_refusal_is_followed_to_its_rule_and_back_with_what_was_typed(
    phones: Phones, box: Box, scripts: bool
) -> None:
    phone = refused_mine(phones, box, scripts=scripts)
    phone.get_by_text("Rule: Specialised mines").click()
    expect(phone.get_by_role("alert")).to_contain_text("4 gold and no iron")
    phone.get_by_role("link", name="Open in the rulebook").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Specialised mines")
    phone.get_by_role("link", name="Big mines").click()
    phone.get_by_role("link", name="Back to where you were").click()
    as_typed(phone)
    phone.reload()
    as_typed(phone)


def test_the_browsers_own_way_back_brings_what_was_typed(phones: Phones, box: Box) -> None:
    phone = refused_mine(phones, box)
    phone.get_by_text("Rule: Specialised mines").click()
    phone.get_by_role("link", name="Open in the rulebook").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Specialised mines")
    phone.go_back()
    as_typed(phone)
    wait_until_current(phone, box)
    box.act("change-fleet", colour="blue", transporter="raft", by=1)
    wait_until_current(phone, box)
    as_typed(phone)


@pytest.mark.parametrize("scripts", [True, False])
def test_one_tap_enters_the_forgotten_research_and_does_what_was_refused(
    phones: Phones, box: Box, scripts: bool
) -> None:
    phone = refused_mine(phones, box, scripts=scripts)
    phone.get_by_role("button", name="Enter the research").click()
    expect(phone.get_by_role("alert")).not_to_be_attached()
    game = box.table()["game"]
    assert game["research"]["red"] == ["specialised-mine"]
    assert game["mines"] == [{"number": 9, "gold": 4, "iron": 0, "drawn": None}]
    expect(phone).to_have_url(re.compile(r"^[^?]*\?for=red&open=mines(&did=\d+)?[^&]*$"))


def test_what_was_typed_in_an_address_only_fills_in(playing: Sitting) -> None:
    before = playing.version
    page = playing.phone().get("/act?typed=type%3Dcount-wealth%26form%3Dcount-wealth%26gold%3D17").text
    assert 'value="17"' in page
    assert 'name="page" value="/act' in page
    assert "typed=" not in re.sub(r'data-url="[^"]*"', "", page)
    assert playing.version == before
