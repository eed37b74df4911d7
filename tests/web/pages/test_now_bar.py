"""What to do now is in sight on every page, wherever it is scrolled, with the button that does it."""

from __future__ import annotations

from functools import partial

import pytest
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
        for size in SIZES:
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


@pytest.mark.parametrize(("players", "mines"), [(2, 0), (4, 6), (6, 18)])
def test_in_every_phase_of_roads_and_boats_its_action_is_in_sight(
    phones: Phones, box: Box, players: int, mines: int
) -> None:
    boats(box, players, mines)
    phone = phones.joined("red")
    phone.set_viewport_size({"width": 360, "height": 740})
    for phase in PHASES:
        box.phase(phase)
        for page in ("/table", "/act", "/rules"):
            visit(phone, page)
            in_sight(phone, DEED)


def test_on_a_phone_held_sideways_the_bar_has_one_row(onlookers: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    box.act("call-for-order", colour="red")
    phone = onlookers.joined("green", language="it", at="/table")
    phone.set_viewport_size({"width": 844, "height": 390})
    place = phone.locator(BAR).bounding_box()
    assert place
    assert place["height"] < 80


def test_a_question_that_comes_while_a_page_is_scrolled_is_in_sight_and_answered_there(
    phones: Phones, box: Box
) -> None:
    box.start()
    box.phase("building")
    phone = phones.joined("green")
    phone.set_viewport_size({"width": 360, "height": 740})
    visit(phone, "/rules")
    phone.evaluate("scrollTo(0, 300)")
    box.act("call-for-order", colour="red")
    wait_until_current(phone, box)
    in_sight(phone, QUESTION)
    expect(phone.locator(BAR)).to_contain_text("You are asked")
    with changed(phone):
        phone.get_by_role("button", name="Keep praying").tap()
    expect(phone).to_have_url(f"{box.url}rules")
    order = box.table()["game"]["order"]
    assert order["asks"] != "green"


@pytest.mark.parametrize("players", [4, 6])
def test_all_free_positions_stand_in_one_row(onlookers: Phones, box: Box, players: int) -> None:
    boats(box, players, 0)
    box.act("call-for-order", colour="red")
    while (order := box.table()["game"]["order"])["step"] == "praying":
        box.act("pray", colour=order["asks"], keep=True)
    phone = onlookers.joined(order["asks"], at="/table")
    phone.set_viewport_size({"width": 360, "height": 740})
    places = phone.locator(BAR).get_by_role("button", name="Position")
    expect(places).to_have_count(players)
    tops = places.evaluate_all("all => all.map(each => each.getBoundingClientRect().top)")
    assert len({*tops}) == 1


def test_anothers_answer_is_a_tap_further(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    box.act("call-for-order", colour="red")
    phone = phones.joined("red", at="/log")
    keep = phone.get_by_role("button", name="Keep praying")
    expect(keep).to_be_hidden()
    phone.locator(f"{BAR} summary").tap()
    expect(keep).to_be_in_viewport(ratio=1)


def test_an_answer_for_one_player_is_not_left_open_for_the_next(phones: Phones, box: Box) -> None:
    box.start()
    box.act("call-for-order", colour="blue")
    phone = phones.joined("blue")
    asked = box.table()["game"]["order"]["asks"]
    phone.locator(f"{BAR} summary").tap()
    expect(phone.locator(f"{BAR} details[open]")).to_have_count(1)
    with changed(phone):
        box.act("pray", colour=asked, keep=True)
    expect(phone.locator(f"{BAR} summary")).to_be_visible()
    expect(phone.locator(f"{BAR} details[open]")).to_have_count(0)


def test_every_question_of_roads_and_boats_is_answered_where_it_opens(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("wonder")
    phone = phones.joined("red")
    asked = questions(phone, "/table", "/act?open=end", "/log")
    assert asked == {"ask-undo", "ask-own-call", "ask-for-brick", "ask-end"}
    box.act("call-for-order", colour="red")
    assert questions(phone, "/log") == {"ask-for-praying-green"}


def test_every_question_of_la_strada_is_answered_where_it_opens(phones: Phones, box: Box) -> None:
    two(box)
    waiting = phones.joined("black")
    assert questions(waiting, "/table", "/act?open=end") == {"ask-for-turn-grey", "ask-end"}


@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390)])
def test_a_fold_that_opens_over_the_bar_shows_what_it_holds(
    phones: Phones, box: Box, width: int, height: int
) -> None:
    for begin in (partial(boats, box, 4, 6), partial(evening, box)):
        begin()
        phone = phones.joined("red")
        sized(phone, width, height, 100)
        for page, folds in (("/act?open=seldom", "#leaving"), ("/act/correct", "details.fold")):
            visit(phone, page)
            for fold in phone.locator(folds).all():
                opened_low(phone, fold, CONTROL)


@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390)])
def test_what_is_chosen_to_be_corrected_is_in_sight_with_its_fields(
    phones: Phones, box: Box, width: int, height: int
) -> None:
    for begin, folds in ((partial(boats, box, 4, 18), ("bag",)), (partial(evening, box), ("colony", "road"))):
        begin()
        phone = phones.joined("red")
        sized(phone, width, height, 100)
        for fold in folds:
            visit(phone, f"/act/correct?open=fix-{fold}")
            expect(phone.locator(f"#f-fix-{fold}")).to_have_count(0)
            phone.locator(f"#fix-{fold} nav .chip").last.tap()
            phone.wait_for_function(
                TAKES_THE_TAP, arg=phone.locator(f"#f-fix-{fold} :is({CONTROL})").first.element_handle()
            )


@pytest.mark.parametrize("size", SIZES)
def test_line_and_buttons_of_the_bar_and_every_tab_are_seen_whole(
    phones: Phones, box: Box, size: tuple[int, int, int]
) -> None:
    box.start()
    box.phase("wonder")
    phone = phones.joined("red", language="it", at="/table")
    sized(phone, *size)
    for part in phone.locator(f"{BAR} :is(.now-line, button, summary):visible, .bar a").all():
        expect(part).to_be_in_viewport(ratio=1)


def test_every_phone_shows_once_that_an_entry_ended_the_right_to_call_for_order(
    phones: Phones, box: Box
) -> None:
    box.start()
    box.phase("building")
    bars = [
        (phones.joined("red", at="/act").locator(BAR), "too late to call for order"),
        (phones.joined("green", at="/rules").locator(BAR), "too late to call for order"),
        (
            phones.joined("blue", at="/log", language="it").locator(BAR),
            "troppo tardi per far stabilire l’ordine",
        ),
    ]
    for bar, line in bars:
        expect(bar).not_to_contain_text(line)
    box.act("build", building="woodcutter", by=1)
    for bar, line in bars:
        expect(bar.get_by_text(line)).to_be_visible()
        bar.evaluate("each => each.getAnimations({ subtree: true }).forEach((one) => one.finish())")
        expect(bar.get_by_text(line)).to_be_hidden()


@pytest.mark.parametrize("players", [two, four])
def test_in_la_strada_the_player_in_turn_ends_it_at_the_thumb(
    phones: Phones, box: Box, players: object
) -> None:
    assert callable(players)
    players(box)
    first = box.table()["game"]["active"]
    phone = phones.joined(first, at="/act")
    phone.set_viewport_size({"width": 360, "height": 740})
    link(box, first, 1)
    wait_until_current(phone, box)
    in_sight(phone, DEED)
    expect(phone.locator("main[data-settling]")).to_have_count(0)
    with changed(phone):
        phone.locator(BAR).get_by_role("button", name="End the turn").tap()
    assert box.table()["game"]["active"] != first


def test_without_scripts_it_stands_at_the_top_of_the_page(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined("red", scripts=False)
    phone.goto("/table")
    top = phone.locator(BAR).evaluate("each => each.getBoundingClientRect().top")
    assert top < 120


@pytest.mark.parametrize(("width", "height"), [(360, 740), (844, 390)])
def test_what_was_done_and_that_the_box_is_away_hide_neither_the_page_nor_a_control(
    phones: Phones, box: Box, width: int, height: int
) -> None:
    box.start()
    phone = phones.joined("red", at="/act")
    phone.set_viewport_size({"width": width, "height": height})
    with changed(phone):
        phone.locator(DEED).first.tap()
    expect(phone.locator("#toast")).to_be_visible()
    phone.route("**", lambda route: route.abort())
    phone.evaluate("dispatchEvent(new Event('offline'))")
    phone.locator(".bar a").first.click()
    expect(phone.locator("#lost")).to_contain_text("opens by itself")
    phone.evaluate("scrollTo(0, 0)")
    for notice in ("toast", "lost"):
        assert phone.evaluate(IN_THE_HEAD, notice), notice


def test_only_a_player_with_too_large_a_fleet_gets_a_link_to_it(phones: Phones, box: Box) -> None:
    box.start()
    box.act("change-fleet", colour="red", transporter="raft", by=7)
    other = phones.joined("green")
    expect(other.locator(f"{BAR} a")).to_have_count(0)
    expect(other.locator(f"{BAR} button.go")).to_have_count(0)
    phone = phones.joined("red", at="/table")
    phone.locator(BAR).get_by_role("link", name="2 transporters too many").click()
    expect(phone.locator("#fleet")).to_be_in_viewport()


def test_one_more_wagon_takes_the_donkey_that_it_is_made_of(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined("red", at="/act?open=fleet")
    more = phone.locator("#fleet .count li", has_text="Wagon").get_by_role("button").last
    for donkeys, wagons in ((2, 1), (1, 2), (0, 3)):
        with changed(phone):
            more.click()
        fleet = box.table()["game"]["fleets"]["red"]
        assert (fleet.get("donkey", 0), fleet["wagon"]) == (donkeys, wagons)
    expect(more).to_be_disabled()


def test_the_black_players_own_bar_is_black_by_day_and_by_night(phones: Phones, box: Box) -> None:
    four(box)
    phone = phones.joined("black")
    visit(phone, "/table")
    for scheme in SCHEMES:
        phone.emulate_media(color_scheme=scheme)
        expect(phone.locator(BAR)).to_have_css("background-color", "rgb(28, 28, 28)")
        expect(phone.locator(f"{BAR} .now-line")).to_have_css("color", "rgb(255, 255, 255)")
