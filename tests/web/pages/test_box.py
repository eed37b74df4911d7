"""The simulated box in the browser: display, buttons, bags, and parts that are pulled out."""

from __future__ import annotations

import html
import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.fakes.box import MESSAGES
from tests.fakes.browsing import CODE, Box, Phones, live, visit, wait_until_current
from tests.fakes.sitting import RecordingBox, Sitting
from tests.web.pages.test_lobby import seen


@pytest.fixture
def phone(phones: Phones, box: Box) -> Page:
    """A phone that shows the box, a game in its first turn."""
    box.start()
    return phones.joined(at="/box")


def test_a_short_press_goes_on_and_the_display_follows(phone: Page, box: Box) -> None:
    screen = phone.locator("#screen")
    expect(screen).to_have_attribute("alt", re.compile("Turn 1: production"))
    phone.get_by_role("button", name="Advance").click()
    expect(screen).to_have_attribute("alt", re.compile("Turn 1: movement"))
    assert box.table()["game"]["phase"] == "movement"


def test_a_held_press_is_held_by_finger_and_by_keyboard(phone: Page, box: Box) -> None:
    box.phase("movement")
    for by in ("finger", "keyboard"):
        back = phone.get_by_role("button", name="Back")
        with phone.expect_response("**/api/v1/box/press") as done:
            if by == "finger":
                back.hover()
                phone.mouse.down()
            else:
                back.focus()
                phone.keyboard.down("Enter")
        assert done.value.request.post_data_json == {"button": "back", "held": True}
        if by == "finger":
            phone.mouse.up()
        else:
            phone.keyboard.up("Enter")


def test_a_tapped_bag_draws_and_a_new_tag_is_in_the_tray(phone: Page, box: Box) -> None:
    box.act("pair-tag", tag="0F0184F07B", number=3)
    box.phase("building")
    box.act("build-mine", number=3, colour="red", mixture="standard")
    box.act("advance")
    box.act("advance")
    phone.get_by_role("button", name="Bag 3").click()
    expect(phone.get_by_role("button", name="A bag with a new tag").first).to_be_visible()
    phone.goto("/table")
    expect(phone.locator(".pit .got")).to_be_visible()


def test_reader_and_display_are_pulled_out_and_put_back(phone: Page) -> None:
    for part in ("Reader", "Display"):
        phone.get_by_role("button", name=f"Pull out ({part})").click()
        expect(phone.get_by_text(f"{part}: missing")).to_be_visible()
        phone.get_by_role("button", name=f"Plug in ({part})").click()
        expect(phone.get_by_text(f"{part}: works")).to_be_visible()


def test_what_changes_while_a_page_is_on_its_way_is_shown_too(phone: Page) -> None:
    drawn: list[tuple[Route, APIResponse]] = []
    phone.route("**/box", lambda route: drawn.append((route, route.fetch())), times=1)
    phone.request.post("/api/v1/box/pull", data={"part": "reader"})
    while not drawn:
        phone.evaluate("0")  # the browser's events arrive during a call
    phone.request.post("/api/v1/box/pull", data={"part": "display"})
    ((late, old),) = drawn
    late.fulfill(response=old)
    expect(phone.get_by_text("Display: missing")).to_be_visible()
    expect(phone.get_by_role("button", name="Plug in (Reader)")).to_be_visible()


def test_the_box_is_used_without_a_script_and_its_buttons_are_held(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(scripts=False, at="/box")
    expect(phone.locator(".box")).to_contain_text("Held for a second, Select opens the list")
    screen = phone.locator("#screen")
    before = screen.get_attribute("alt")
    phone.locator("#holds > summary").click()
    phone.get_by_role("button", name="Hold: Red").click()
    expect(phone.locator("#screen")).not_to_have_attribute("alt", before or "")
    assert box.table()["game"]["order"] == {"step": "praying", "asks": "green"}


def test_lamps_and_buzzer_have_texts_and_follow_without_a_reload(phone: Page, box: Box) -> None:
    lamps = phone.locator("#lamps li")
    expect(lamps.locator(".shows")).to_have_text(["may act"] * lamps.count())
    lit = lamps.first.locator(".lit").get_attribute("fill")
    box.phase("movement")
    box.act("call-for-order", colour="red")
    asked = box.table()["game"]["order"]["asks"]
    expect(lamps.first).to_have_attribute("data-colour", asked)
    expect(lamps.first.locator(".shows")).to_have_text("plays now")
    expect(lamps.first.locator(".hide")).to_have_text(re.compile(asked, re.IGNORECASE))
    expect(lamps.first.locator(".lit")).not_to_have_attribute("fill", lit or "")
    expect(phone.locator("#buzzer")).to_have_text("Buzzer: another player is to play")


def test_the_lamps_strip_is_pulled_out_and_put_back(phone: Page) -> None:
    phone.get_by_role("button", name="Pull out (Lamps)").click()
    expect(phone.get_by_text("Lamps: missing")).to_be_visible()
    phone.get_by_role("button", name="Plug in (Lamps)").click()
    expect(phone.get_by_text("Lamps: works")).to_be_visible()


@pytest.mark.parametrize("language", MESSAGES.codes)
def test_buttons_do_not_move_as_lamps_and_buzzer_change(phones: Phones, box: Box, language: str) -> None:
    box.start()
    watcher = phones.phone(language=language)
    visit(watcher, "/box")
    shown, buzzer = watcher.locator("#lamps .shows"), watcher.locator("#buzzer")
    places = set()

    def looks() -> None:
        wait_until_current(watcher, box)
        key = watcher.locator("[data-button=advance]").bounding_box()
        assert key is not None
        places.add(round(key["y"]))

    looks()
    box.act("research", colour="blue", subject="specialised-mine")
    box.phase("building")
    box.act("build-mine", number=1, colour="blue", mixture="iron")
    box.phase("production")
    box.act("draw", number=1)
    expect(buzzer).to_have_text(buzzer.get_attribute("data-common") or "")
    looks()
    box.phase("movement")
    box.act("call-for-order", colour="red")
    expect(shown.first).to_have_text(watcher.locator("#lamps").get_attribute("data-asked") or "")
    expect(buzzer).to_have_text(buzzer.get_attribute("data-go") or "")
    looks()
    box.act("end")
    expect(buzzer).to_have_text(buzzer.get_attribute("data-end") or "")
    looks()
    assert len(places) == 1


@pytest.mark.parametrize("size", [(1280, 720), (1366, 650)], ids=["1280x720", "1366x650"])
def test_display_buttons_and_bags_are_seen_together_on_a_laptop(
    onlookers: Phones, box: Box, size: tuple[int, int]
) -> None:
    box.start()
    for number in range(1, 19):
        box.act("pair-tag", tag=f"0F0184F0{number:02X}", number=number)
    laptop = onlookers.joined(language="it")
    laptop.set_viewport_size({"width": size[0], "height": size[1]})
    visit(laptop, "/box")
    for each in laptop.locator(".screen, .lamps, .keys, #tray button").all():
        assert seen(each), each.inner_text()


@pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])
def test_a_press_before_joining_asks_to_join_and_is_performed_afterwards(
    phones: Phones, box: Box, scripts: bool
) -> None:
    box.start()
    phone = phones.phone(scripts=scripts)
    phone.goto("/box")
    if scripts:
        live(phone)
    phone.get_by_role("button", name="Advance").click()
    expect(phone.locator("main")).to_contain_text("what you pressed on the box is done then")
    phone.get_by_label("Code").fill("0000")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("alert")).to_contain_text("That is not the code")
    phone.get_by_label("Code").fill(CODE)
    phone.get_by_role("button", name="Join").click()
    expect(phone).to_have_url(re.compile("/box$"))
    assert box.table()["game"]["phase"] == "movement"


@pytest.mark.parametrize(
    ("path", "fields", "done"),
    [
        ("press", {"button": "red", "held": "1"}, ("press", "red", "held")),
        ("scan", {"tag": "0F0184F07B"}, ("scan", "0F0184F07B")),
        ("pull", {"part": "reader", "out": "1"}, ("pull", "reader")),
        ("pull", {"part": "reader", "out": "0"}, ("plug", "reader")),
    ],
)
def test_each_form_of_the_box_waits_for_joining(
    tmp_path: Path, path: str, fields: dict[str, str], done: tuple[str, ...]
) -> None:
    recorded = RecordingBox()
    with closing(Sitting(tmp_path, box=recorded)) as sitting:
        phone = sitting.stranger()
        asked = phone.post(f"/box/{path}", data=fields, follow_redirects=True).text
        back = re.search(r'name="back" value="([^"]*)"', asked)
        assert back is not None
        assert recorded.done == []
        joined = phone.post(
            "/join", data={"code": CODE, "back": html.unescape(back[1])}, follow_redirects=True
        )
        assert (joined.status_code, joined.request.path) == (200, "/box")
        assert recorded.done == [done]
