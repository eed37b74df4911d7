"""Starting with a scenario's own numbers: kept under a name, compared once with the board, and alone."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.fakes.browsing import Box, Phones
from tests.fakes.sitting import Sitting

FORM = "#f-new-roads-and-boats"
NEW = {"system": "roads-and-boats", "form": "new-roads-and-boats"}


def fold(phone: Page, name: str) -> None:
    phone.locator(f"#{name}-roads-and-boats > summary").click()


@pytest.mark.parametrize("scripts", [True, False])
def test_numbers_are_kept_under_a_name_and_fill_in_another_start(
    phones: Phones, box: Box, scripts: bool
) -> None:
    phone = phones.joined(scripts=scripts, at="/games")
    fold(phone, "new")
    fold(phone, "limits")
    phone.locator(FORM).locator("[name='options.neutral:int']").fill("25")
    fold(phone, "numbers")
    phone.locator(FORM).locator("[name=scenario]").fill("Two islands")
    phone.get_by_role("button", name="Keep these numbers").click()
    expect(phone.get_by_role("alert")).to_contain_text("Kept as “Two islands”")
    expect(phone.locator("[name='options.neutral:int']")).to_have_value("25")
    phone.goto("/games")
    expect(phone.locator("[name='options.neutral:int']")).to_have_value("33")
    fold(phone, "new")
    fold(phone, "numbers")
    phone.get_by_role("link", name="Two islands").click()
    expect(phone.locator("[name='options.neutral:int']")).to_have_value("25")
    phone.locator(FORM).get_by_role("button", name=re.compile("^Start")).click()
    expect(phone).to_have_url(re.compile(r"/table(\?did=\d+)?$"))
    assert box.table()["game"]["wonder"]["neutral_left"] == 25
    phone.goto("/games?open=numbers")
    fold(phone, "new")
    phone.locator(FORM).locator("[name=scenario]").fill("Two islands")
    phone.get_by_role("button", name="Let them go").click()
    expect(phone.get_by_role("link", name="Two islands")).not_to_be_attached()


def test_what_has_no_name_is_not_kept(sitting: Sitting) -> None:
    phone = sitting.phone()
    for name in ("", " ", "x" * 31, "a\nb"):
        answer = phone.post("/games/numbers", data={**NEW, "scenario": name, "options.neutral:int": "7"})
        assert answer.status_code == 422
        assert 'value="7"' in answer.text
    assert phone.post("/games/numbers/forget", data={**NEW, "scenario": "none"}).status_code == 422


def test_only_a_member_keeps_numbers_and_only_of_an_existing_game(sitting: Sitting) -> None:
    assert sitting.stranger().post("/games/numbers", data={**NEW, "scenario": "a"}).status_code == 303
    assert sitting.phone().post("/games/numbers", data={"system": "none", "scenario": "a"}).status_code == 400
    foreign = {"Origin": "http://evil.example"}
    assert sitting.phone().post("/games/compared", data=NEW, headers=foreign).status_code == 403


def test_no_more_is_kept_than_there_is_room_for(sitting: Sitting) -> None:
    phone = sitting.phone()
    for number in range(50):
        kept = phone.post("/games/numbers", data={**NEW, "scenario": f"n{number}"})
        assert kept.status_code == 200
    assert phone.post("/games/numbers", data={**NEW, "scenario": "one more"}).status_code == 422
    large = {f"options.{number}": "x" * 500 for number in range(20)}
    assert phone.post("/games/numbers", data={**NEW, "scenario": "n1", **large}).status_code == 422


@pytest.mark.parametrize("what", ["numbers", "numbers/forget", "compared"])
@pytest.mark.parametrize("page", ["//[", "http://[", "/setup?//["])
def test_a_form_from_a_page_that_cannot_be_is_answered_like_any_other(
    sitting: Sitting, what: str, page: str
) -> None:
    answer = sitting.phone().post(f"/games/{what}", data={**NEW, "page": page, "scenario": "Two islands"})
    assert answer.status_code < 500
