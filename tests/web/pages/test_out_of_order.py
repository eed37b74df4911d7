"""What a phone enters in another player's go: refused, asked once, and taken (RB-CONF-07). No browser."""

from __future__ import annotations

import re
from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting, act, refusal
from tests.web.pages.rendering import form_of


def in_blues_go(sitting: Sitting, phase: str) -> FlaskClient:
    """The phone of Rosa, red; Blue acts before her."""
    phone = sitting.phone()
    while sitting.game["phase"] != phase:
        act(phone, {"type": "advance", "draw_rest": True})
    act(phone, {"type": "call-for-order", "colour": "red"})
    while (step := sitting.game["order"]) is not None:
        if step["step"] == "praying":
            act(phone, {"type": "pray", "colour": step["asks"], "keep": True})
        else:
            place = {"blue": 1, "red": 2}[step["asks"]]
            act(phone, {"type": "take-position", "colour": step["asks"], "position": place})
    assert sitting.game["acting"] == "blue"
    return phone


@pytest.mark.parametrize(
    ("phase", "command"),
    [
        ("production", {"type": "research", "colour": "red", "subject": "truck"}),
        ("building", {"type": "build-mine", "colour": "red", "number": 3, "mixture": "standard"}),
        ("wonder", {"type": "buy-brick", "colour": "red"}),
    ],
)
def test_the_refusal_names_the_player_in_turn_and_one_tap_enters_it_out_of_order(
    playing: Sitting, phase: str, command: dict[str, Any]
) -> None:
    phone = in_blues_go(playing, phase)
    error = refusal(act(phone, command), 422)
    assert (error["code"], error["rule"], error["params"]) == (
        "out-of-order",
        "RB-CONF-07",
        {"colour": "blue"},
    )
    refused = phone.post("/act", data={**command, "page": "/act?for=red", "id": "one"})
    assert refused.status_code == 422
    assert "Enter it out of order" in refused.text
    offers = [form_of(refused.text, name) for name in re.findall(r'id="(offer-\d)"', refused.text)]
    (again,) = [each for each in offers if "out_of_order" in each]
    assert phone.post("/act", data=again).status_code == 303
    last = playing.table.log()[-1]["command"]
    assert (last["type"], last["out_of_order"]) == (command["type"], True)
    assert "(out of order)" in phone.get("/log").text
    assert "(out of order)" in phone.get("/table").text, "on the button that would take it back"
    assert playing.game["acting"] == "blue"
    assert act(phone, {"type": "undo"}).status_code == 200


def test_the_research_that_a_late_mine_needs_is_entered_with_it_in_anothers_go(playing: Sitting) -> None:
    phone = in_blues_go(playing, "production")
    mine = {"type": "build-mine", "colour": "red", "number": "3", "mixture": "gold", "late": "true"}
    refused = phone.post("/act", data={**mine, "page": "/act", "id": "one", "form": "build-mine"})
    assert refused.status_code == 422
    assert phone.post("/act", data=form_of(refused.text, "f-cure")).status_code == 303
    assert playing.game["research"]["red"] == ["specialised-mine"]
    assert [mine["number"] for mine in playing.game["mines"]] == [3]


def test_under_a_call_that_comes_too_late_one_tap_enters_it_as_made_before(playing: Sitting) -> None:
    phone = playing.phone()
    page = phone.get("/act").text
    act(phone, {"type": "change-fleet", "colour": "blue", "transporter": "raft", "by": 1})
    call = form_of(page, "f-call-red")
    refused = phone.post("/act", data={**call, "page": "/act"})
    assert refused.status_code == 422
    offer = form_of(refused.text, "offer-1")
    assert "It was called before: enter it" in refused.text
    assert phone.post("/act", data=offer).status_code == 303
    assert playing.table.log()[-1]["command"] == {"type": "call-for-order", "colour": "red", "late": True}
    assert "(called before)" in phone.get("/log").text
    assert phone.post("/act", data={**call, "id": "again", "page": "/act"}).status_code == 422


def test_the_page_asks_which_call_came_first(playing: Sitting) -> None:
    phone = playing.phone()
    assert "late" not in form_of(phone.get("/act").text, "f-call-red")
    act(phone, {"type": "change-fleet", "colour": "blue", "transporter": "raft", "by": 1})
    page = phone.get("/act").text
    assert "A call that came before its first entry still counts" in page
    assert phone.post("/act", data=form_of(page, "f-call-red")).status_code == 303
    assert playing.game["order"] is not None
    assert "f-call-red" not in phone.get("/act").text
