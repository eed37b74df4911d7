"""The pages for leaving and joining a running game, in both games. No browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting, act, shown
from tests.web.pages.rendering import words

BOATS = {
    "type": "start", "system": "roads-and-boats", "replace": True,
    "players": [{"colour": "red", "name": "Rosa"}, {"colour": "blue"}, {"colour": "yellow"}],
    "options": {"temple": ["red", "blue", "yellow"]},
}  # fmt: skip
STRADA = {
    "type": "start", "system": "la-strada", "replace": True,
    "players": [{"colour": "red", "name": "Rosa"}, {"colour": "grey"}, {"colour": "yellow"}],
}  # fmt: skip
FIELD = re.compile(r'<input[^>]*name="(\w+)" value="(\w*)"')


def offered(page: str, name: str) -> dict[str, list[str]]:
    """What a form offers, by field; empty where there is no such form."""
    fields: dict[str, list[str]] = {}
    for form in page.split(f'id="f-{name}"')[1:]:
        for field, value in FIELD.findall(form.split("</form>", maxsplit=1)[0]):
            fields.setdefault(field, []).append(value)
    return fields


def post(client: FlaskClient, **fields: str) -> int:
    return client.post("/act", data={**fields, "page": "/act?open=leaving"}).status_code


def test_a_player_in_anothers_seat_takes_over_no_entry(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, {**BOATS, "players": [{"colour": "red", "name": "Anna"}, {"colour": "blue", "name": "Bruno"}],
                "options": {"temple": ["red", "blue"]}})  # fmt: skip
    act(phone, {"type": "research", "colour": "blue", "subject": "truck"})
    act(phone, {"type": "leave", "colour": "blue"})
    act(phone, {"type": "join", "colour": "blue", "name": "Ivo"})
    act(phone, {"type": "change-fleet", "colour": "blue", "transporter": "raft", "by": 1})
    now = playing.game["id"]
    log = words(shown(phone, "/log"))
    expected = ("Ivo: raft +1", "Ivo joined the game", "Bruno left the game", "Bruno researched")
    assert sorted(expected, key=log.index) == list(expected)
    assert "Ivo left" not in log
    report = words(shown(phone, f"/report/{now}"))
    assert "Bruno leaves the game" in report
    assert "Ivo joins" in report
    everybody = "Anna, Ivo and Bruno"
    for address in ("/games", f"/games/{now}/at/2"):
        assert everybody in words(shown(phone, address)), address
    moments = phone.get(f"/api/v1/games/{now}/report").get_json()["report"]["moments"]
    messages = [each["said"]["message"] for each in moments]
    assert messages[-2:] == ["Bruno leaves the game.", "Ivo joins the game."]
    act(phone, {"type": "undo"})
    act(phone, {"type": "undo"})
    assert "Undone: Ivo joined the game" in words(shown(phone, "/log"))
    assert "Anna and Bruno" in words(shown(phone, "/games"))


@pytest.mark.parametrize("start", [BOATS, STRADA])
def test_the_phone_of_a_player_who_left_acts_for_no_seat_until_it_chooses(
    playing: Sitting, start: dict[str, Any]
) -> None:
    phone = playing.phone()
    act(phone, start)
    act(phone, {"type": "leave", "colour": "red"})
    for page in ("/table", "/log", "/act"):
        bar = shown(phone, page).partition('id="now-bar"')[2]
        assert "You have left the game" in bar
        assert "<button" not in bar
    page = shown(phone, "/act?for=red")
    chosen = set(re.findall(r'class="chip" href="/act\?for=(\w+)"', page))
    assert chosen == {each["colour"] for each in start["players"]} - {"red"}
    assert set(re.findall(r'<form[^>]*id="([^"]*)"', page)) == {"f-come-back"}
    assert offered(page, "come-back")["colour"] == ["red"]
    for colour in chosen:
        assert "f-come-back" not in shown(phone, f"/act?for={colour}")
    assert post(phone, type="join", colour="red") == 303
    assert "You have left" not in shown(phone, "/act")


def test_a_returning_player_is_asked_for_the_mark_and_waits_while_the_order_is_settled(
    playing: Sitting,
) -> None:
    phone = playing.phone()
    act(phone, BOATS)
    act(phone, {"type": "leave", "colour": "red", "mark": "follows"})
    assert offered(shown(phone, "/act"), "come-back")["mark"] == ["stays", "follows"]
    act(phone, {"type": "call-for-order", "colour": "blue"})
    page = shown(phone, "/act")
    assert offered(page, "come-back") == {}
    assert "Somebody can join once that is done" in words(page)


@pytest.mark.parametrize("start", [BOATS, STRADA])
def test_a_phone_that_only_looks_on_has_one_button_in_the_bar(
    playing: Sitting, start: dict[str, Any]
) -> None:
    act(playing.phone(), start)
    bar = shown(playing.stranger(), "/table").partition('id="now-bar"')[2].partition("</section>")[0]
    assert re.findall(r'href="([^"]*)"', bar) == ["/join?back=/table"]
    assert "<button" not in bar
    assert "<summary" not in bar
