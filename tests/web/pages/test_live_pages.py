"""Pages that stay open all evening: sleeping phones, lost lines, other people's presses, and no script."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import CODE, Box, Phones, changed, live, stands_still, visit, wait_until_current

HEADING = "main h1"


def wake(phone: Page, how: str) -> None:
    """The phone's screen goes on again, or the page comes back out of the browser's memory."""
    phone.evaluate(
        {
            "visibilitychange": "document.dispatchEvent(new Event('visibilitychange'))",
            "pageshow": "window.dispatchEvent(new PageTransitionEvent('pageshow', {persisted: true}))",
        }[how]
    )


@pytest.mark.parametrize("how", ["visibilitychange", "pageshow"])
def test_a_phone_that_slept_shows_the_present_table_when_it_wakes(phones: Phones, box: Box, how: str) -> None:
    box.start()
    phone = phones.joined()
    phone.context.set_offline(True)
    expect(phone.locator("#dot.off")).to_be_attached()
    box.phase("building")
    expect(phone.locator(HEADING)).to_have_text("Production")
    phone.context.set_offline(False)
    wake(phone, how)
    expect(phone.locator(HEADING)).to_have_text("Building")
    live(phone)
    box.act("advance")
    expect(phone.locator(HEADING)).to_have_text("Wonder")


def test_a_lost_connection_is_announced_politely_and_comes_back_by_itself(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined()
    phone.clock.install()
    phone.context.set_offline(True)
    expect(phone.locator("#dot.off")).to_be_attached()
    phone.clock.run_for(4000)
    expect(phone.locator("#lost")).to_be_visible()
    phone.context.set_offline(False)
    phone.clock.run_for(20000)
    live(phone)
    expect(phone.locator("#lost")).to_be_hidden()


def test_failed_retries_do_not_delay_the_notice_of_a_lost_connection(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined()
    phone.clock.install()
    phone.context.set_offline(True)
    expect(phone.locator("#dot.off")).to_be_attached()
    for _ in range(2):  # each a try of its own
        with phone.expect_event("requestfailed"):
            phone.clock.run_for(1500)
    phone.clock.run_for(500)
    expect(phone.locator("#lost")).to_be_visible()


def test_a_press_without_an_answer_can_be_pressed_again_and_acts_once(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("wonder")
    phone = phones.joined()
    phone.route("**/act", lambda route: (route.fetch(max_redirects=0), route.abort()))
    phone.locator("#f-own-brick button").click()
    expect(phone.get_by_role("alert")).to_contain_text("it will be done only once")
    wait_until_current(phone, box)
    phone.unroute_all()
    phone.locator("#f-own-brick button").click()
    expect(phone.get_by_role("alert")).not_to_be_attached()
    assert box.table()["game"]["wonder"]["bricks"] == ["red"]


def test_what_is_typed_open_and_focused_stays_while_others_act(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/act?for=green")
    phone.locator("#wealth > summary").click()
    coins = phone.locator("#f-count-wealth").get_by_label("Sets of coins")
    coins.fill("3")
    coins.focus()
    box.act("advance")
    expect(phone.locator(HEADING)).to_have_text("Movement")
    expect(coins).to_have_value("3")
    expect(coins).to_be_focused()


def test_a_button_that_changes_its_meaning_under_the_thumb_takes_no_press(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined()
    stands_still(phone)
    box.act("advance")
    expect(phone.locator(HEADING)).to_have_text("Movement")
    expect(phone.locator("#main[data-settling]")).to_be_attached()
    phone.locator("#f-advance").evaluate("form => form.requestSubmit()")
    expect(phone.locator("#said")).to_contain_text("The table has just changed")
    phone.clock.run_for(1000)
    phone.locator("#f-advance button").click()
    expect(phone.locator(HEADING)).to_have_text("Building")


def test_ages_do_not_ask_the_phone_what_time_it_is(phones: Phones, box: Box) -> None:
    box.start()
    box.act("advance")
    phone = phones.phone()
    phone.add_init_script("Date.now = () => 0; Date = class { constructor() { throw new Error('asked') } }")
    visit(phone, "/table")
    expect(phone.locator("#ask-undo time")).to_have_text(re.compile(r"^\d+ s ago$"))


def test_everything_works_without_a_script(phones: Phones, box: Box) -> None:
    phone = phones.joined(scripts=False)
    phone.get_by_text("New game: Roads & Boats").click()
    phone.get_by_label("Blue plays").check()
    phone.get_by_role("button", name="Start the game").click()
    for phase in ("Production", "Movement", "Building"):
        expect(phone.locator(HEADING)).to_have_text(phase)
        phone.locator("#f-advance button").click()
    phone.locator("#ask-for-brick > summary").click()
    with changed(phone):
        phone.locator("#f-brick-blue button").click()
    box.act("buy-brick", colour="yellow")
    phone.locator("#f-advance button").click()
    expect(phone.get_by_role("alert")).to_contain_text("Somebody was quicker")
    expect(phone.get_by_role("alert").get_by_role("listitem")).to_have_text(["Yellow bought a brick for 1"])
    expect(phone.get_by_role("alert")).not_to_contain_text("What you typed")
    phone.locator("#f-advance button").click()
    expect(phone.get_by_text("Turn 2", exact=True)).to_be_visible()
    phone.locator("#ask-undo > summary").click()
    phone.get_by_role("button", name="Yes, undo it").click()
    expect(phone.locator(HEADING)).to_have_text("Wonder")
    phone.get_by_role("link", name="Log").click()
    expect(phone.locator(".log .gone summary")).to_have_text("1 step undone")
    phone.get_by_role("link", name="Act").click()
    phone.get_by_role("link", name="Blue").click()
    phone.locator("#fleet > summary").click()
    phone.get_by_role("button", name="One more: Raft").click()
    expect(phone).to_have_url(re.compile(r"/act\?for=blue&open=fleet(&did=\d+)?#fleet$"))
    expect(phone.locator("#fleet")).to_have_attribute("open", "")
    assert box.table()["game"]["fleets"]["blue"] == {"donkey": 3, "raft": 1}


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_a_stale_form_comes_back_with_the_fresh_table_and_what_was_typed(
    phones: Phones, box: Box, scripts: bool
) -> None:
    box.start()
    phone = phones.joined(scripts=scripts)
    phone.route("**/api/v1/events*", lambda route: route.abort())
    phone.goto("/act/correct")
    phone.locator("#fix-turn > summary").click()
    form = phone.locator("#f-fix-turn")
    form.get_by_label("Turn").fill("7")
    form.get_by_label("Reason").fill("miscounted")
    box.act("change-fleet", colour="red", transporter="raft", by=1)
    with phone.expect_response("**/act") as answer:
        form.get_by_role("button", name="Correct").click()
    assert answer.value.status == 409
    expect(phone.get_by_role("alert")).to_contain_text("Somebody was quicker")
    expect(phone.get_by_role("alert")).to_contain_text("What you typed is still there")
    expect(form.get_by_label("Turn")).to_have_value("7")
    expect(form.get_by_label("Reason")).to_have_value("miscounted")
    form.get_by_role("button", name="Correct").click()
    expect(phone.get_by_role("alert")).not_to_be_attached()
    assert box.table()["game"]["turn"] == 7


def test_the_code_in_capitals_is_the_same_page(phones: Phones) -> None:
    phone = phones.phone()
    phone.goto(f"/J/{CODE}")
    expect(phone.locator("[name=code]")).to_have_value(CODE)
