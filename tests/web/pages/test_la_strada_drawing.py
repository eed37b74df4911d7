"""Whatever an evening of La Strada brings, every page is drawn in words, in both languages. No browser."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting, act


@pytest.mark.parametrize(
    "query",
    [
        "colony=999",
        "colony=x&plains=x",
        "plains=-4&hills=99999999999",
        "way=nobody-1&colony=2",
        "colony=",
        "colony=2",
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


def chosen(phone: FlaskClient, **posted: str) -> list[str]:
    """The headings of the colony that is chosen, which was so as a new city, or in a form that comes back."""
    drawn = (
        phone.post("/act", data={"type": "connect", "page": "/act", "form": "connect", **posted})
        if posted
        else phone.get("/act?builds=grey&colony=city")
    )
    return re.findall(r"<h3>.*?<span>(.*?)</span>", drawn.get_data(as_text=True))


def test_a_new_colony_stays_new_when_another_player_is_the_first_at_the_one_that_was_next(
    sitting: Sitting,
) -> None:
    phone = sitting.phone(colour="grey")
    seats = [{"colour": "red"}, {"colour": "grey"}, {"colour": "black"}]
    act(phone, {"type": "start", "system": "la-strada", "players": seats})
    assert chosen(phone) == ["City 1, new"]
    late = str(sitting.table.snapshot.version)
    act(phone, {"type": "connect", "colour": "red", "colony": 1, "plains": 1})
    act(phone, {"type": "end-turn"})
    assert chosen(phone) == ["City 2, new"]
    assert chosen(phone, colour="grey", colony="1", plains="1", expects=late) == []
