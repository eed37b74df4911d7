"""Starting with a scenario's own numbers: kept under a name, compared once with the board, and alone."""

from __future__ import annotations

import pytest

from tests.fakes.sitting import Sitting

NEW = {"system": "roads-and-boats", "form": "new-roads-and-boats"}


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
    assert 'value="n7"' in phone.get("/games?open=numbers").text
    assert phone.post("/games/numbers/forget", data={**NEW, "scenario": "n7"}).status_code == 200
    assert phone.post("/games/numbers", data={**NEW, "scenario": "one more"}).status_code == 200
    large = {f"options.{number}": "x" * 500 for number in range(20)}
    assert phone.post("/games/numbers", data={**NEW, "scenario": "n1", **large}).status_code == 422


@pytest.mark.parametrize("what", ["numbers", "numbers/forget", "compared"])
@pytest.mark.parametrize("page", ["//[", "http://[", "/setup?//["])
def test_a_form_from_a_page_that_cannot_be_is_answered_like_any_other(
    sitting: Sitting, what: str, page: str
) -> None:
    answer = sitting.phone().post(f"/games/{what}", data={**NEW, "page": page, "scenario": "Two islands"})
    assert answer.status_code < 500
