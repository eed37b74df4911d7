"""A phone signals that it is its player's turn, and what was drawn: in the tab, and as he chose."""

from __future__ import annotations

import re
from typing import Any

from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, visit, wait_until_current
from tests.web.pages.la_strada import four

NOTES = """
window.felt = [];
Object.defineProperty(navigator, "vibrate", {value: (how) => window.felt.push(how)});
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.felt.push("sounded"); start.call(this, at); };
"""
"""How a phone trembles, in milliseconds on and off, and that it sounds, noted."""
GO = [80, 80, 250, 250]
"""How it trembles when a turn comes."""


def felt(phone: Page, box: Box) -> list[Any]:
    """What has been felt once the present table is shown; then it is forgotten."""
    wait_until_current(phone, box)
    found: list[Any] = phone.evaluate("felt.splice(0)")
    return found


def test_a_phone_signals_its_turn_by_the_tab_and_as_was_chosen_when_it_comes(
    phones: Phones, box: Box
) -> None:
    four(box)
    phone = phones.joined("grey", name="Bartolomeo")
    phone.context.add_init_script(NOTES)
    visit(phone, "/join")
    tremble, sound = phone.get_by_label("Vibrate"), phone.get_by_label("Make a sound")
    expect(tremble).not_to_be_checked()
    for each in (tremble, sound):
        each.check()
    assert felt(phone, box) == [GO, "sounded", "sounded"], "what was chosen is tried at once"
    visit(phone, "/table")
    usual = phone.locator("#icon").get_attribute("href")
    phone.locator("#market h2").click()  # browsers let no page sound before
    box.act("end-turn")
    expect(phone).to_have_title(re.compile("^You play now · "))
    expect(phone.locator("#icon")).not_to_have_attribute("href", usual or "")
    assert felt(phone, box) == [GO, "sounded", "sounded"]
    box.act("correct", field="resources", value={"grey": 7}, reason="counted")
    assert felt(phone, box) == [], "it is still the same turn"
    box.act("end-turn")
    expect(phone.locator("#icon")).to_have_attribute("href", usual or "")
    expect(phone).not_to_have_title(re.compile("You play now"))
    visit(phone, "/join")
    expect(tremble).to_be_checked()
    for each in (tremble, sound):
        each.uncheck()
    visit(phone, "/table")
    for _ in range(3):
        box.act("end-turn")
    expect(phone).to_have_title(re.compile("^You play now · "))
    assert felt(phone, box) == []


def test_a_phone_signals_draws_and_the_end_if_that_was_chosen_on_it(phones: Phones, box: Box) -> None:
    box.start(amb_23=True)
    for number in (7, 8):
        box.act("build-mine", number=number, colour="blue", mixture="standard", late=True)
    phone, other, stiff = phones.joined("red"), phones.joined("red"), phones.phone()
    for each in (phone, other):
        each.context.add_init_script(NOTES)
        visit(each, "/join")
        each.get_by_label("Vibrate").check()
    phone.get_by_label("what is drawn").check()
    for each in (phone, other):
        visit(each, "/table")
        assert felt(each, box) == [], "a page that is opened is silent"
    for kind, fields, pulses in (
        ("record-draw", {"number": 7, "ore": "iron"}, [1]),
        ("record-draw", {"number": 8, "ore": "gold"}, [3]),
        ("undo", {}, []),
        ("redo", {}, []),
        ("end", {}, [4]),
    ):
        box.act(kind, **fields)
        assert [len(how[::2]) for how in felt(phone, box)] == pulses, kind
    assert felt(other, box) == [], "it was chosen on the first phone alone"
    stiff.add_init_script("Object.defineProperty(navigator, 'vibrate', {value: undefined});")
    visit(stiff, "/join")
    expect(stiff.get_by_label("Make a sound")).to_be_visible()
    expect(stiff.get_by_label("Vibrate")).to_be_hidden()
