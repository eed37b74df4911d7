"""An evening by thumb: joining, starting, a turn, two phones, undo, and forms that are not taken."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import CODE, Box, Phones, changed, visit, wait_until_current


def test_the_code_from_the_display_lets_a_phone_in_and_it_returns_to_where_it_was_going(
    phones: Phones, box: Box
) -> None:
    box.start()
    phone = phones.phone()
    phone.goto("/act")
    phone.locator("#now-bar").get_by_role("link", name="Join").click()
    expect(phone).to_have_url(re.compile(r"/join\?back=/act"))
    phone.get_by_label("Code").fill("0000")
    phone.get_by_label("Your name").fill("Anna")
    phone.get_by_role("button", name="Join").click()
    expect(phone.get_by_role("alert")).to_contain_text("That is not the code")
    expect(phone.get_by_label("Your name")).to_have_value("Anna")
    phone.get_by_label("Code").fill(CODE)
    phone.get_by_role("button", name="Join").click()
    expect(phone).to_have_url(re.compile("/act$"))
    expect(phone.get_by_label("You are Anna")).to_be_visible()


def test_a_game_is_started_and_a_whole_turn_played_by_thumb(phones: Phones, box: Box) -> None:
    phone = phones.joined()
    expect(phone).to_have_url(re.compile("/games$"))
    phone.get_by_text("New game: Roads & Boats").click()
    form = phone.locator("#f-new-roads-and-boats")
    form.get_by_label("Name of Red").fill("Anna")
    form.get_by_label("Name of Blue").fill("Dieter")
    form.get_by_label("Yellow plays").uncheck()
    expect(form.get_by_label("Blue plays")).to_be_checked()
    form.get_by_role("button", name="Start the game").click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    for phase in ("Production", "Movement", "Building"):
        expect(phone.get_by_role("heading", level=1)).to_have_text(phase)
        wait_until_current(phone, box)
        phone.locator("#f-advance button").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Wonder")
    phone.get_by_text("A brick for another player").click()
    expect(phone.get_by_role("button", name="Anna: 1 good")).to_have_count(0)
    phone.get_by_role("button", name="Dieter: 1 good").click()
    expect(phone.locator("#said")).to_contain_text("Dieter bought a brick")
    wait_until_current(phone, box)
    phone.get_by_role("button", name="on to turn 2").click()
    expect(phone.get_by_text("Turn 2", exact=True)).to_be_visible()
    assert box.table()["game"]["wonder"]["bricks"] == ["blue", None]


def test_two_phones_see_what_the_other_does_and_undo_it_by_name(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("wonder")
    mine, yours = phones.joined(), phones.joined("blue", name="Dieter")
    mine.locator("#f-own-brick button").click()
    undo = yours.get_by_role("button", name=re.compile(r"Undo “Anna bought a brick.* s ago"))
    expect(undo).to_be_visible()
    expect(yours.locator("#said")).to_contain_text("Anna bought a brick")
    wait_until_current(yours, box)
    undo.click()
    expect(mine.get_by_role("button", name=re.compile("Redo “Anna bought a brick"))).to_be_visible()
    assert box.table()["game"]["wonder"]["bricks"] == []


def test_going_on_with_mines_to_draw_asks_and_draws_them(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    box.act("build-mine", number=3, colour="red", mixture="standard")
    box.act("advance")
    box.act("advance")
    phone = phones.joined()
    phone.locator("#ask-advance > summary").click()
    expect(phone.get_by_text("Mine 3 has not been drawn.")).to_be_visible()
    phone.get_by_role("button", name="Draw and go on").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Movement")
    assert box.table()["game"]["mines"][0]["drawn"] in {"gold", "iron"}


def test_a_price_that_rose_under_the_thumb_is_asked_again(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("wonder")
    phone = phones.joined()
    phone.context.route("**/api/v1/events*", lambda route: route.abort())
    phone.reload()
    phone.context.route("**/table", lambda route: route.abort() if route.request.method == "GET" else None)
    box.act("buy-brick", colour="red")
    phone.locator("#f-own-brick button").click()
    expect(phone.get_by_role("alert")).to_contain_text("The price for Anna has risen from 1 to 2")
    phone.context.unroute_all()
    phone.get_by_role("button", name="Buy at the new price: 2").click()
    expect(phone.get_by_role("button", name="Brick: 3 goods")).to_be_visible()


@pytest.mark.parametrize(
    ("language", "message"),
    [
        ("en", "Something is still missing here."),
        ("it", "Qui manca ancora qualcosa."),
    ],
)
def test_an_empty_field_is_reported_in_the_pages_language_until_it_is_chosen(
    phones: Phones, box: Box, language: str, message: str
) -> None:
    box.start()
    phone = phones.joined("red", language=language)
    visit(phone, "/act?open=leaving")
    form = phone.locator("#f-leave")
    form.locator("summary").click()
    leaves = form.locator("button")
    leaves.click()
    first, second, *_ = form.locator("[name=colour]").all()
    assert first.evaluate("each => each.validationMessage") == message
    second.check(force=True)
    with changed(phone):
        leaves.click()
    assert len(box.table()["game"]["left"]) == 1
