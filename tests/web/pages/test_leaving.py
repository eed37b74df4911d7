"""The pages on which somebody leaves the game or joins it, in both games. No browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting, act
from tests.web.pages.drawn import words

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


def game(sitting: Sitting) -> dict[str, Any]:
    body: dict[str, Any] = sitting.table.snapshot.body["game"]
    return body


def shown(client: FlaskClient, address: str, language: str = "en") -> str:
    answer = client.get(address, headers={"Accept-Language": language})
    assert answer.status_code == 200
    return answer.get_data(as_text=True)


def offered(page: str, name: str) -> dict[str, list[str]]:
    """What a form offers, by field; empty where there is no such form."""
    fields: dict[str, list[str]] = {}
    for form in page.split(f'id="f-{name}"')[1:]:
        for field, value in FIELD.findall(form.split("</form>", maxsplit=1)[0]):
            fields.setdefault(field, []).append(value)
    return fields


def post(client: FlaskClient, **fields: str) -> int:
    return client.post("/act", data={**fields, "page": "/act?open=leaving"}).status_code


def test_the_forms_ask_who_what_stays_and_which_mark_holds(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, BOATS)
    page = shown(phone, "/act?open=leaving")
    leave, join = offered(page, "leave"), offered(page, "join")
    assert (leave["colour"], leave["board"]) == (["red", "blue", "yellow"], ["stays", "cleared"])
    assert leave["mark"] == join["mark"] == ["stays", "follows"]
    assert join["colour"] == ["green"]
    assert {"Space 66, as now", "Space 62, as for 2 players", "Space 69, as for 4 players"} <= set(
        re.findall(r"Space \d+, as (?:now|for \d players)", words(page))
    )
    assert post(phone, type="leave", colour="blue", board="cleared", mark="follows") == 303
    assert (game(playing)["left"], game(playing)["wonder"]["ends_at"]) == (["blue"], 62)
    assert post(phone, type="join", colour="green", name="Gianni", mark="stays") == 303
    assert game(playing)["temple"] == ["red", "yellow", "green"]
    assert "Gianni joined the game" in words(shown(phone, "/log"))
    assert "Blue left the game: fleet taken off (end mark by the number of players)" in words(
        shown(phone, "/log")
    )


@pytest.mark.parametrize(("language", "said"), [("en", "has left"), ("it", "ha lasciato la partita")])
@pytest.mark.parametrize(("start", "gone"), [(BOATS, "blue"), (STRADA, "grey")])
def test_who_has_left_is_shown_as_left_and_nothing_is_offered_for_him(
    playing: Sitting, start: dict[str, Any], gone: str, language: str, said: str
) -> None:
    phone = playing.phone(gone)
    act(phone, start)
    act(phone, {"type": "leave", "colour": gone})
    assert said in words(shown(phone, "/table", language))
    page = shown(phone, "/act?open=leaving", language)
    assert gone not in offered(page, "leave").get("colour", ())
    assert offered(page, "join")["colour"][0] == gone
    assert f"/act?for={gone}" not in page
    assert f'id="f-call-{gone}"' not in page
    act(phone, {"type": "end"})
    assert said in words(shown(phone, "/table", language))


def test_while_the_order_is_being_settled_one_may_leave_but_not_join(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, BOATS)
    act(phone, {"type": "call-for-order", "colour": "red"})
    page = shown(phone, "/act?open=leaving")
    assert offered(page, "join") == {}
    assert "Somebody can join once that is done" in words(page)
    assert post(phone, type="leave", colour="red", board="stays") == 303
    assert game(playing)["order"]["asks"] == "blue"


def test_a_refusal_names_a_cure_in_both_languages(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, STRADA)
    act(phone, {"type": "leave", "colour": "grey"})
    page = shown(phone, "/act?open=leaving")
    assert offered(page, "leave") == {}
    assert "La Strada needs two players" in words(page)
    assert post(phone, type="leave", colour="red", board="stays") == 422
    assert post(phone, type="join", colour="grey") == 303
    assert post(phone, type="leave", colour="red", board="stays") == 303


@pytest.mark.parametrize(
    "start",
    [
        {**BOATS, "players": [{"colour": "red"}], "options": {}},
        {**STRADA, "players": [{"colour": "red"}, {"colour": "grey"}]},
    ],
)
def test_where_the_number_is_fixed_nobody_is_asked(playing: Sitting, start: dict[str, Any]) -> None:
    phone = playing.phone()
    assert act(phone, start).status_code == 200
    assert 'id="leaving"' not in shown(phone, "/act")
