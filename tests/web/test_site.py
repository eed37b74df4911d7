"""The language of who asks: chosen on a page, else asked for by the browser, else English."""

from __future__ import annotations

import pytest

from tests.fakes.sitting import Sitting


@pytest.mark.parametrize(
    ("asked", "code"),
    [
        (None, "en"),
        ("", "en"),
        ("it", "it"),
        ("it-IT", "it"),
        ("IT-ch,de;q=0.9", "it"),
        ("de-DE,it;q=0.4,en;q=0.3", "it"),
        ("en-GB,it;q=0.9", "en"),
        ("fi", "en"),
        ("it;q=0,en", "en"),
        ("*", "en"),
        ("nonsense;;q=x,,", "en"),
    ],
)
def test_pages_are_in_the_browsers_preferred_language(sitting: Sitting, asked: str | None, code: str) -> None:
    headers = {} if asked is None else {"Accept-Language": asked}
    answer = sitting.stranger().get("/api/v1/nothing", headers=headers)
    assert answer.headers["Content-Language"] == code
    assert {"Accept-Language", "Cookie"} <= set(answer.vary)


def test_a_language_chosen_on_a_page_wins_if_there_is_such_a_one(sitting: Sitting) -> None:
    guest, asked = sitting.stranger(), {"Accept-Language": "en"}
    for chosen, code in (("it", "it"), ("../it", "en")):
        guest.set_cookie("language", chosen)
        assert guest.get("/api/v1/nothing", headers=asked).headers["Content-Language"] == code
