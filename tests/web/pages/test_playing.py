"""An evening by thumb: joining, starting, a turn, two phones, undo, and forms that are not taken."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.fakes.browsing import CODE, Box, Phones, changed, hears, visit


def test_the_code_from_the_display_lets_a_phone_in_and_it_returns_to_where_it_was_going(
    phones: Phones, box: Box
) -> None:
    box.start()
    phone = phones.phone()
    phone.goto("/act")
    phone.get_by_role("button", name="On to: movement").click()
    expect(phone).to_have_url(re.compile(r"/join\?back=%2Fact"))
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
        hears(phone, box)
        phone.locator("#f-advance button").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Wonder")
    phone.get_by_role("button", name="Dieter: 1 good").click()
    expect(phone.get_by_role("button", name="Dieter: 2 goods")).to_be_visible()
    hears(phone, box)
    phone.get_by_role("button", name="on to turn 2").click()
    expect(phone.get_by_text("Turn 2", exact=True)).to_be_visible()
    assert box.table()["game"]["wonder"]["bricks"] == ["blue", None]


def test_the_order_of_play_is_settled_and_everybody_sees_whose_go_it_is(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    phone = phones.joined()
    other = phones.joined("blue", name="Dieter")
    phone.get_by_text("Call for order").click()
    phone.locator("#f-call-red button").click()
    for asked in ("Green", "Anna", "Dieter"):
        expect(phone.get_by_role("heading", level=1)).to_contain_text(f"{asked} at the temple")
        hears(phone, box)
        answers_for(phone, asked)
        phone.get_by_role("button", name="Keep praying").click()
    for asked, position in (("Bartolomeo", 4), ("Dieter", 1), ("Anna", 2)):
        expect(phone.get_by_role("heading", level=1)).to_contain_text(f"{asked} chooses")
        hears(phone, box)
        answers_for(phone, asked)
        phone.get_by_role("button", name=f"Position {position}").click()
    expect(other.get_by_role("heading", level=1)).to_contain_text("Dieter’s go")
    hears(other, box)
    other.get_by_role("button", name="Dieter is done: Anna is next").click()
    expect(phone.get_by_role("heading", level=1)).to_contain_text("Anna’s go")
    assert box.table()["game"]["sequence"] == ["blue", "red", "green", "yellow"]


def test_two_phones_see_what_the_other_does_and_undo_it_by_name(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("wonder")
    mine, yours = phones.joined(), phones.joined("blue", name="Dieter")
    mine.locator("#f-brick-red button").click()
    undo = yours.get_by_role("button", name=re.compile(r"Undo: Anna bought a brick.* s ago"))
    expect(undo).to_be_visible()
    expect(yours.locator("#said")).to_contain_text("Anna bought a brick")
    hears(yours, box)
    undo.click()
    expect(mine.get_by_role("button", name=re.compile("Redo: Anna bought a brick"))).to_be_visible()
    assert box.table()["game"]["wonder"]["bricks"] == []


def test_undo_asks_before_it_crosses_the_start_of_a_phase(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("movement")
    phone = phones.joined()
    phone.locator("#ask-undo > summary").click()
    expect(phone.get_by_text("This goes back to: turn 1, production")).to_be_visible()
    assert box.table()["game"]["phase"] == "movement"
    phone.get_by_role("button", name="Yes, undo it").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Production")


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


def test_what_was_forgotten_in_its_phase_is_taken_after_one_question(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("movement")
    phone = phones.joined(at="/act?for=green")
    phone.locator("#mines > summary").click()
    phone.locator("#f-build-mine select").select_option("7")
    phone.get_by_role("button", name="Build the mine").click()
    expect(phone.get_by_role("alert")).to_contain_text("This belongs to the building phase")
    expect(phone.locator("#f-build-mine select")).to_have_value("7")
    phone.get_by_role("button", name="enter it late").click()
    expect(phone.get_by_role("alert")).not_to_be_attached()
    assert [mine["number"] for mine in box.table()["game"]["mines"]] == [7]


def test_a_price_that_rose_under_the_thumb_is_asked_again(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("wonder")
    phone = phones.joined()
    phone.context.route("**/api/v1/events", lambda route: route.abort())
    phone.reload()
    phone.context.route("**/table", lambda route: route.abort() if route.request.method == "GET" else None)
    box.act("buy-brick", colour="red")
    phone.locator("#f-brick-red button").click()
    expect(phone.get_by_role("alert")).to_contain_text("The price for Anna has risen from 1 to 2")
    phone.context.unroute_all()
    phone.get_by_role("button", name="Buy at the new price: 2").click()
    expect(phone.get_by_role("button", name="Anna: 3 goods")).to_be_visible()


def test_a_correction_is_entered_with_its_reason_and_stands_in_the_log(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    box.act("build-mine", number=3, colour="red", mixture="standard")
    phone = phones.joined(at="/act/correct")
    phone.locator("#fix-bag > summary").click()
    form = phone.locator("#f-fix-bag")
    form.get_by_label("Gold").fill("1")
    form.get_by_label("Iron").fill("2")
    form.get_by_label("Reason").fill("counted again")
    form.get_by_role("button", name="Correct").click()
    expect(form.get_by_label("Gold")).to_have_value("")
    assert box.table()["game"]["mines"] == [{"number": 3, "gold": 1, "iron": 2, "drawn": None}]
    visit(phone, "/log")
    expect(phone.locator(".log li").first).to_contain_text("counted again")


def test_bricks_are_corrected_space_by_space(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("wonder")
    box.act("buy-brick", colour="red", count=2)
    phone = phones.joined(at="/act/bricks")
    phone.get_by_label("Space 2", exact=True).select_option("blue")
    phone.get_by_label("Space 3", exact=True).select_option("null")
    with changed(phone):
        phone.locator("#f-fix-bricks button").click()
    expect(phone.get_by_role("alert")).not_to_be_attached()
    hears(phone, box)
    assert box.table()["game"]["wonder"]["bricks"] == ["red", "blue", None]


def test_the_end_shows_the_scores_with_the_tie_settled_by_the_temple(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/act")
    phone.locator("#end > summary").click()
    phone.locator("#ask-end > summary").click()
    phone.get_by_role("button", name="Yes, end it").click()
    visit(phone, "/act?for=red")
    phone.locator("#f-count-wealth").get_by_label("Coins").fill("2")
    with changed(phone):
        phone.locator("#f-count-wealth button").click()
    visit(phone, "/table")
    ranks = phone.locator(".ranks li")
    expect(ranks).to_have_count(4)
    expect(ranks.nth(0)).to_contain_text("Anna")
    expect(ranks.nth(0)).to_contain_text("80")
    expect(ranks.nth(1)).to_contain_text("Green")
    expect(ranks.nth(3)).to_contain_text("Bartolomeo")


def test_a_running_game_is_set_aside_only_after_a_question_and_resumed(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    first = box.table()["game"]["id"]
    phone = phones.joined(at="/games")
    phone.get_by_text("New game: Roads & Boats").click()
    phone.locator("#ask-new-roads-and-boats > summary").click()
    phone.get_by_role("button", name="Set it aside and start").click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    assert box.table()["game"]["id"] != first
    visit(phone, "/games")
    phone.locator("#ask-resume-1 > summary").click()
    phone.get_by_role("button", name="Set aside and resume").click()
    expect(phone.get_by_role("heading", level=1)).to_have_text("Building")
    assert box.table()["game"]["id"] == first


def answers_for(phone: Page, asked: str) -> None:
    """Say on Anna's phone that it answers for another, if it does."""
    if asked != "Anna":
        phone.get_by_text(f"Answer for {asked}?").click()
