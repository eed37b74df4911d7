"""An evening of La Strada by thumb: starting, a turn from two phones, undo, ending a turn and the game."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, hears
from tests.web.pages.strada import HEADING, brings, confirm, evening, four, lay, link, pick, turn_of, two

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])


@SCRIPTS
def test_a_game_for_two_is_started_in_clockwise_order(phones: Phones, box: Box, scripts: bool) -> None:
    phone = phones.joined(scripts=scripts, at="/games")
    phone.get_by_text("New game: La Strada").click()
    form = phone.locator("#f-new-la-strada")
    expect(form).to_contain_text("resource tracks lie on opposite sides")
    form.get_by_label("First player").select_option("red")
    form.get_by_label("Second player").select_option("black")
    form.get_by_label("Name of player 1").fill("Rita")
    form.get_by_text("Names of the colonies").click()
    form.get_by_label("City 1").fill("Milano")
    form.get_by_role("button", name="Start the game").click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    turn_of(phone, "Black")
    expect(phone.locator("main")).to_contain_text("in this order: Rita, Black, Rita and Black")
    game = box.table()["game"]
    assert [each["colour"] for each in game["players"]] == ["red", "black"]
    assert game["colonies"][0]["name"] == "Milano"


def test_four_play_with_the_numbers_and_house_rules_of_their_own_box(phones: Phones, box: Box) -> None:
    phone = phones.joined("black", at="/games")
    phone.get_by_text("New game: La Strada").click()
    form = phone.locator("#f-new-la-strada")
    form.get_by_label("Third player").select_option("yellow")
    form.get_by_label("Fourth player").select_option("red")
    form.get_by_text("Colonies, gold and supplies").click()
    form.get_by_role("group", name="How many colonies").get_by_label("Hamlets").fill("2")
    form.get_by_role("group", name="Gold for each merchant").get_by_label("Cities").fill("6 5 4 3")
    form.get_by_label("Hill tiles").fill("4")
    form.get_by_text("House rules").click()
    form.get_by_label("Who cannot connect keeps").check()
    form.get_by_role("button", name="Start the game").click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    game = box.table()["game"]
    assert len(game["colonies"]) == 16
    assert game["options"]["worth"]["city"] == [6, 5, 4, 3]
    assert game["supplies"]["red"] == {"plains": 18, "forests": 8, "hills": 4, "merchants": 12}
    assert game["options"]["amb_03"] is True


def test_two_players_of_one_colour_are_refused_and_everything_typed_stays(phones: Phones, box: Box) -> None:
    phone = phones.joined("black", at="/games")
    phone.get_by_text("New game: La Strada").click()
    form = phone.locator("#f-new-la-strada")
    form.get_by_label("Second player").select_option("black")
    form.get_by_label("Name of player 2").fill("Bruno")
    form.get_by_role("button", name="Start the game").click()
    expect(phone.get_by_role("alert")).to_contain_text("Black was chosen twice")
    expect(form.get_by_label("Second player")).to_have_value("black")
    expect(form.get_by_label("Name of player 2")).to_have_value("Bruno")
    assert box.table()["game"] is None


def test_a_whole_turn_of_two_is_played_from_two_phones(phones: Phones, box: Box) -> None:
    two(box)
    anna, bruno = phones.joined("black", name="Anna"), phones.joined("grey", name="Bruno")
    for phone in (anna, bruno):
        turn_of(phone, "Bruno")
        expect(phone.locator("#now")).to_contain_text("resources to spend")
    bruno.get_by_role("link", name="Connect a colony").click()
    pick(bruno, "1")
    lay(bruno, "Plain tiles", 2)
    expect(brings(bruno)).to_contain_text("4resources to pay")
    confirm(bruno, "Connect colony 1 for 4")
    expect(anna.locator("#colony-1")).to_contain_text("City 1: Bruno; pays 5 to each.")
    hears(bruno, box)
    bruno.get_by_role("button", name="End the turn: Anna is next").click()
    turn_of(anna, "Anna")
    anna.get_by_role("link", name="Connect a colony").click()
    pick(anna, "1")
    lay(anna, "Plain tiles")
    expect(brings(anna)).to_contain_text("No merchant is put here")
    expect(brings(anna).get_by_role("listitem").filter(has_text="Bruno")).to_contain_text("5 before, 5 after")
    confirm(anna, "Connect colony 1 for 2")
    pick(anna, "7")
    lay(anna, "Hill tiles")
    confirm(anna, "Connect colony 7 for 4")
    hears(anna, box)
    anna.get_by_role("button", name="End the turn: Bruno is next").click()
    turn_of(bruno, "Bruno")
    expect(bruno.get_by_text("Turn 2", exact=True)).to_be_visible()
    game = box.table()["game"]
    assert game["resources"] == {"black": 0, "grey": 8}
    assert game["colonies"][0] == {
        "number": 1, "kind": "city", "name": "", "merchants": ["grey"], "linked": ["grey", "black"]
    }  # fmt: skip
    assert game["colonies"][6]["merchants"] == ["black"]


def test_the_other_phone_takes_an_entry_back_by_its_name(phones: Phones, box: Box) -> None:
    two(box)
    link(box, "grey", 3)
    mine = phones.joined("black", name="Anna")
    undo = mine.get_by_role("button", name=re.compile("Undo: Bruno linked colony 3 for 2"))
    expect(undo).to_be_visible()
    hears(mine, box)
    undo.click()
    expect(mine.get_by_role("button", name=re.compile("Redo: Bruno linked colony 3"))).to_be_visible()
    expect(mine.locator("#colony-3")).to_contain_text("City 3: free, pays 5 to the first.")
    assert box.table()["game"]["supplies"]["grey"]["merchants"] == 12


def test_undoing_across_a_turn_says_whose_turn_that_was(phones: Phones, box: Box) -> None:
    two(box)
    link(box, "grey", 3)
    box.act("end-turn")
    phone = phones.joined("black", name="Anna")
    phone.locator("#ask-undo > summary").click()
    expect(phone.get_by_text("This goes back to: turn 1, Bruno.")).to_be_visible()
    phone.get_by_role("button", name="Yes, undo it").click()
    turn_of(phone, "Bruno")


@SCRIPTS
def test_who_keeps_more_than_four_is_asked_before_the_turn_ends(
    phones: Phones, box: Box, scripts: bool
) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno", scripts=scripts)
    phone.locator("#ask-end-turn > summary").click()
    expect(phone.locator("#ask-end-turn")).to_contain_text("2 resources of the next income will be lost")
    assert box.table()["game"]["active"] == "grey"
    phone.get_by_role("button", name="End it and lose 2: Anna is next").click()
    turn_of(phone, "Anna")
    assert box.table()["game"]["resources"] == {"black": 6, "grey": 6}
    box.act("end-turn")
    assert box.table()["game"]["resources"] == {"black": 6, "grey": 10}


def test_a_turn_that_another_phone_has_ended_is_not_ended_twice(phones: Phones, box: Box) -> None:
    two(box)
    link(box, "grey", 3)
    phone = phones.joined("grey", name="Bruno", scripts=False)
    box.act("end-turn")
    phone.get_by_role("button", name="End the turn: Anna is next").click()
    expect(phone.get_by_role("alert")).to_contain_text("Somebody was quicker")
    turn_of(phone, "Anna")


def test_who_cannot_connect_is_asked_and_ends_the_game_for_four(phones: Phones, box: Box) -> None:
    evening(box)
    phone = phones.joined("black", name="Anna")
    phone.locator("#ask-cannot-connect > summary").click()
    asked = phone.locator("#ask-cannot-connect")
    expect(asked).to_contain_text("Then the game ends at once")
    expect(asked).to_contain_text("The 2 resources that this turn brought are taken back.")
    expect(asked).to_contain_text("Too few resources are no reason")
    phone.get_by_role("button", name="Yes, Anna cannot connect").click()
    expect(phone.locator(HEADING)).to_have_text("The game is over")
    expect(phone.locator("#now")).to_contain_text("Anna can connect no colony any more.")
    expect(phone.locator("#now")).to_contain_text("Anna wins.")
    ranks = phone.locator("#scores .ls-ranks li")
    expect(ranks).to_have_count(4)
    expect(ranks.first).to_contain_text("Anna")
    expect(ranks.first).to_contain_text("8 gold")
    expect(phone.get_by_text("Anna wins.")).to_be_visible()
    expect(phone.get_by_role("button", name=re.compile("End the turn"))).not_to_be_attached()
    assert box.table()["game"]["ended"]["reason"] == "cannot-connect"


def test_of_two_who_cannot_connect_passes_and_the_other_goes_on(phones: Phones, box: Box) -> None:
    two(box)
    phone = phones.joined("grey", name="Bruno")
    phone.locator("#ask-cannot-connect > summary").click()
    expect(phone.locator("#ask-cannot-connect")).to_contain_text("Bruno passes from now on")
    phone.get_by_role("button", name="Yes, Bruno cannot connect").click()
    turn_of(phone, "Anna")
    expect(phone.locator("#players li").filter(has_text="Bruno")).to_contain_text("cannot connect")
    hears(phone, box)
    phone.locator("#ask-cannot-connect > summary").click()
    expect(phone.locator("#ask-cannot-connect")).to_contain_text("Then the game ends at once")
    phone.get_by_role("button", name="Yes, Anna cannot connect").click()
    expect(phone.locator(HEADING)).to_have_text("The game is over")


def test_the_end_explains_a_tie_and_a_shared_win(phones: Phones, box: Box) -> None:
    two(box)
    link(box, "grey", 1)
    box.act("end-turn")
    link(box, "black", 2, plains=2)
    box.act("end")
    phone = phones.joined("black", name="Anna")
    expect(phone.get_by_text("Bruno wins.")).to_be_visible()
    expect(phone.locator("#scores")).to_contain_text("Equal in gold (5): unspent resources decide")
    expect(phone.locator("#scores")).to_contain_text("Bruno has most of them (4)")
    box.act("correct", field="resources", value={"black": 4}, reason="counted again")
    expect(phone.get_by_text("Anna and Bruno win together.")).to_be_visible()
    expect(phone.locator("#scores")).to_contain_text("the win is shared")
    expect(phone.locator("#scores .ls-win")).to_have_count(2)


def test_the_group_ends_the_game_after_a_question(phones: Phones, box: Box) -> None:
    four(box)
    phone = phones.joined("black", name="Anna", at="/act")
    phone.locator("#end > summary").click()
    phone.locator("#ask-end > summary").click()
    phone.get_by_role("button", name="Yes, end it").click()
    expect(phone.locator(HEADING)).to_have_text("The game is over")
    expect(phone.locator("#connect")).not_to_be_attached()
    assert box.table()["game"]["ended"]["reason"] == "called"
