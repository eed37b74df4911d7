"""The turn before was not ended: a refusal's cure works by one tap, and nothing that was typed is lost."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.fakes.browsing import Box, Phones
from tests.web.pages.la_strada import bar, brings, four, link

SCRIPTS = pytest.mark.parametrize("scripts", [True, False], ids=["script", "no-script"])


@SCRIPTS
def test_a_road_for_the_next_player_ends_the_present_turn_and_first_shows_the_loss(
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
    bar(phone).get_by_text("Link colony 1 for 4").click()
    expect(bar(phone)).to_contain_text("Anna’s turn is not over yet.")
    expect(bar(phone)).to_contain_text("Anna loses 3 resources of the next income by that.")
    bar(phone).get_by_role("button", name="End Anna’s turn, then link").click()
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
    phone = phones.joined("black", name="Anna", scripts=scripts, at="/act?colony=new-1&plains=1")
    expect(brings(phone)).to_contain_text("City 1, new")
    box.act("correct", field="active", value="red", reason="he was forgotten")
    box.act("correct", field="resources", value={"red": 6}, reason="counted")
    phone.goto("/act?colony=new-1&plains=1&builds=black")
    version = box.table()["version"]
    phone.evaluate(
        """() => { const form = document.querySelector('#f-connect');
        form.querySelector("[name='end_turn']").remove(); form.submit(); }"""
    )
    alert = phone.get_by_role("alert")
    expect(alert).to_contain_text("It is Dieter's turn.")
    expect(alert).to_contain_text("Dieter loses 2 resources of the next income by that.")
    expect(phone.locator("#connect [name=colony]:checked")).to_have_value("new-1")
    assert box.table()["version"] == version
    alert.get_by_role("button", name="End that turn, and go on with this").click()
    expect(phone.locator("#ask-undo")).to_contain_text("Anna linked colony 1 for 2")
    game = box.table()["game"]
    assert (game["turn"], game["active"], game["colonies"][0]["linked"]) == (2, "black", ["black"])
