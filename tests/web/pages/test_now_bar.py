"""What to do now is in sight on every page, wherever it is scrolled, with the button that does it."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.fakes.browsing import Box, Phones, changed, visit, wait_until_current
from tests.web.pages.la_strada import evening
from tests.web.pages.layout import measure

BAR = "#now-bar"
DEED = f"{BAR} :is(.now-deeds > form > button, .now-deeds > .btn)"
QUESTION = f"{BAR} .now-deeds"
BOATS = ("red", "yellow", "green", "blue", "purple", "black")
PHASES = ("production", "movement", "building", "wonder")
SIZES = [(360, 740, 100), (844, 390, 100), (360, 740, 200), (844, 390, 200)]
"""Width and height in pixels, and the letters in per cent."""
TIGHTEST = (SIZES[0], SIZES[-1])
TOO_LATE = "too late to call for order"
FINISHED = "each => each.getAnimations({ subtree: true }).forEach((one) => one.finish())"
"""Has what fades go at once."""
UPRIGHT, SIDEWAYS, *_ = SIZES
CONTROL = ".chip, .check, .stepper, .two select, input:not([type=hidden])"


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
    summary.evaluate(measure("lowest"))
    summary.tap()
    phone.wait_for_function(measure("takesTheTap"), arg=fold.locator(first).first.element_handle())
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


def corrections(phone: Page, *chosen: str) -> None:
    """Open all that is seldom done and every correction where the bar is nearest.

    chosen: corrections in which something is chosen first.
    """
    for page, folds in (("/act?open=seldom", "#leaving"), ("/act/correct", "details.fold")):
        visit(phone, page)
        for fold in phone.locator(folds).all():
            opened_low(phone, fold, CONTROL)
    for fix in chosen:
        visit(phone, f"/act/correct?open=fix-{fix}")
        expect(phone.locator(f"#f-fix-{fix}")).to_have_count(0)
        phone.locator(f"#fix-{fix} nav .chip").last.tap()
        first = phone.locator(f"#f-fix-{fix} :is({CONTROL})").first
        phone.wait_for_function(measure("takesTheTap"), arg=first.element_handle())


def boats(box: Box, players: int, mines: int) -> None:
    """A game of so many with so many mines that are still to be drawn."""
    seats = [{"colour": each, "name": ""} for each in BOATS[:players]]
    options = {"more_players": players > 4}
    box.act("start", system="roads-and-boats", players=seats, options=options, replace=True)
    for number in range(1, mines + 1):
        box.act("build-mine", number=number, colour="red", mixture="standard", late=True)


def test_in_every_phase_its_action_is_in_sight_and_the_bar_is_seen_whole_at_every_size(
    shared_phones: Phones, shared_box: Box
) -> None:
    boats(shared_box, 6, 18)
    phone = shared_phones.joined("red", language="it")
    for phase in PHASES:
        shared_box.phase(phase)
        visit(phone, "/table")
        in_sight(phone, DEED)
    for size in SIZES:
        sized(phone, *size)
        for part in phone.locator(f"{BAR} :is(.now-line, button, summary):visible, .bar a").all():
            expect(part).to_be_in_viewport(ratio=1)
    visit(phone, "/rules")
    in_sight(phone, DEED)


def test_a_question_takes_one_row_of_the_bar_with_all_that_may_be_answered(
    shared_phones: Phones, shared_box: Box
) -> None:
    boats(shared_box, 6, 0)
    shared_box.act("call-for-order", colour="red")
    asked = shared_phones.joined(shared_box.table()["game"]["order"]["asks"], language="it", at="/table")
    asked.set_viewport_size({"width": 844, "height": 390})
    assert asked.locator(BAR).evaluate("each => each.offsetHeight") < 80
    while (order := shared_box.table()["game"]["order"])["step"] == "praying":
        shared_box.act("pray", colour=order["asks"], keep=True)
    phone = shared_phones.joined(order["asks"], at="/table")
    places = phone.locator(BAR).get_by_role("button", name="Position")
    expect(places).to_have_count(6)
    tops = places.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert len({*tops}) == 1


def test_a_question_is_in_sight_for_whom_it_is_and_a_tap_further_for_others_until_it_is_too_late(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    shared_box.phase("building")
    asked, other = shared_phones.joined("green", at="/rules"), shared_phones.joined("blue", at="/log")
    asked.evaluate("scrollTo(0, 300)")
    shared_box.act("call-for-order", colour="red")
    for phone in (asked, other):
        wait_until_current(phone, shared_box)
        expect(phone.locator(BAR)).not_to_contain_text(TOO_LATE)
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
    for _ in ("asked", "called"):
        shared_box.act("undo")
    shared_box.act("build", building="woodcutter", by=1)
    for phone in (asked, other):
        late = phone.locator(BAR).get_by_text(TOO_LATE)
        expect(late).to_be_visible()
        phone.locator(BAR).evaluate(FINISHED)
        expect(late).to_be_hidden()


def test_what_opens_over_the_bar_is_in_sight_with_what_it_holds(
    shared_phones: Phones, shared_box: Box
) -> None:
    boats(shared_box, 4, 18)
    shared_box.phase("wonder")
    phone = shared_phones.joined("red")
    asked = questions(phone, "/table", "/act?open=end", "/log")
    assert asked == {"ask-undo", "ask-own-call", "ask-for-brick", "ask-end"}
    sized(phone, *UPRIGHT)
    corrections(phone, "bag")
    shared_box.start()
    shared_box.act("call-for-order", colour="red")
    assert questions(phone, "/log") == {"ask-for-praying-green"}
    evening(shared_box)
    waiting = shared_phones.joined("yellow")
    assert questions(waiting, "/act?open=end") == {"ask-undo", "ask-for-turn-black", "ask-end"}
    sized(waiting, *SIDEWAYS)
    corrections(waiting, "colony", "road")


def test_what_was_done_and_that_the_box_is_away_hide_neither_the_page_nor_a_control(
    shared_phones: Phones, shared_box: Box
) -> None:
    shared_box.start()
    phone = shared_phones.joined("red", at="/act")
    for size in (UPRIGHT, SIDEWAYS):
        sized(phone, *size)
        with changed(phone):
            phone.locator(DEED).first.tap()
        expect(phone.locator("#toast")).to_be_visible()
        assert phone.evaluate(measure("inTheHead"), "#toast"), size
        wait_until_current(phone, shared_box)
    phone.route("**", lambda route: route.abort())
    phone.evaluate("dispatchEvent(new Event('offline'))")
    phone.locator(".bar a").first.click()
    expect(phone.locator("#lost")).to_contain_text("opens by itself")
    for size in (UPRIGHT, SIDEWAYS):
        sized(phone, *size)
        assert phone.evaluate(measure("inTheHead"), "#lost"), size
