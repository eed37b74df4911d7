"""Whatever an evening of La Strada brings, every page is drawn in words, in both languages. No browser."""

from __future__ import annotations

import pytest

from tests.fakes.sitting import Sitting, act


@pytest.mark.parametrize(
    "query",
    [
        "colony=999",
        "colony=x&plains=x",
        "plains=-4&hills=99999999999",
        "way=nobody-1&colony=2",
        "colony=",
        "forests=1",
    ],
)
def test_a_choice_that_cannot_be_is_drawn_as_none(sitting: Sitting, query: str) -> None:
    phone = sitting.phone(colour="grey")
    seats = [{"colour": "grey"}, {"colour": "red"}]
    act(phone, {"type": "start", "system": "la-strada", "players": seats})
    drawn = phone.get(f"/act?{query}")
    assert drawn.status_code == 200
    assert "Choose a colony and the tiles of the road" in drawn.get_data(as_text=True)
    assert 'id="f-connect"' not in drawn.get_data(as_text=True)
