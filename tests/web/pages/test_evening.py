"""An evening by thumb: waiting for a game, its start, and a turn from two phones."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.fakes.browsing import CODE, Box, Phones, live, visit, wait_until_current

HEADING = "main h1"
AT_TABLE = re.compile(r"/table(\?did=\d+)?$")


def test_waiting_phones_see_new_members_and_go_to_the_table_with_the_game(phones: Phones, box: Box) -> None:
    waiting = [phones.joined(at=page) for page in ("/setup?system=la-strada", "/join")]
    reading, stranger = phones.joined(at="/rules"), phones.phone()
    visit(stranger, f"/j/{CODE}")
    phones.joined("yellow", name="Bruno")
    for each in (*waiting, stranger):
        expect(each.locator("#lobby")).to_contain_text("Bruno")
    expect(stranger.get_by_label("Yellow taken")).to_be_visible()
    players = [{"colour": "red", "name": "Anna"}, {"colour": "yellow", "name": "Bruno"}]
    box.act("start", system="la-strada", players=players)
    for each in (*waiting, stranger):
        expect(each).to_have_url(re.compile("/table$"))
        live(each)
    expect(reading).to_have_url(re.compile("/rules$"))


def test_a_game_is_started_and_a_turn_played_and_undone_from_two_phones(phones: Phones, box: Box) -> None:
    mine = phones.joined()
    expect(mine.locator("#own-seed")).to_have_text(re.compile("This phone has added: [0-9a-f]{32}$"))
    visit(mine, "/games")
    wait_until_current(mine, box)
    assert box.table()["next"]["seeds"] == 1, "a phone adds to the dice by itself and once"
    yours = phones.joined("blue", name="Dieter")
    expect(yours.locator("#own-seed")).to_be_attached()
    mine.get_by_text("New game: Roads & Boats").click()
    form = mine.locator("#f-new-roads-and-boats")
    form.locator("#limits-roads-and-boats > summary").click()
    form.locator("[name='options.neutral:int']").fill("25")
    form.locator("#numbers-roads-and-boats > summary").click()
    form.locator("[name=scenario]").fill("Two islands")
    form.get_by_role("button", name="Keep these numbers").click()
    expect(mine.get_by_role("alert")).to_contain_text("Kept as “Two islands”")
    expect(form.locator("[name='options.neutral:int']")).to_have_value("25")
    form.get_by_label("Yellow plays").uncheck()
    form.get_by_label("Name of Black").fill("Nora")
    expect(form.get_by_label("Black plays")).to_be_checked()
    form.get_by_role("button", name="Start the game").click()
    for phone in (mine, yours):
        expect(phone).to_have_url(AT_TABLE)
    assert box.table()["game"]["luck"]["seeds"] == 2, "who starts adds anew, in the place of the first"
    for phase in ("Production", "Movement", "Building"):
        expect(mine.locator(HEADING)).to_have_text(phase)
        wait_until_current(mine, box)
        mine.locator("#f-advance button").click()
    expect(mine.locator(HEADING)).to_have_text("Wonder")
    wait_until_current(mine, box)
    mine.get_by_text("A brick for another player").click()
    mine.get_by_role("button", name="Nora: 1 good").click()
    expect(mine.locator("#toast")).to_contain_text("Nora bought a brick")
    undo = yours.get_by_role("button", name=re.compile(r"Undo “Nora bought a brick.* s ago"))
    expect(undo).to_be_visible()
    expect(yours.locator("#said")).to_contain_text("Nora bought a brick")
    wait_until_current(yours, box)
    undo.click()
    expect(yours.locator("#toast")).to_contain_text("Undone: Nora bought a brick")
    expect(mine.get_by_role("button", name=re.compile("Redo “Nora bought a brick"))).to_be_visible()
    assert box.table()["game"]["wonder"]["bricks"] == []
