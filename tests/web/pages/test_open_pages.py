"""A page that stays open all evening: what was begun there is kept, whatever others do."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, live, visit, wait_until_current


def as_typed(phone: Page) -> None:
    expect(phone.locator("#f-build-mine").get_by_role("combobox")).to_have_value("9")
    expect(phone.locator("#f-build-mine input[value=gold]")).to_be_checked()


def test_a_refusal_is_scrolled_to_announced_and_followed_to_its_rule_and_back_with_what_was_typed(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    shared_box.phase("building")
    phone = shared_phones.joined(at="/act?for=red&open=mines")
    form = phone.locator("#f-build-mine")
    form.get_by_role("combobox").select_option("9")
    form.get_by_text("Not researched").click()
    form.locator(".chip", has_text="4 gold").click()
    form.get_by_role("button").click()
    alert = phone.get_by_role("alert")
    expect(alert).to_be_focused()
    expect(alert).to_be_in_viewport(ratio=1)
    phone.get_by_text("Rule: Specialised mines").click()
    phone.get_by_role("link", name="Open in the rulebook").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Specialised mines")
    phone.get_by_role("link", name="Back to where you were").click()
    as_typed(phone)
    phone.reload()
    as_typed(phone)
    phone.locator("nav.bar").get_by_role("link", name="Log").click()
    expect(phone.locator("main.at-log")).to_be_visible()
    phone.go_back()
    as_typed(phone)
    wait_until_current(phone, shared_box)
    shared_box.act("change-fleet", colour="blue", transporter="raft", by=1)
    wait_until_current(phone, shared_box)
    as_typed(phone)


def test_what_is_tapped_without_network_is_told_and_opens_by_itself_when_the_box_is_back(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    phone = shared_phones.joined(at="/table")
    phone.route("**/*", lambda route: route.abort())
    phone.locator(".bar a[href='/log']").click()
    expect(phone.locator("#lost")).to_contain_text("opens by itself")
    expect(phone.locator("main.at-table")).to_be_visible()
    phone.unroute_all()
    expect(phone.locator("main.at-log")).to_be_visible()
    visit(phone, "/rules")
    phone.get_by_role("searchbox").fill("donkey")
    phone.route("**/*", lambda route: route.abort())
    phone.evaluate("dispatchEvent(new Event('offline'))")
    phone.keyboard.press("Enter")
    expect(phone.locator("#lost")).to_be_visible()
    expect(phone.get_by_role("searchbox")).to_have_value("donkey")
    phone.unroute_all()
    phone.evaluate("dispatchEvent(new Event('online'))")
    phone.wait_for_url("**/rules?*q=donkey*")
    live(phone)
