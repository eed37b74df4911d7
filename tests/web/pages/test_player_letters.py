"""A player's letter is the display's on every phone, in every language."""

from __future__ import annotations

import re

import pytest

from tests.fakes.sitting import Sitting, act

START = {
    "type": "start",
    "system": "roads-and-boats",
    "players": [{"colour": "yellow", "name": "Anna"}, {"colour": "black", "name": "Bo"}],
    "options": {"more_players": True},
}
TOKEN = re.compile(r'<i class="tok (\w+)" aria-hidden="true">(\w*)</i>')


@pytest.mark.parametrize(("box", "yellow", "black"), [("en", "Y", "K"), ("it", "G", "N")])
@pytest.mark.parametrize("phone", ["en", "it"])
def test_a_player_has_the_letter_that_stands_on_the_display(
    sitting: Sitting, phone: str, box: str, yellow: str, black: str
) -> None:
    sitting.app = sitting.app_with(language=box)
    client = sitting.phone()
    assert act(client, START).status_code == 200
    drawn = client.get("/table", headers={"Accept-Language": phone}).get_data(as_text=True)
    letters = dict(TOKEN.findall(drawn))
    assert (letters["yellow"], letters["black"]) == (yellow, black)
