"""The pages tell what proves a game, what was done to chance, and let each phone add to the dice."""

from __future__ import annotations

import re

from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, live, visit, wait_until_current
from tests.fakes.sitting import START, Sitting, act


def shown(sitting: Sitting, path: str) -> str:
    page: str = sitting.phone().get(path).get_data(as_text=True)
    return page


def test_the_page_about_the_game_shows_all_of_both_fingerprints(playing: Sitting) -> None:
    game = playing.table.snapshot.body["game"]
    page = shown(playing, "/about")
    assert f'<dd class="num">{game["head"]}</dd>' in page
    assert f'<dd class="num">{game["commitment"]}</dd>' in page
    assert "The dice are the box&#39;s alone" in page
    assert 'id="luck"' not in page, "chance was left alone"
    assert 'id="luck"' not in shown(playing, "/log")


def test_it_and_the_log_show_interventions_in_chance(playing: Sitting) -> None:
    phone = playing.phone()
    for command in (
        {**START, "replace": True},
        {"type": "build-mine", "number": 1, "colour": "red", "mixture": "standard", "late": True},
        {"type": "draw", "number": 1},
        {"type": "void-draw", "number": 1, "reason": "two came out"},
    ):
        assert act(phone, command).status_code == 200
    for path in ("/about", "/log"):
        assert "What was done to chance: 1 draw voided and 2 starts until this one." in shown(playing, path)
    assert "the start number 2 in a row" in shown(playing, "/log")


def test_without_a_script_a_phone_adds_what_it_types(sitting: Sitting) -> None:
    phone = sitting.phone()
    page = phone.get("/games").get_data(as_text=True)
    promised = sitting.table.snapshot.body["next"]["commitment"]
    assert promised in page
    assert 'id="f-add-seed"' in page
    assert "So far the dice are the box&#39;s alone." in page
    added = phone.post("/act", data={"type": "add-seed", "seed": "a die on my table", "page": "/games"})
    assert added.status_code == 303
    page = phone.get("/games").get_data(as_text=True)
    assert "This phone has added: a die on my table" in page
    assert "1 phone has added something." in page
    assert 'id="f-add-seed"' not in page
    other = sitting.phone().get("/games").get_data(as_text=True)
    assert 'id="own-seed"' not in other
    assert 'id="f-add-seed"' in other
    assert 'id="f-add-seed"' not in sitting.stranger().get("/games").get_data(as_text=True)


def test_a_phone_that_may_start_a_game_adds_by_itself_and_once(phones: Phones, box: Box) -> None:
    phone = phones.joined()
    expect(phone.locator("#own-seed")).to_have_text(re.compile("This phone has added: [0-9a-f]{32}$"))
    visit(phone, "/games")
    wait_until_current(phone, box)
    assert box.table()["next"]["seeds"] == 1
    other = phones.joined("blue", name="Bea")
    expect(other.locator("#own-seed")).to_be_attached()
    assert box.table()["next"]["seeds"] == 2
    other.get_by_text("New game: Roads & Boats").click()
    for colour in ("Red", "Blue"):
        other.get_by_label(f"{colour} plays").check()
    other.get_by_role("button", name="Start the game").click()
    expect(other).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    assert box.table()["game"]["luck"]["seeds"] == 2, "who starts adds anew, in the place of the first"


def test_while_a_game_runs_no_phone_adds_by_itself(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(at="/games")
    live(phone)
    expect(phone.locator("#f-add-seed")).to_be_attached()
    phone.get_by_label("Something that nobody can guess").fill("seven of hearts")
    phone.get_by_role("button", name="Add to the dice").click()
    expect(phone.locator("#own-seed")).to_have_text("This phone has added: seven of hearts")
    assert box.table()["next"]["seeds"] == 1
