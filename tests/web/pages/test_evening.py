"""An evening by thumb: waiting for a game, its start and a turn from two phones, and all without a script."""

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


def test_the_other_buttons_of_a_start_send_its_form_elsewhere(phones: Phones, box: Box) -> None:
    phone, other = phones.joined(), phones.joined("blue", name="Dieter", at="/setup?system=la-strada")
    phone.locator("#new-roads-and-boats > summary").click()
    phone.locator("#limits-roads-and-boats > summary").click()
    phone.locator("[name='options.neutral:int']").fill("25")
    phone.locator("#numbers-roads-and-boats > summary").click()
    phone.locator("#f-new-roads-and-boats [name=scenario]").fill("Two islands")
    phone.get_by_role("button", name="Keep these numbers").click()
    expect(phone.get_by_role("alert")).to_contain_text("Kept as “Two islands”")
    expect(phone.locator("[name='options.neutral:int']")).to_have_value("25")
    visit(phone, "/setup?system=la-strada")
    phone.locator("#figures > summary").click()
    phone.locator("[name='players.@2.colour']").select_option("yellow")
    phone.get_by_role("button", name="Use this for the list").click()
    expect(other.locator("#step-markers")).to_contain_text("3 resource markers")
    phone.get_by_role("link", name="On to the start").click()
    phone.get_by_role("button", name=re.compile("^Start")).click()
    expect(phone).to_have_url(AT_TABLE)
    assert len(box.table()["game"]["players"]) == 3


def test_everything_works_without_a_script(phones: Phones, box: Box) -> None:
    phone = phones.joined(scripts=False)
    phone.get_by_text("New game: Roads & Boats").click()
    phone.get_by_label("Blue plays").check()
    phone.get_by_role("button", name="Start the game").click()
    expect(phone.locator(HEADING)).to_have_text("Production")
    box.phase("wonder")
    phone.reload()
    phone.locator("#ask-for-brick > summary").click()
    phone.locator("#f-brick-blue button").click()
    box.act("buy-brick", colour="yellow")
    phone.locator("#f-advance button").click()
    expect(phone.get_by_role("alert")).to_contain_text("Somebody was quicker")
    expect(phone.get_by_role("alert").get_by_role("listitem")).to_have_text(["Yellow bought a brick for 1"])
    phone.locator("#f-advance button").click()
    expect(phone.get_by_text("Turn 2", exact=True)).to_be_visible()
    phone.locator("#ask-undo > summary").click()
    phone.get_by_role("button", name="Yes, undo it").click()
    expect(phone.locator(HEADING)).to_have_text("Wonder")
    phone.get_by_role("link", name="Log").click()
    phone.locator(".log .gone summary").click()
    expect(phone.get_by_text("Undone: On to production")).to_be_visible()
    phone.get_by_role("link", name="Act").click()
    phone.get_by_role("link", name="Blue").click()
    phone.locator("#fleet > summary").click()
    phone.get_by_role("button", name="One more: Raft").click()
    expect(phone).to_have_url(re.compile(r"/act\?for=blue&open=fleet(&did=\d+)?#fleet$"))
    expect(phone.locator("#fleet")).to_have_attribute("open", "")
    assert box.table()["game"]["fleets"]["blue"]["raft"] == 1
