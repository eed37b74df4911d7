"""The keyboard alone plays, and the focus is seen and stays where it is."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, changed, visit, wait_until_current


def test_a_turn_is_played_with_the_keyboard_alone_and_the_focus_stays_where_it_was(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    phone = shared_phones.joined()
    skip = phone.get_by_role("link", name="To the content")
    assert skip.evaluate("each => each.getBoundingClientRect().width") <= 1
    phone.keyboard.press("Tab")
    expect(skip).to_be_focused()
    assert skip.evaluate("each => each.getBoundingClientRect().height") >= 44
    phone.keyboard.press("Enter")
    expect(phone.locator("#main")).to_be_focused()

    def press(name: str) -> None:
        wanted = phone.locator(name)
        expect(wanted).to_be_visible()
        for _ in range(60):
            phone.keyboard.press("Tab")
            if wanted.evaluate("each => each === document.activeElement"):
                break
        shown = wanted.evaluate("each => getComputedStyle(each).outlineStyle")
        assert shown != "none", "the focus is seen"
        phone.keyboard.press("Enter")

    for heading in ("Production", "Movement", "Building"):
        expect(phone.get_by_role("heading", level=1)).to_have_text(heading)
        wait_until_current(phone, shared_box)
        press("#f-advance button")
    expect(phone.get_by_role("heading", level=1)).to_have_text("Wonder")
    wait_until_current(phone, shared_box)
    press("#ask-for-brick > summary")
    press("#f-brick-green button")
    expect(phone.get_by_role("button", name=re.compile("Undo “Green bought a brick"))).to_be_visible()
    wait_until_current(phone, shared_box)
    press("#f-undo button")
    expect(phone.get_by_role("button", name=re.compile("Redo “Green bought a brick"))).to_be_visible()
    visit(phone, "/act?for=red&open=fleet")
    for name in ("One more: Raft", "One fewer: Raft"):
        phone.locator("#f-fleet").get_by_role("button", name=name).focus()
        with changed(phone):
            phone.keyboard.press("Enter")
        expect(phone.locator("#f-fleet:focus-within")).to_have_count(1)
    phone.locator("#f-advance button").focus()
    with changed(phone):
        shared_box.act("advance")
    expect(phone.locator("#f-advance:focus-within")).to_have_count(1)
