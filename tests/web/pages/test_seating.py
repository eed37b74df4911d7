"""Sitting down: who only looks on, whose code has lapsed, five or six players, another board."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.fakes.browsing import Box, Phones, hears, live, visit

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])


def select_box_page(box: Box) -> None:
    """Turn the display's pages until the box's own is shown."""
    while not box.screen()["title"].startswith("The box"):
        box.post("box/press", {"button": "select"})


def test_who_has_not_joined_looks_on_and_is_told_how_to_join(phones: Phones, box: Box) -> None:
    phone = phones.phone()
    visit(phone, "/games")
    expect(phone.locator("#looking")).to_contain_text("Join with the code on the box")
    expect(phone.get_by_role("button", name="Start the game")).not_to_be_attached()
    phone.locator("#looking a").click()
    expect(phone).to_have_url(re.compile(r"/join\?back=/games$"))
    box.start()
    joined = phones.joined()
    expect(joined.locator("#looking")).not_to_be_attached()


@SCRIPTS
def test_a_new_code_tells_every_phone_that_it_has_to_join_again(
    phones: Phones, box: Box, scripts: bool
) -> None:
    box.start()
    phone = phones.joined(scripts=scripts)
    box.act("advance")
    select_box_page(box)
    box.post("box/press", {"button": "select", "held": True})
    while "code" not in box.screen()["title"]:
        box.post("box/press", {"button": "select"})
    for button in ("advance", "select", "advance"):
        box.post("box/press", {"button": button})
    phone.goto("/table")
    expect(phone.locator("#looking")).to_contain_text("The box does not know this phone any more")
    phone.locator("#f-advance button").click()
    expect(phone).to_have_url(re.compile("/join"))
    expect(phone.locator("main")).to_contain_text("The box does not know this phone any more")


def test_a_page_without_a_game_has_the_looks_of_the_games_that_can_be_started(phones: Phones) -> None:
    phone = phones.joined()
    phone.get_by_text("New game: Roads & Boats").click()
    first, second = phone.locator(".seats li").first, phone.locator(".seats li").nth(1)
    tick, name = first.locator("label"), first.locator("input[type=text]")
    beside, below = box_of(name), box_of(second)
    assert box_of(tick)["x"] + box_of(tick)["width"] <= beside["x"], "the name stands beside its tick"
    assert below["y"] >= beside["y"] + beside["height"]


@SCRIPTS
def test_purple_and_black_bring_the_option_for_more_players_with_them(
    phones: Phones, box: Box, scripts: bool
) -> None:
    phone = phones.joined(scripts=scripts)
    phone.get_by_text("New game: Roads & Boats").click()
    for colour in ("Green", "Blue", "Purple", "Black"):
        phone.get_by_label(f"{colour} plays").check()
    phone.get_by_label("Name of Purple").fill("Paola")
    phone.get_by_role("button", name="Start the game").click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    game = box.table()["game"]
    assert [each["colour"] for each in game["players"]] == [
        "red", "yellow", "green", "blue", "purple", "black"
    ]  # fmt: skip
    assert game["options"]["more_players"] is True


def test_a_name_typed_beside_a_colour_ticks_it(phones: Phones) -> None:
    phone = phones.joined()
    phone.get_by_text("New game: Roads & Boats").click()
    phone.get_by_label("Name of Black").fill("Nora")
    expect(phone.get_by_label("Black plays")).to_be_checked()


def test_a_game_starts_with_the_numbers_of_another_board(phones: Phones, box: Box) -> None:
    phone = phones.joined()
    phone.get_by_text("New game: Roads & Boats").click()
    phone.get_by_text("Numbers of the board").click()
    phone.get_by_label("Rows of the wonder").fill("4 4 4, 4 5")
    phone.get_by_label("End mark for 2 players").fill("20")
    fleet = phone.get_by_role("group", name="Transporters at the start")
    fleet.get_by_label("Donkey").fill("2")
    fleet.get_by_label("Wagon").fill("1")
    phone.get_by_role("button", name="Start the game").click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    game = box.table()["game"]
    assert game["wonder"]["rows"] == [4, 4, 4, 4, 5]
    assert game["wonder"]["ends_at"] == 20
    assert game["fleets"]["red"] == {"donkey": 2, "wagon": 1}


def test_rows_that_are_no_numbers_are_refused_and_stay_as_they_were_typed(phones: Phones, box: Box) -> None:
    phone = phones.joined()
    phone.get_by_text("New game: Roads & Boats").click()
    phone.get_by_text("Numbers of the board").click()
    rows = phone.get_by_label("Rows of the wonder")
    rows.fill("four 4 4 4")
    phone.get_by_role("button", name="Start the game").click()
    expect(phone.get_by_role("alert")).to_contain_text("rows")
    expect(rows).to_have_value("four 4 4 4")
    assert box.table()["game"] is None


def test_the_numbers_of_the_board_are_corrected_apart_from_the_house_rules(phones: Phones, box: Box) -> None:
    box.start(amb_04=True)
    phone = phones.joined(at="/act/correct")
    phone.locator("#fix-limits > summary").click()
    form = phone.locator("#f-fix-limits")
    expect(form.get_by_label("Rows of the wonder")).to_have_value("4 4 4 5 5 5 5 6 6 6 6 6 7 7 7")
    form.get_by_label("Rows of the wonder").fill("5 5 5 5 6 6 6 6 6 6 6 6 6 6 6")
    form.get_by_label("End mark for 4 players").fill("70")
    form.get_by_label("Reason").fill("our print")
    form.get_by_role("button", name="Correct").click()
    told(phone, "Corrected, option: our print")
    options = box.table()["game"]["options"]
    assert options["rows"][:5] == [5, 5, 5, 5, 6]
    assert options["marks"]["4"] == 70
    assert options["fleet"] == {"donkey": 3}
    assert options["amb_04"] is True


def test_what_was_done_is_told_and_can_be_taken_back_where_it_was_done(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/act?for=red")
    phone.get_by_role("button", name="One more: Raft").click()
    told(phone, "Anna: raft +1")
    box.act("change-fleet", colour="blue", transporter="truck", by=1)
    undo = phone.get_by_role("button", name=re.compile("Undo: Dieter: truck"))
    expect(undo).to_be_visible()
    expect(phone.locator("#toast")).not_to_contain_text("Dieter")
    hears(phone, box)
    undo.click()
    told(phone, "Undone: Dieter: truck +1")


@SCRIPTS
def test_the_page_for_joining_says_when_the_code_is_there_already(phones: Phones, scripts: bool) -> None:
    phone = phones.phone(scripts=scripts)
    phone.goto("/j/4821")
    expect(phone.locator("main")).to_contain_text("The code is filled in")
    phone.goto("/join")
    expect(phone.locator("main")).to_contain_text("Type the code")


def box_of(place: Locator) -> FloatRect:
    """Where something is drawn."""
    found = place.bounding_box()
    assert found
    return found


def told(phone: Page, what: str) -> None:
    """Wait until the page says what was just done, over everything else."""
    live(phone)
    expect(phone.locator("#toast")).to_be_visible()
    expect(phone.locator("#toast")).to_have_text(what)
