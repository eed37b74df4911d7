"""The rulebook on a phone: found, searched, and at hand in every phase, with and without scripts."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones, changed, hears, visit
from tests.fakes.sitting import Sitting
from tests.web.pages.reaching import fits, stands_out


def test_the_rulebook_is_read_without_a_game(phones: Phones) -> None:
    phone = phones.phone()
    visit(phone, "/rules")
    expect(phone.get_by_text("257 rules")).to_be_visible()
    expect(phone.locator("#book > details")).to_have_count(21)
    phone.locator("[id='05-mines'] > summary").click()
    expect(phone.locator("#RB-MINE-09")).to_contain_text("A mine with an empty bag gives nothing.")
    phone.get_by_role("link", name="An empty mine").click()
    expect(phone).to_have_url(re.compile("/rules/RB-MINE-09$"))
    phone.get_by_role("link", name="Its place in the rulebook").click()
    expect(phone.locator("#RB-MINE-09")).to_be_in_viewport()


def test_a_phone_finds_rules_by_words_and_by_their_name(phones: Phones) -> None:
    phone = phones.phone()
    visit(phone, "/rules")
    phone.get_by_label("Search the rules").fill("IRRIGATION pasture")
    phone.get_by_role("button", name="Search").click()
    expect(phone.locator("#RB-WON-10")).to_be_visible()
    expect(phone.locator("#RB-MINE-09")).not_to_be_attached()
    phone.get_by_label("Search the rules").fill("rb-mine-09")
    phone.get_by_role("button", name="Search").click()
    expect(phone.get_by_text("1 answer", exact=True)).to_be_visible()
    phone.get_by_label("Search the rules").fill("xylophone")
    phone.get_by_role("button", name="Search").click()
    expect(phone.get_by_role("main").get_by_role("status")).to_contain_text("xylophone")


@pytest.mark.parametrize("search", ["l'ordine", "l’ordine", "L'ORDINE"])
def test_the_italian_rulebook_is_searched_whichever_apostrophe_is_typed(
    playing: Sitting, search: str
) -> None:
    guest = playing.stranger()
    answer = guest.get("/rules", query_string={"q": search}, headers={"Accept-Language": "it"})
    assert "RB-TURN-03" in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    ("search", "rule"),
    [("incassa", "RB-CONF-03"), ("Incassa", "RB-CONF-04"), ("pesca", "RB-MINE-08"), ("Pesca", "RB-MINE-11")],
)
def test_the_italian_rulebook_is_searched_by_what_the_buttons_say(
    playing: Sitting, search: str, rule: str
) -> None:
    answer = playing.stranger().get("/rules", query_string={"q": search}, headers={"Accept-Language": "it"})
    assert f'id="{rule}"' in answer.get_data(as_text=True)


def test_the_italian_rulebook_is_searched_without_accents(playing: Sitting) -> None:
    guest = playing.stranger()
    with_accent, without = (
        re.findall(r'id="(RB-[^"]+)"', guest.get(f"/rules?q={word}", headers={"Accept-Language": "it"}).text)
        for word in ("più", "piu")
    )
    assert with_accent
    assert with_accent == without


def test_the_temple_shows_three_worked_rows_and_folds_the_rest_also_without_scripts(phones: Phones) -> None:
    phone = phones.phone(scripts=False)
    phone.goto("/rules/RB-CONF-04")
    rows = phone.locator("#RB-CONF-04 .example")
    expect(rows).to_have_count(11)
    expect(rows.locator("visible=true")).to_have_count(3)
    phone.get_by_text("8 more examples").click()
    expect(rows.locator("visible=true")).to_have_count(11)
    phone.goto("/rules?q=TV-RB-TEMPLE-15")
    expect(phone.get_by_text("TV-RB-TEMPLE-15")).to_be_visible()


def test_a_house_rule_is_told_with_whether_it_is_on(phones: Phones, box: Box) -> None:
    box.start(amb_04=True)
    phone = phones.phone()
    visit(phone, "/rules/RB-LIVE-04")
    expect(phone.get_by_text("on in this game")).to_be_visible()
    expect(phone.get_by_text("“Every even number of animals breeds”")).to_be_visible()
    expect(phone.get_by_text("TV-RB-BREED-03")).to_be_visible()
    visit(phone, "/rules/RB-WON-06")
    expect(phone.get_by_text("in this game")).not_to_be_attached()


def test_a_chapter_that_stands_open_is_told_anew_when_a_house_rule_is_switched(
    phones: Phones, box: Box
) -> None:
    box.start()
    phone = phones.joined(at="/rules")
    phone.locator("[id='07-livestock'] > summary").click()
    phone.locator("[id='01-principles'] > summary").click()
    switch = phone.locator("#RB-LIVE-04 .switch .tag")
    expect(switch).to_have_text("off in this game")
    principle = phone.locator("#in-01-principles .law").first
    principle.evaluate("each => { each.dataset.mine = 'kept'; }")
    with changed(phone):
        box.act("advance")
    expect(principle).to_have_attribute("data-mine", "kept")
    box.act("correct", field="option", value={"amb_04": True}, reason="agreed")
    expect(switch).to_have_text("on in this game")
    expect(phone.locator("[id='07-livestock'][open]")).to_be_attached()


def test_without_scripts_a_chapter_is_one_link_away(phones: Phones, box: Box) -> None:
    box.start(amb_04=True)
    phone = phones.phone(scripts=False)
    phone.goto("/rules")
    chapter = phone.locator("[id='07-livestock']")
    chapter.locator("summary").click()
    chapter.get_by_role("link", name="Read “Livestock”").click()
    expect(phone.locator("#RB-LIVE-04")).to_contain_text("on in this game")
    expect(phone.locator("#RB-LIVE-01")).to_be_visible()
    expect(phone.locator("#RB-MINE-09")).not_to_be_attached()


def test_the_rules_of_a_phase_lead_to_their_worked_examples(phones: Phones) -> None:
    phone = phones.phone(scripts=False)
    phone.goto("/rules?phase=wonder")
    phone.locator("#RB-WON-05").get_by_role("link", name=re.compile("worked example")).click()
    expect(phone.locator("#RB-WON-05 .example").first).to_be_visible()


def test_a_rule_that_there_is_not_is_said_so(playing: Sitting) -> None:
    answer = playing.stranger().get("/rules/RB-NONE-99")
    assert answer.status_code == 404
    assert "RB-NONE-99" in answer.text


def test_each_phase_shows_its_rules_and_what_is_automatic(phones: Phones, box: Box) -> None:
    box.start(amb_11=True)
    phone = phones.joined()
    for phase, automatic, rule in (
        ("production", "The box draws the ore", "RB-PROD-02"),
        ("movement", "Only the order of play", "RB-MOVE-01"),
        ("building", "checks the research", "RB-BUILD-01"),
        ("wonder", "the price of each brick", "RB-WON-05"),
    ):
        box.phase(phase)
        visit(phone, "/table")
        hears(phone, box)
        phone.locator("#rules-now > summary").click()
        expect(phone.locator("#rules-now .automatic")).to_contain_text(automatic)
        expect(phone.locator("#rules-now .law p.id", has_text=rule)).to_be_attached()
    expect(phone.locator("#rules-now")).to_contain_text("Bricks are paid with goods on the tile only")


def test_without_scripts_the_rules_of_a_phase_are_one_link_away(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined(scripts=False, at="/table")
    phone.locator("#rules-now > summary").click()
    phone.get_by_role("link", name=re.compile("rules of this phase: production")).click()
    expect(phone.locator("#RB-PROD-02")).to_be_visible()
    expect(phone.locator("#RB-BUILD-01")).not_to_be_attached()


def test_the_final_table_has_the_points_of_every_row(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("wonder")
    for colour, count in (("red", 3), ("green", 1), ("blue", 2)):
        box.act("buy-brick", colour=colour, count=count)
    box.act("end")
    box.act("count-wealth", colour="blue", gold=3, coins=2, stock=1)
    phone = phones.joined()
    table = phone.get_by_role("table")

    def cells(row: int) -> list[str]:
        return [each.strip() for each in table.locator("tr").nth(row).locator("td").all_inner_texts()]

    expect(table).to_be_visible()
    assert table.locator("thead .hide").all_inner_texts() == ["Dieter", "Anna", "Green", "Bartolomeo"]
    assert cells(1) == ["·", "7", "2", "·"]
    assert cells(2) == ["10", "·", "·", "·"]
    assert cells(3) == ["10", "7", "2", "0"]
    assert cells(7) == ["240", "7", "2", "0"]


def test_points_are_shown_in_the_game_only_to_a_group_that_wants_them(phones: Phones, box: Box) -> None:
    box.start()
    phone = phones.joined()
    expect(phone.get_by_role("heading", name="Standings")).not_to_be_attached()
    box.act("correct", field="option", value={"standings": True}, reason="wanted")
    expect(phone.get_by_role("heading", name="Standings")).to_be_visible()


def test_production_says_what_it_brings_and_what_may_be_upgraded(phones: Phones, box: Box) -> None:
    box.start()
    box.phase("building")
    box.act("build-mine", number=7, colour="blue", mixture="standard")
    box.act("build", building="woodcutter", by=3)
    box.act("build", building="sawmill", by=1)
    box.phase("production")
    phone = phones.joined()
    expect(phone.locator("#expected")).to_contain_text("3 trunks")
    expect(phone.locator("#expected")).to_contain_text("Mine 7 is still to be drawn.")
    expect(phone.locator("#expected")).to_contain_text(re.compile(r"Sawmill\s*6 boards"))
    visit(phone, "/act?for=red&open=research")
    phone.get_by_role("button", name="Truck factory").click()
    expect(phone.locator("#research")).to_contain_text("Only until this phase ends.")


@pytest.mark.parametrize("language", ["en", "it"])
def test_the_rules_fit_a_small_phone_and_every_control_has_a_name_and_room_for_a_thumb(
    onlookers: Phones, box: Box, language: str
) -> None:
    box.start(standings=True, amb_04=True)
    phone = onlookers.joined(language=language)
    for page in ("/rules", "/rules?phase=wonder", "/rules/RB-LIVE-04?back=/act", "/table", "/act"):
        fits(phone, page)


def test_rules_stand_out_from_their_ground(onlookers: Phones, box: Box) -> None:
    box.start()
    phone = onlookers.joined()
    for page in ("/rules?q=gold", "/rules/RB-LIVE-04", "/aids", "/aids/row?form=0&own=2&others=3"):
        stands_out(phone, page)
