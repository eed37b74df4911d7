"""The log is read by turns and phases, what was taken back is folded, and it leads back to where one was."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, changed, wait_until_current


def headings(phone: Page) -> list[str]:
    return phone.locator("main h2").all_text_contents()


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_a_run_of_undone_steps_is_one_line_that_opens(phones: Phones, box: Box, scripts: bool) -> None:
    box.start()
    for _ in range(3):
        box.act("advance")
    for _ in range(3):
        box.act("undo")
    phone = phones.phone(scripts=scripts)
    phone.goto("/log")
    lines = phone.locator("main ol.log").first.locator(":scope > li")
    expect(lines).to_have_count(2)
    expect(lines.first.locator("summary")).to_have_text("3 steps undone")
    expect(phone.get_by_text("Undone: On to wonder")).to_be_hidden()
    lines.first.locator("summary").click()
    expect(phone.get_by_text("Undone: On to wonder")).to_be_visible()
    assert headings(phone) == ["Turn 1, production"]


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_back_to_here_asks_once_and_is_one_step(phones: Phones, box: Box, scripts: bool) -> None:
    box.start()
    box.act("advance")
    there = box.table()["version"]
    box.phase("wonder")
    box.act("buy-brick", colour="red")
    before = box.table()["game"]
    phone = phones.joined(scripts=scripts, at="/log")
    phone.locator(f"#n{there}").get_by_role("link", name="Back to here").click()
    asked = phone.locator(f"#n{there} .note")
    expect(asked).to_contain_text("This undoes 3 steps:")
    expect(asked.locator("li")).to_have_text([
        re.compile("On to building"), re.compile("On to wonder"), re.compile("Anna bought a brick"),
    ])  # fmt: skip
    assert box.table()["game"] == before, "asking does nothing"
    asked.get_by_role("button", name="Yes, undo 3 steps").click()
    expect(phone.locator(".gone summary")).to_have_text("3 steps undone")
    assert box.table()["game"]["phase"] == "movement"
    redo = phone.get_by_role("button", name=re.compile("Redo “3 steps, up to: Anna bought a brick"))
    if not redo.is_visible():
        phone.locator("#ask-redo > summary").click()
    with changed(phone):
        phone.locator("#f-redo button").click()
    after = box.table()["game"]
    assert (after["phase"], after["wonder"]) == ("wonder", before["wonder"])
    expect(phone.get_by_role("button", name="Yes, undo 3 steps")).not_to_be_attached()  # it was answered


def test_an_outdated_question_to_go_back_is_refused(phones: Phones, box: Box) -> None:
    box.start()
    box.act("advance")
    box.act("advance")
    phone = phones.joined(scripts=False, at="/log")
    phone.get_by_role("link", name="Back to here").first.click()
    box.act("advance")
    phone.get_by_role("button", name="Yes, undo").click()
    expect(phone.get_by_role("alert")).to_contain_text("Somebody was quicker")
    expect(phone.get_by_role("button", name="Yes, undo 2 steps")).to_be_visible()
    assert box.table()["game"]["phase"] == "wonder"


def test_a_new_entry_leaves_the_fold_and_the_question_open(phones: Phones, box: Box) -> None:
    box.start()
    for kind in ("advance", "advance", "undo", "advance"):
        box.act(kind)
    phone = phones.joined(at="/log")
    phone.get_by_role("link", name="Back to here").last.click()
    expect(phone.get_by_role("button", name="Yes, undo 2 steps")).to_be_visible()
    phone.locator(".gone summary").click()
    wait_until_current(phone, box)
    box.act("advance")
    expect(phone.get_by_role("button", name="Yes, undo 3 steps")).to_be_visible()
    expect(phone.locator(".gone details")).to_have_attribute("open", "")
