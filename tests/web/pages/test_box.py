"""The simulated box in the browser: display, buttons, bags, and parts that are pulled out."""

from __future__ import annotations

import html
import re
from contextlib import closing
from pathlib import Path

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import CODE, Box, Phones, visit, wait_until_current
from tests.fakes.sitting import RecordingBox, Sitting

PLACE = "Math.round(document.querySelector('[data-button=advance]').getBoundingClientRect().top + scrollY)"


def test_buttons_bags_and_parts_are_used_and_display_lamps_and_buzzer_follow(
    phones: Phones, box: Box
) -> None:
    box.start()
    phone = phones.phone()
    visit(phone, "/box")
    screen, lamps = phone.locator("#screen"), phone.locator("#lamps li")
    expect(screen).to_have_attribute("alt", re.compile("Turn 1: production"))
    phone.get_by_role("button", name="Advance").click()
    expect(phone.locator("main")).to_contain_text("what you pressed on the box is done then")
    phone.get_by_label("Code").fill(CODE)
    phone.get_by_role("button", name="Join").click()
    expect(phone).to_have_url(re.compile("/box$"))
    expect(screen).to_have_attribute("alt", re.compile("Turn 1: movement"))
    wait_until_current(phone, box)
    places, back = {phone.evaluate(PLACE)}, phone.get_by_role("button", name="Back")
    with phone.expect_response("**/api/v1/box/press") as by_finger:
        back.hover()
        phone.mouse.down()
    phone.mouse.up()
    with phone.expect_response("**/api/v1/box/press") as by_keyboard:
        back.focus()
        phone.keyboard.down("Enter")
    phone.keyboard.up("Enter")
    for done in (by_finger, by_keyboard):
        assert done.value.request.post_data_json == {"button": "back", "held": True}
    box.act("pair-tag", tag="0F0184F07B", number=3)
    box.phase("building")
    box.act("build-mine", number=3, colour="red", mixture="standard")
    box.phase("production")
    phone.get_by_role("button", name="Bag 3").click()
    expect(phone.locator("#buzzer")).to_have_text(re.compile("was drawn$"))
    places.add(phone.evaluate(PLACE))
    assert box.table()["game"]["mines"][0]["drawn"] in {"gold", "iron"}
    box.phase("movement")
    expect(lamps.locator(".shows")).to_have_text(["may act"] * lamps.count())
    lit = lamps.first.locator(".lit").get_attribute("fill")
    box.act("call-for-order", colour="red")
    expect(lamps.first).to_have_attribute("data-colour", box.table()["game"]["order"]["asks"])
    expect(lamps.first.locator(".shows")).to_have_text("plays now")
    expect(lamps.first.locator(".lit")).not_to_have_attribute("fill", lit or "")
    expect(phone.locator("#buzzer")).to_have_text("Buzzer: another player is to play")
    places.add(phone.evaluate(PLACE))
    assert len(places) == 1, "what lamps and buzzer say moves no button from under a finger"
    for part in ("Reader", "Display"):
        phone.get_by_role("button", name=f"Pull out ({part})").click()
        expect(phone.get_by_text(f"{part}: missing")).to_be_visible()
        phone.get_by_role("button", name=f"Plug in ({part})").click()
        expect(phone.get_by_text(f"{part}: works")).to_be_visible()


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
