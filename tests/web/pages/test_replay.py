"""Looking back with a thumb, with the keyboard, and without a script; the log leads there."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, Route, expect

from tests.fakes.browsing import Box, Phones, live, stands_still, visit
from tests.web.pages.layout import looking_back


@pytest.fixture
def played(box: Box) -> Box:
    """Two turns: eleven steps."""
    box.start()
    box.phase("wonder")
    box.act("buy-brick", colour="red")
    box.act("advance")
    for _ in range(5):
        box.act("advance", draw_rest=True)
    return box


def at(phone: Page, n: int) -> None:
    """The page shows this step, and says so in its address."""
    expect(phone).to_have_url(re.compile(rf"/at/{n}$"))
    expect(phone.locator("#walked")).to_contain_text(f"{n}/11")
    assert phone.locator("#walk-step").input_value() == str(n)


def test_the_slider_moves_by_keys_and_announces_its_position(phones: Phones, played: Box) -> None:
    phone = phones.phone()
    visit(phone, looking_back(played, 1))
    phone.get_by_role("slider", name="Step").focus()
    for key, n in (("ArrowRight", 2), ("End", 11), ("ArrowLeft", 10), ("Home", 1)):
        phone.keyboard.press(key)
        at(phone, n)
        expect(phone.locator("#walk-step")).to_be_focused()
    phone.keyboard.press("End")
    at(phone, 11)
    value = phone.locator("#walk-step").get_attribute("aria-valuetext")
    assert value is not None
    assert value.startswith("Step 11 of 11: ")


def test_the_arrow_keys_go_where_nothing_else_takes_them(phones: Phones, played: Box) -> None:
    phone = phones.phone()
    visit(phone, looking_back(played, 4))
    phone.keyboard.press("ArrowRight")
    at(phone, 5)
    expect(phone.locator("#said")).to_have_text(re.compile("^Step 5 of 11: Anna bought a brick"))
    phone.keyboard.press("ArrowLeft")
    at(phone, 4)


def test_a_thumb_goes_step_by_step_and_to_any_place(phones: Phones, played: Box) -> None:
    phone = phones.phone()
    visit(phone, looking_back(played, 1))
    phone.get_by_role("link", name="One step on").tap()
    at(phone, 2)
    phone.get_by_role("link", name="Last step").tap()
    at(phone, 11)
    phone.get_by_role("link", name="One step on").tap(force=True)
    at(phone, 11)
    phone.get_by_role("link", name="One step back").tap()
    at(phone, 10)
    place = phone.locator("#walk-step").bounding_box()
    assert place is not None
    phone.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    at(phone, 6)
    phone.reload()
    at(phone, 6)


def test_where_too_many_look_back_the_step_is_asked_for_again(phones: Phones, played: Box) -> None:
    phone = phones.phone()
    asked: list[str] = []

    def busy(route: Route) -> None:
        asked.append(route.request.url)
        if len(asked) == 1:
            route.fulfill(status=503, headers={"Retry-After": "1"})
        else:
            route.continue_()

    phone.route("**/at?step=*", busy)
    visit(phone, looking_back(played, 4))
    phone.keyboard.press("ArrowRight")
    at(phone, 5)
    assert len(asked) == 2
    expect(phone.locator("#said")).to_have_text(re.compile("^Step 5 of 11: "))


def test_a_late_page_does_not_undo_a_newer_step(phones: Phones, played: Box) -> None:
    phone = phones.phone()
    visit(phone, looking_back(played, 4))
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    phone.route("**/at/4", hold)
    with phone.expect_request("**/at/4"):
        played.post("box/pull", {"part": "reader"})
    phone.keyboard.press("ArrowRight")
    at(phone, 5)
    with phone.expect_response("**/at/5"):
        (late,) = held
        late.continue_()
    live(phone)
    at(phone, 5)


def test_it_goes_on_by_itself_until_the_end_or_a_press(phones: Phones, played: Box) -> None:
    phone = phones.phone()
    visit(phone, looking_back(played, 8))
    stands_still(phone)
    play = phone.get_by_role("button", name="Play")
    play.tap()
    at(phone, 9)
    expect(play).to_have_attribute("aria-pressed", "true")
    phone.clock.run_for(1300)
    at(phone, 10)
    play.tap()
    expect(play).to_have_attribute("aria-pressed", "false")
    phone.clock.run_for(5000)
    at(phone, 10)
    play.tap()
    at(phone, 11)
    expect(play).to_have_attribute("aria-pressed", "false")


def test_without_a_script_links_and_the_slider_lead_from_page_to_page(phones: Phones, played: Box) -> None:
    phone = phones.phone(scripts=False)
    phone.goto(looking_back(played, 1))
    assert (
        phone.locator("#walk-first, #walk-back").evaluate_all("all => all.some((each) => each.href)") is False
    )
    for name, n in (("One step on", 2), ("Last step", 11), ("One step back", 10), ("First step", 1)):
        phone.get_by_role("link", name=name).click()
        at(phone, n)
    phone.get_by_role("slider", name="Step").focus()
    phone.keyboard.press("End")
    phone.get_by_role("button", name="Show").click()
    at(phone, 11)
    expect(phone.get_by_role("button", name="Play")).to_be_hidden()
