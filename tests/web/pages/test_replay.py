"""Looking back with a thumb, with the keyboard, and by itself."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.fakes.browsing import Box, Phones, stands_still, visit
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


def test_keys_and_thumb_go_step_by_step_and_to_any_place_and_it_goes_on_by_itself(
    phones: Phones, played: Box
) -> None:
    phone = phones.phone()
    visit(phone, looking_back(played, 4))
    phone.keyboard.press("ArrowRight")
    at(phone, 5)
    expect(phone.locator("#said")).to_have_text(re.compile("^Step 5 of 11: Anna bought a brick"))
    phone.keyboard.press("ArrowLeft")
    at(phone, 4)
    slider = phone.get_by_role("slider", name="Step")
    slider.focus()
    for key, n in (("ArrowRight", 5), ("End", 11), ("ArrowLeft", 10), ("Home", 1)):
        phone.keyboard.press(key)
        at(phone, n)
        expect(slider).to_be_focused()
    expect(slider).to_have_attribute("aria-valuetext", re.compile("^Step 1 of 11: "))
    for name, n in (("One step on", 2), ("Last step", 11), ("One step on", 11), ("One step back", 10)):
        phone.get_by_role("link", name=name).tap(force=True)
        at(phone, n)
    place = slider.bounding_box()
    assert place is not None
    phone.touchscreen.tap(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2)
    at(phone, 6)
    phone.reload()
    at(phone, 6)
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


def test_where_too_many_look_back_the_step_is_asked_for_again_and_no_late_page_undoes_it(
    phones: Phones, played: Box
) -> None:
    phone = phones.phone()
    visit(phone, looking_back(played, 4))
    drawn: list[tuple[Route, APIResponse]] = []
    phone.route("**/at/4", lambda route: drawn.append((route, route.fetch())), times=1)
    played.post("box/pull", {"part": "reader"})
    while not drawn:
        phone.evaluate("0")  # the browser's events arrive during a call
    busy = iter([True])
    phone.route(
        "**/at?step=*",
        lambda route: route.fulfill(status=503) if next(busy, False) else route.continue_(),
    )
    phone.keyboard.press("ArrowRight")
    at(phone, 5)
    expect(phone.locator("#said")).to_have_text(re.compile("^Step 5 of 11: "))
    ((late, old),) = drawn
    with phone.expect_response("**/at/5"):
        late.fulfill(response=old)
    at(phone, 5)
