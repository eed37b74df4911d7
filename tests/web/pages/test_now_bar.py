"""What to do now is in sight on every page, wherever it is scrolled, with the button that does it."""

from __future__ import annotations

from functools import partial

from playwright.sync_api import Locator, Page, expect

from tests.fakes.browsing import Box, Phones, changed, visit, wait_until_current
from tests.web.pages.la_strada import evening, four, link, two
from tests.web.pages.layout import SCHEMES

BAR = "#now-bar"
DEED = f"{BAR} :is(.now-deeds > form > button, .now-deeds > .btn)"
QUESTION = f"{BAR} .now-deeds"
BOATS = ("red", "yellow", "green", "blue", "purple", "black")
PHASES = ("production", "movement", "building", "wonder")
SIZES = [(360, 740, 100), (844, 390, 100), (360, 740, 200), (844, 390, 200)]
"""Width and height in pixels, and the letters in per cent."""
TIGHTEST = (SIZES[0], SIZES[-1])
WATCHING = (("red", "/act"), ("green", "/rules"))
TOO_LATE = "too late to call for order"
LYING = (SIZES[0], SIZES[1])
"""Upright and sideways."""
LOWEST = """summary => {
    const bars = [...document.querySelectorAll('.now-bar, .bar')].map((bar) => bar.getBoundingClientRect());
    const free = Math.min(...bars.map(({ top }) => top).filter((top) => top > 0));
    scrollBy({ top: summary.getBoundingClientRect().bottom - free, behavior: 'instant' });
}"""
"""Scroll until it stands as low as it can be tapped."""
IN_THE_HEAD = """notice => {
    const { right, bottom } = document.getElementById(notice).getBoundingClientRect();
    const [head, side] = ['.top', '.dot'].map((each) => document.querySelector(each).getBoundingClientRect());
    return bottom <= head.bottom && right <= side.left;
}"""
"""Whether it stands over nothing but the name of the page's head."""
CONTROL = ".chip, .check, .stepper, .two select, input:not([type=hidden])"
TAKES_THE_TAP = """each => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    const there = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
    return top >= 0 && bottom <= innerHeight && each.contains(there);
}"""


def in_sight(phone: Page, what: str) -> None:
    """It is seen whole at the page's top, in its middle and at its end."""
    for part in (0, 0.5, 1):
        phone.evaluate("part => scrollTo(0, document.documentElement.scrollHeight * part)", part)
        expect(phone.locator(what).first).to_be_in_viewport(ratio=1)


def sized(phone: Page, width: int, height: int, letters: int) -> None:
    phone.set_viewport_size({"width": width, "height": height})
    phone.evaluate(f"document.documentElement.style.fontSize = '{letters}%'")


def opened_low(phone: Page, fold: Locator, first: str) -> None:
    """Open it where the bar is nearest: the first of these in it takes a tap."""
    summary = fold.locator("> summary")
    summary.evaluate(LOWEST)
    summary.tap()
    phone.wait_for_function(TAKES_THE_TAP, arg=fold.locator(first).first.element_handle())
    summary.evaluate("each => { each.parentElement.open = false; }")


def questions(phone: Page, *addresses: str) -> set[str]:
    """Ask every question of these pages where the bar is nearest; their names."""
    asked: set[str] = set()
    for address in addresses:
        visit(phone, address)
        for size in TIGHTEST:
            sized(phone, *size)
            for ask in phone.locator("details.ask").all():
                if ask.is_visible():
                    opened_low(phone, ask, "button")
                    asked.add(ask.get_attribute("id") or "")
    return asked


def boats(box: Box, players: int, mines: int) -> None:
    """A game of so many with so many mines that are still to be drawn."""
    seats = [{"colour": each, "name": ""} for each in BOATS[:players]]
    options = {"more_players": players > 4}
    box.act("start", system="roads-and-boats", players=seats, options=options, replace=True)
    for number in range(1, mines + 1):
        box.act("build-mine", number=number, colour="red", mixture="standard", late=True)


def test_in_every_phase_its_action_is_in_sight_wherever_a_page_is_scrolled(
    shared_phones: Phones, shared_box: Box
) -> None:
    boats(shared_box, 6, 18)
    phone = shared_phones.joined("red")
    for phase in PHASES:
        shared_box.phase(phase)
        visit(phone, "/table")
        in_sight(phone, DEED)
    visit(phone, "/rules")
    in_sight(phone, DEED)


def test_line_and_buttons_of_the_bar_and_every_tab_are_seen_whole(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    shared_box.phase("wonder")
    phone = shared_phones.joined("red", language="it", at="/table")
    for size in SIZES:
        sized(phone, *size)
        for part in phone.locator(f"{BAR} :is(.now-line, button, summary):visible, .bar a").all():
            expect(part).to_be_in_viewport(ratio=1)
    shared_box.phase("building")
    shared_box.act("call-for-order", colour="red")
    asked = shared_phones.joined("green", language="it", at="/table")
    asked.set_viewport_size({"width": 844, "height": 390})
    assert asked.locator(BAR).evaluate("each => each.offsetHeight") < 80, "one row"


def test_all_free_positions_stand_in_one_row(shared_onlookers: Phones, shared_box: Box) -> None:
    boats(shared_box, 6, 0)
    shared_box.act("call-for-order", colour="red")
    while (order := shared_box.table()["game"]["order"])["step"] == "praying":
        shared_box.act("pray", colour=order["asks"], keep=True)
    phone = shared_onlookers.joined(order["asks"], at="/table")
    places = phone.locator(BAR).get_by_role("button", name="Position")
    expect(places).to_have_count(6)
    tops = places.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert len({*tops}) == 1


def test_a_question_is_in_sight_for_whom_it_is_and_a_tap_further_for_others(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    shared_box.phase("building")
    asked, other = shared_phones.joined("green", at="/rules"), shared_phones.joined("blue", at="/log")
    asked.evaluate("scrollTo(0, 300)")
    shared_box.act("call-for-order", colour="red")
    for phone in (asked, other):
        wait_until_current(phone, shared_box)
    in_sight(asked, QUESTION)
    expect(asked.locator(BAR)).to_contain_text("You are asked")
    keep = other.get_by_role("button", name="Keep praying")
    expect(keep).to_be_hidden()
    other.locator(f"{BAR} summary").tap()
    expect(keep).to_be_in_viewport(ratio=1)
    with changed(other), changed(asked):
        asked.get_by_role("button", name="Keep praying").tap()
    expect(asked).to_have_url(f"{shared_box.url}rules")
    assert shared_box.table()["game"]["order"]["asks"] == "red"
    expect(other.locator(f"{BAR} summary")).to_be_visible()
    expect(other.locator(f"{BAR} details[open]")).to_have_count(0)


def test_every_question_is_answered_where_it_opens(shared_phones: Phones, shared_box: Box) -> None:
    shared_box.start()
    shared_box.phase("wonder")
    phone = shared_phones.joined("red")
    asked = questions(phone, "/table", "/act?open=end", "/log")
    assert asked == {"ask-undo", "ask-own-call", "ask-for-brick", "ask-end"}
    shared_box.act("call-for-order", colour="red")
    assert questions(phone, "/log") == {"ask-for-praying-green"}
    two(shared_box)
    waiting = shared_phones.joined("black")
    assert questions(waiting, "/table", "/act?open=end") == {"ask-for-turn-grey", "ask-end"}


def test_what_opens_over_the_bar_is_in_sight_with_what_it_holds(
    shared_phones: Phones, shared_box: Box
) -> None:
    for begin, chosen in ((partial(boats, players=4, mines=18), ["bag"]), (evening, ["colony", "road"])):
        begin(shared_box)
        phone = shared_phones.joined("red")
        for size in LYING:
            sized(phone, *size)
            for page, folds in (("/act?open=seldom", "#leaving"), ("/act/correct", "details.fold")):
                visit(phone, page)
                for fold in phone.locator(folds).all():
                    opened_low(phone, fold, CONTROL)
            for fix in chosen:
                visit(phone, f"/act/correct?open=fix-{fix}")
                expect(phone.locator(f"#f-fix-{fix}")).to_have_count(0)
                phone.locator(f"#fix-{fix} nav .chip").last.tap()
                first = phone.locator(f"#f-fix-{fix} :is({CONTROL})").first
                phone.wait_for_function(TAKES_THE_TAP, arg=first.element_handle())


def test_every_phone_shows_once_that_an_entry_ended_the_right_to_call_for_order(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    shared_box.phase("building")
    bars = [shared_phones.joined(colour, at=at).locator(BAR) for colour, at in WATCHING]
    for bar in bars:
        expect(bar).not_to_contain_text(TOO_LATE)
    shared_box.act("build", building="woodcutter", by=1)
    for bar in bars:
        expect(bar.get_by_text(TOO_LATE)).to_be_visible()
        bar.evaluate("each => each.getAnimations({ subtree: true }).forEach((one) => one.finish())")
        expect(bar.get_by_text(TOO_LATE)).to_be_hidden()


def test_in_la_strada_the_bar_has_the_colour_of_the_player_in_turn_who_ends_it_there(
    shared_phones: Phones, shared_box: Box
) -> None:
    four(shared_box)
    phone = shared_phones.joined("black", at="/act")
    for scheme in SCHEMES:
        phone.emulate_media(color_scheme=scheme)
        expect(phone.locator(BAR)).to_have_css("background-color", "rgb(28, 28, 28)")
        expect(phone.locator(f"{BAR} .now-line")).to_have_css("color", "rgb(255, 255, 255)")
    link(shared_box, "black", 1)
    wait_until_current(phone, shared_box)
    in_sight(phone, DEED)
    with changed(phone):
        phone.locator(BAR).get_by_role("button", name="End the turn").tap()
    assert shared_box.table()["game"]["active"] != "black"


def test_without_scripts_it_stands_at_the_top_of_the_page(shared_phones: Phones, shared_box: Box) -> None:
    shared_box.start()
    phone = shared_phones.joined("red", scripts=False, at="/table")
    assert phone.locator(BAR).evaluate("each => each.getBoundingClientRect().top") < 120


def test_what_was_done_and_that_the_box_is_away_hide_neither_the_page_nor_a_control(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    phone = shared_phones.joined("red", at="/act")
    for size in LYING:
        sized(phone, *size)
        with changed(phone):
            phone.locator(DEED).first.tap()
        expect(phone.locator("#toast")).to_be_visible()
        phone.evaluate("scrollTo(0, 0)")
        assert phone.evaluate(IN_THE_HEAD, "toast"), size
        wait_until_current(phone, shared_box)
    phone.route("**", lambda route: route.abort())
    phone.evaluate("dispatchEvent(new Event('offline'))")
    phone.locator(".bar a").first.click()
    expect(phone.locator("#lost")).to_contain_text("opens by itself")
    phone.evaluate("scrollTo(0, 0)")
    for size in LYING:
        sized(phone, *size)
        assert phone.evaluate(IN_THE_HEAD, "lost"), size
