"""The pages on which somebody leaves the game or joins it, in both games. No browser."""

from __future__ import annotations

import re
from typing import Any

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
