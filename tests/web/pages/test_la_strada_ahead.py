"""The turn before was not ended: a refusal's cure works by one tap, and nothing that was typed is lost."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones
from tests.web.pages.strada import brings, four, link, two

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])


@SCRIPTS
def test_a_road_for_the_next_player_ends_the_turn_that_runs_and_says_first_what_that_loses(
    phones: Phones, box: Box, scripts: bool
) -> None:
    four(box)
    link(box, "black", 1)
    box.act("correct", field="resources", value={"black": 7}, reason="counted")
    phone = phones.joined("grey", name="Bartolomeo", scripts=scripts, at="/act")
    phone.get_by_role("navigation", name="Who builds?").get_by_role("link", name="Bartolomeo").click()
    phone.wait_for_url("**builds=grey**")
    phone.goto("/act?builds=grey&colony=1&plains=2")
    expect(brings(phone)).to_contain_text("City 1")
    expect(brings(phone).locator(".ls-worth li").filter(has_text="Bartolomeo")).to_contain_text(
        "0 → 4 in all"
    )
    brings(phone).get_by_text("Connect colony 1 for 4").click()
    expect(brings(phone)).to_contain_text("The turn of Anna still runs.")
    expect(brings(phone)).to_contain_text("Anna loses 3 resources of the next income by that.")
    brings(phone).get_by_role("button", name="End the turn of Anna, then connect").click()
    expect(phone.locator("#ask-undo")).to_contain_text(
        "Anna ended the turn and kept 7; Bartolomeo linked colony 1 for 4"
    )
    game = box.table()["game"]
    assert (game["active"], game["resources"]["grey"], game["colonies"][0]["linked"]) == (
        "grey", 2, ["black", "grey"],
    )  # fmt: skip


@SCRIPTS
def test_what_is_refused_in_another_players_turn_is_offered_with_the_end_of_that_turn(
    phones: Phones, box: Box, scripts: bool
) -> None:
    four(box)
    phone = phones.joined("black", name="Anna", scripts=scripts, at="/act?colony=4&plains=1")
    expect(brings(phone)).to_contain_text("City 4")
    box.act("correct", field="active", value="red", reason="he was forgotten")
    box.act("correct", field="resources", value={"red": 6}, reason="counted")
    phone.goto("/act?colony=4&plains=1&builds=black")
    version = box.table()["version"]
    phone.evaluate(
        """() => { const form = document.querySelector('#f-connect');
        form.querySelector("[name='end_turn']").remove(); form.submit(); }"""
    )
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text("It is Dieter's turn.")
    expect(alert).to_contain_text("Dieter loses 2 resources of the next income by that.")
    expect(phone.locator("#connect [name=colony]:checked")).to_have_value("4")
    assert box.table()["version"] == version
    alert.get_by_role("button", name="End that turn, and go on with this").click()
    expect(phone.locator("#ask-undo")).to_contain_text("Anna linked colony 4 for 2")
    game = box.table()["game"]
    assert (game["turn"], game["active"], game["colonies"][3]["linked"]) == (2, "black", ["black"])


def test_a_turn_ended_too_early_is_taken_back_and_what_was_entered_goes_on(phones: Phones, box: Box) -> None:
    four(box)
    phone = phones.joined("black", name="Anna", scripts=False, at="/act?colony=4&plains=1")
    box.act("end-turn")
    brings(phone).get_by_role("button", name="Connect colony 4 for 2").click()
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text("It is Bartolomeo's turn.")
    alert.get_by_role("button", name="It is still Anna’s turn").click()
    expect(phone.locator("#f-undo")).to_contain_text("Anna linked colony 4 for 2")
    game = box.table()["game"]
    assert (game["active"], game["resources"]["black"], game["resources"]["grey"]) == ("black", 4, 0)


@SCRIPTS
def test_a_road_is_corrected_in_one_form_and_taken_back_in_one_step(
    phones: Phones, box: Box, scripts: bool
) -> None:
    two(box)
    link(box, "grey", 1, 12)
    phone = phones.joined("grey", name="Bruno", scripts=scripts, at="/act/correct?open=fix-road")
    phone.locator("#fix-road").get_by_role("link", name="Bruno: City 1").click()
    form = phone.locator("#f-fix-road")
    expect(form.get_by_role("heading", name="Bruno: City 1")).to_be_visible()
    expect(form).to_contain_text("Entered: plain 1, forest 0, hill 0; cost 2.")
    form.get_by_label("Plain tiles").fill("0")
    form.get_by_label("Forest tiles").fill("1")
    form.get_by_label("It really leads to").select_option("2")
    form.get_by_role("button", name="Correct").click()
    expect(phone.locator("#f-undo")).to_contain_text("Corrected, road")
    game = box.table()["game"]
    assert (game["colonies"][0]["linked"], game["colonies"][1]["merchants"]) == ([], ["grey"])
    assert game["resources"]["grey"] == 1
    assert game["supplies"]["grey"] == {"plains": 17, "forests": 7, "hills": 5, "merchants": 10}
    box.act("undo")
    game = box.table()["game"]
    assert (game["colonies"][0]["linked"], game["resources"]["grey"]) == (["grey"], 2)


def test_whose_turn_it_is_and_its_number_are_one_form(phones: Phones, box: Box) -> None:
    four(box)
    for _ in range(4):
        box.act("end-turn")
    phone = phones.joined("black", name="Anna", scripts=False, at="/act/correct?open=fix-active")
    form = phone.locator("#f-fix-active")
    form.get_by_label("Dieter").check()
    form.get_by_label("Turn", exact=True).fill("1")
    form.get_by_role("button", name="Correct").click()
    expect(phone).to_have_url(re.compile("fix-active"))
    game = box.table()["game"]
    assert (game["turn"], game["active"], set(game["resources"].values())) == (1, "red", {6})


def test_the_table_says_about_how_long_it_goes_on_and_an_aid_what_joining_brings(
    phones: Phones, box: Box
) -> None:
    four(box)
    link(box, "black", 1)
    for _ in range(5):
        box.act("end-turn")
    phone = phones.joined("grey", name="Bartolomeo", scripts=False, at="/table")
    expect(phone.locator("#rounds-left")).to_contain_text(re.compile(r"About \d+ more rounds, if it goes on"))
    expect(phone.locator("#rounds-left")).to_contain_text("An estimate: Anna would be the first without")
    phone.get_by_role("link", name="What joining a colony brings").click()
    phone.get_by_role("button", name="Work it out").or_(phone.locator("form.aid button.go")).first.click()
    answer = phone.locator("#answer")
    expect(answer).to_contain_text("If Bartolomeo connects it:")
    expect(answer.get_by_role("listitem").filter(has_text="Anna")).to_contain_text(
        "5 → 4 from this colony, 5 → 4 in all"
    )
    expect(answer.get_by_role("listitem").filter(has_text="Dieter")).to_contain_text("0 → 0 in all")
