"""Several phones press at once: the table goes on by one step, and late presses are refused."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, Route, expect

from tests.fakes.browsing import Box, Phones, changed, stands_still, visit, wait_until_current
from tests.web.pages.la_strada import two

HEADING = "main h1"


def both(phones: Phones, box: Box) -> tuple[Page, Page]:
    """Two phones that show the same table."""
    found = phones.joined("red"), phones.joined("blue", name="Dieter")
    for phone in found:
        visit(phone, "/table")
        wait_until_current(phone, box)
    return found


@pytest.mark.parametrize("updated", [True, False], ids=["updated", "outdated"])
def test_two_phones_that_go_on_at_once_go_on_by_one_phase(phones: Phones, box: Box, updated: bool) -> None:
    box.start()
    first, second = both(phones, box)
    version = box.table()["version"]
    if updated:
        stands_still(second)
    else:
        second.route("**/api/v1/events*", lambda route: route.abort())
        second.reload()
    where = second.locator("#f-advance button").bounding_box()
    assert where is not None
    first.locator("#f-advance button").tap()
    if updated:
        expect(second.locator(HEADING)).to_have_text("Movement")
    else:
        expect(first.locator(HEADING)).to_have_text("Movement")
    second.touchscreen.tap(where["x"] + where["width"] / 2, where["y"] + where["height"] / 2)
    if updated:
        expect(second.locator("#said")).to_have_text("The table has just changed. Look again, then press.")
    else:
        alert = second.get_by_role("alert")
        expect(alert).to_contain_text("Somebody was quicker")
        expect(alert.get_by_role("listitem")).to_have_text(["On to movement"])
        expect(alert).not_to_contain_text("What you typed")
    expect(second.locator(HEADING)).to_have_text("Movement")
    table = box.table()
    assert (table["game"]["phase"], table["version"]) == ("movement", version + 1)


@pytest.mark.parametrize("why", ["unsent", "stale"])
def test_the_message_of_a_press_goes_with_the_next_entry(phones: Phones, box: Box, why: str) -> None:
    box.start()
    phone = phones.joined()
    visit(phone, "/table")
    if why == "unsent":
        phone.route("**/act", lambda route: route.abort())
        phone.locator("#f-advance button").tap()
    else:
        phone.evaluate(
            "() => { const form = document.getElementById('f-advance');"
            " form.elements.namedItem('expects').value = 0; form.requestSubmit(); }"
        )
    expect(phone.locator("#notice .note")).to_be_visible()
    box.act("advance")
    expect(phone.locator(HEADING)).to_have_text("Movement")
    expect(phone.locator("#notice .note")).to_have_count(0)


def test_a_thumb_that_comes_down_twice_goes_on_by_one_phase(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined()
    stands_still(phone)
    for _ in range(2):
        phone.locator("#f-advance button").tap()
        expect(phone.locator(HEADING)).to_have_text("Movement")
    expect(phone.locator("#said")).to_have_text("The table has just changed. Look again, then press.")
    assert box.table()["game"]["phase"] == "movement"
    phone.clock.run_for(600)
    with changed(phone):
        phone.locator("#f-advance button").tap()
    assert box.table()["game"]["phase"] == "building"


def test_what_both_were_offered_is_done_once_and_goes_where_it_was_not_taken(
    phones: Phones, box: Box
) -> None:
    box.start()
    box.phase("building")
    box.act("build-mine", colour="red", number=7, mixture="standard")
    box.phase("production")
    pair = both(phones, box)
    for phone in pair:
        phone.evaluate(
            "() => { const form = document.getElementById('f-advance-rest');"
            " form.elements.namedItem('draw_rest').remove(); form.requestSubmit(); }"
        )
        expect(phone.locator("#offer-1")).to_be_attached()
    first, second = pair
    version = str(box.table()["version"])
    for phone in pair:
        expect(phone.locator("#offer-1 [name=expects]")).to_have_value(version)
    first.locator("#offer-1 button").tap()
    expect(second.locator(HEADING)).to_have_text("Movement")
    expect(second.locator("#offer-1")).not_to_be_attached()
    assert box.table()["game"]["phase"] == "movement"


@pytest.mark.parametrize("heard", [True, False], ids=["heard", "not-yet-heard"])
def test_a_press_on_the_page_of_the_game_before_is_answered_on_the_page_of_the_new_one(
    phones: Phones, box: Box, heard: bool
) -> None:
    two(box)
    phone = phones.joined("black")
    if heard:
        visit(phone, "/act?builds=grey&colony=5&plains=1")
        held: list[Route] = []

        def hold(route: Route) -> None:
            held.append(route)

        phone.route("**/act", hold)
        phone.locator("#f-connect button.go").click()
        with phone.expect_response("**/act?*"):
            box.start()
        held[0].continue_()
    else:
        phone.route("**/api/v1/events*", lambda route: route.abort())
        phone.goto("/act?builds=grey&colony=5&plains=1")
        stands_still(phone)
        box.start()
        phone.locator("#f-connect button.go").click()
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text("Another game is on the table now (Roads & Boats)")
    assert phone.evaluate("scrollY") == 0, "the page's head does not hide it"
    expect(phone.get_by_role("heading", name="Buildings")).to_be_attached()
    phone.reload()
    expect(alert).not_to_be_attached()
