"""Seating: onlookers, lapsed codes, five or six players. No browser."""

from __future__ import annotations

import re
from html import unescape

from werkzeug.datastructures import MultiDict

from tests.fakes.sitting import CODE, Sitting
from tests.web.pages.rendering import form_of


def test_a_stranger_looks_on_and_is_shown_how_to_join(sitting: Sitting) -> None:
    page = sitting.stranger().get("/games").text
    assert "Join with the code on the box" in page
    assert "Start the game" not in page
    assert 'href="/join?back=/games"' in page
    assert 'id="looking"' not in sitting.phone().get("/games").text


def test_a_new_code_asks_every_phone_to_join_again(playing: Sitting) -> None:
    phone = playing.phone()
    playing.membership.new_code()
    for page in ("/table", "/join"):
        assert "The box does not know this phone any more" in phone.get(page).text
    assert phone.post("/join", data={"code": CODE}).status_code == 403


def test_purple_and_black_bring_the_option_for_more_players_with_them(sitting: Sitting) -> None:
    phone = sitting.phone()
    page = phone.get("/games").text
    ticks = re.findall(r'id="tick-roads-and-boats-(?:purple|black)" name="([^"]*)" value="([^"]*)"', page)
    ticked = [(name, unescape(value)) for name, value in ticks]
    four = [(f"players.@{at}.colour", each) for at, each in enumerate(("red", "yellow", "green", "blue"))]
    sent = MultiDict([*form_of(page, "f-new-roads-and-boats").items(), *four, *ticked])
    assert phone.post("/act", data=sent).status_code == 303
    assert [each["colour"] for each in sitting.game["players"]][4:] == ["purple", "black"]
    assert sitting.game["options"]["more_players"] is True
