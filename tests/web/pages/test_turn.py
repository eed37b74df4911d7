"""A phone says that it is its player's turn or that he is next: on the page, in the tab, as he chose."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones, visit, wait_until_current
from tests.web.pages.la_strada import four
from tests.web.pages.test_own_phone import order_called

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
TURN_TEXTS = {
    "en": ("Your turn", "You play now", "You are next"),
    "it": ("Tocca a te", "Tocca a te", "Poi tocca a te"),
}
"""As the game says it beside what there is to do, in the tab, and before it."""
RECORD_SOUNDS = """
window.felt = [];
Object.defineProperty(navigator, "vibrate", {value: (how) => window.felt.push("trembled")});
const start = OscillatorNode.prototype.start;
OscillatorNode.prototype.start = function (at) { window.felt.push("sounded"); start.call(this, at); };
"""
"""What a phone is made to feel and to sound, noted."""
RECORD_VIBRATION = """
window.felt = [];
Object.defineProperty(navigator, "vibrate", {value: (how) => window.felt.push(how)});
"""
"""How a phone trembles, in milliseconds on and off, noted."""


def again(phone: Page, box: Box, scripts: bool) -> None:
    """See the present table."""
    wait_until_current(phone, box) if scripts else phone.reload()


@SCRIPTS
@pytest.mark.parametrize("language", ["en", "it"])
def test_a_banner_in_the_viewers_colour_announces_the_turn_and_the_next_one(
    phones: Phones, box: Box, language: str, scripts: bool
) -> None:
    bar, tab, after = TURN_TEXTS[language]
    four(box)
    phone = phones.joined("grey", name="Bartolomeo", language=language, scripts=scripts)
    banner = phone.locator("#now-bar")
    for page in ("/act", "/log", "/rules", "/table"):
        phone.goto(page)
        expect(banner).to_contain_text(after)
    expect(phone).not_to_have_title(re.compile(tab))
    usual = phone.locator("#icon").get_attribute("href")
    box.act("end-turn")
    again(phone, box, scripts)
    expect(banner).to_contain_text(bar)
    expect(banner).to_have_class("now-bar tok grey")
    expect(banner.locator(".tok.grey")).to_have_text("E")
    expect(phone).to_have_title(re.compile(f"^{tab} · "))
    expect(phone.locator("#icon")).not_to_have_attribute("href", usual or "")
    box.act("end-turn")
    again(phone, box, scripts)
    expect(banner).not_to_contain_text(bar)
    expect(phone.locator("#icon")).to_have_attribute("href", usual or "")
    expect(phone).not_to_have_title(re.compile(tab))


def test_in_roads_and_boats_it_is_the_viewers_turn_when_asked_and_when_acting(
    phones: Phones, box: Box
) -> None:
    order_called(box)
    red, stranger = phones.joined("red"), phones.phone()
    stranger.goto("/table")
    expect(red.locator("#now-bar")).to_contain_text("You are next")
    box.act("pray", colour="green", keep=True)
    expect(red.locator("#now-bar")).to_contain_text("You are asked")
    expect(stranger.locator("#now-bar")).to_contain_text("Anna")
    box.act("pray", colour="red", keep=True)
    box.act("pray", colour="blue", keep=True)
    expect(red.locator("#now-bar")).to_contain_text("Bartolomeo")
    box.act("take-position", colour="yellow", position=4)
    expect(red.locator("#now-bar")).to_contain_text("You are next")
    box.act("take-position", colour="blue", position=1)
    box.act("take-position", colour="red", position=2)
    expect(red.locator("#now-bar")).to_contain_text("You are next")
    box.act("done", colour="blue")
    expect(red.locator("#now-bar")).to_contain_text("Your go")


def test_a_phone_vibrates_and_sounds_if_chosen_and_only_as_the_turn_comes(phones: Phones, box: Box) -> None:
    four(box)
    phone = phones.joined("grey", name="Bartolomeo")
    phone.context.add_init_script(RECORD_SOUNDS)
    visit(phone, "/join")
    tremble, sound = phone.get_by_label("Vibrate"), phone.get_by_label("Make a sound")
    expect(tremble).not_to_be_checked()
    expect(sound).not_to_be_checked()
    for each in (tremble, sound):
        each.check()
    assert phone.evaluate("felt") == ["trembled", "sounded", "sounded"], "what was chosen is tried at once"
    visit(phone, "/table")
    phone.locator("#market h2").click()
    box.act("end-turn")
    expect(phone.locator("#now-bar")).to_contain_text("Your turn")
    wait_until_current(phone, box)
    assert phone.evaluate("felt") == ["trembled", "sounded", "sounded"]
    box.act("correct", field="resources", value={"grey": 7}, reason="counted")
    wait_until_current(phone, box)
    assert len(phone.evaluate("felt")) == 3
    visit(phone, "/join")
    assert phone.evaluate("felt") == []
    expect(tremble).to_be_checked()
    for each in (tremble, sound):
        each.uncheck()
    visit(phone, "/table")
    for _ in range(4):
        box.act("end-turn")
    wait_until_current(phone, box)
    expect(phone.locator("#now-bar")).to_contain_text("Your turn")
    assert phone.evaluate("felt") == []


def test_a_phone_has_sounds_for_draws_and_the_end_if_chosen(phones: Phones, box: Box) -> None:
    box.start(amb_23=True)
    for number in (7, 8):
        box.act("build-mine", number=number, colour="blue", mixture="standard", late=True)
    phone, other = phones.joined("red"), phones.joined("red")
    for each in (phone, other):
        each.context.add_init_script(RECORD_VIBRATION)
        visit(each, "/join")
        each.get_by_label("Vibrate").check()
    expect(phone.get_by_label("what is drawn")).not_to_be_checked()
    phone.get_by_label("what is drawn").check()
    for each in (phone, other):
        visit(each, "/table")
        assert each.evaluate("felt") == [], "a page that is opened is silent"
    rhythms: list[list[int]] = []
    for number, ore in ((7, "iron"), (8, "gold")):
        box.act("record-draw", number=number, ore=ore)
        wait_until_current(phone, box)
        rhythms.append(phone.evaluate("felt.pop()"))
    box.act("undo")
    box.act("redo")
    wait_until_current(phone, box)
    assert phone.evaluate("felt") == [], "undo and redo are silent"
    box.act("end")
    wait_until_current(phone, box)
    rhythms.append(phone.evaluate("felt.pop()"))
    assert [len(rhythm[::2]) for rhythm in rhythms] == [1, 3, 4]
    wait_until_current(other, box)
    assert other.evaluate("felt") == [], "it was chosen on the first phone alone"


def test_a_phone_that_cannot_vibrate_is_not_asked(phones: Phones, box: Box) -> None:
    four(box)
    phone = phones.phone()
    phone.context.add_init_script("Object.defineProperty(navigator, 'vibrate', {value: undefined});")
    visit(phone, "/join")
    expect(phone.get_by_label("Make a sound")).to_be_visible()
    expect(phone.get_by_label("Vibrate")).to_be_hidden()
