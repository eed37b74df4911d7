"""La Strada's aids over HTTP: what a question leaves out comes from the game on the table."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import Sitting, act, refusal

PLAYERS = {"grey": "Gina", "black": "", "red": "Rita"}
THREE = [{"colour": colour, "name": name} for colour, name in PLAYERS.items()]
START = {"type": "start", "system": "la-strada", "players": THREE}


def ask(sitting: Sitting, name: str, asked: dict[str, Any]) -> Any:
    answer = sitting.stranger().post(f"/api/v1/aids/{name}", json=asked)
    assert answer.status_code == 200, answer.get_data()
    return answer.get_json()


@pytest.fixture
def phone(sitting: Sitting) -> FlaskClient:
    """Three play; Grey, who begins, has linked town 5 with a plain and a forest tile, and has 1 left."""
    phone = sitting.phone(colour="grey")
    assert act(phone, START).status_code == 200
    road = {"type": "connect", "colour": "grey", "colony": 5, "plains": 1, "forests": 1}
    assert act(phone, road).status_code == 200
    return phone


@pytest.mark.rule("LS-BUILD-01", "LS-TURN-04")
def test_a_road_is_paid_with_what_the_one_on_turn_has(sitting: Sitting, phone: FlaskClient) -> None:
    assert act(phone, {"type": "end-turn"}).status_code == 200
    assert ask(sitting, "road", {"plains": 1, "hills": 1}) == {"cost": 6, "left": 0}
    assert ask(sitting, "road", {"forests": 1}) == {"cost": 3, "left": 3}
    assert ask(sitting, "road", {"plains": 1, "resources": 9}) == {"cost": 2, "left": 7}
    error = refusal(sitting.stranger().post("/api/v1/aids/road", json={"plains": 4}), 422)
    assert (error["code"], error["rule"]) == ("too-dear", "LS-TURN-04")
    assert error["params"] == {"cost": 8, "resources": 6}


@pytest.mark.rule("LS-BUILD-11", "TV-LS-12")
def test_the_longest_road_stays_within_the_players_tiles(sitting: Sitting, phone: FlaskClient) -> None:
    most = {"plains": 5, "forests": 3, "hills": 2}
    left = {"plains": 0, "forests": 1, "hills": 2}
    assert ask(sitting, "road", {"resources": 10}) == {"resources": 10, "most": most, "left": left}
    few = {"grey": {"plains": 2, "forests": 0, "hills": 1, "merchants": 11}}
    correction = {"type": "correct", "field": "supplies", "value": few, "reason": "counted"}
    assert act(phone, correction).status_code == 200
    assert ask(sitting, "road", {"resources": 10, "colour": "grey"}) == {
        "resources": 10,
        "most": {"plains": 2, "forests": 0, "hills": 1},
        "left": {"plains": 6, "forests": 10, "hills": 6},
    }
    error = refusal(sitting.stranger().post("/api/v1/aids/road", json={"forests": 1, "colour": "grey"}), 422)
    assert (error["code"], error["rule"]) == ("tiles-short", "LS-BUILD-11")


@pytest.mark.rule("LS-END-05", "LS-AMB-08")
def test_a_road_that_nobody_can_ever_pay_is_refused_without_a_game(sitting: Sitting) -> None:
    error = refusal(sitting.stranger().post("/api/v1/aids/road", json={"hills": 2, "forests": 1}), 422)
    assert (error["code"], error["rule"]) == ("never-affordable", "LS-END-05")
    assert ask(sitting, "road", {"hills": 2, "plains": 1}) == {"cost": 10}


@pytest.mark.rule("LS-SCORE-04", "LS-MKT-03")
def test_a_colony_pays_those_on_it_and_less_with_one_more(sitting: Sitting, phone: FlaskClient) -> None:
    now = {"kind": "town", "merchants": 1, "each": 4, "total": 4, "more": {"each": 3, "total": 6}}
    assert ask(sitting, "colony", {"number": 5}) == now
    free = {"kind": "city", "merchants": 0, "each": 0, "total": 0, "more": {"each": 5, "total": 5}}
    assert ask(sitting, "colony", {"number": 1}) == free
    for colour, each in (("black", 3), ("red", 2)):
        assert act(phone, {"type": "end-turn"}).status_code == 200
        assert act(phone, {"type": "connect", "colour": colour, "colony": 5, "plains": 1}).status_code == 200
        assert ask(sitting, "colony", {"number": 5})["each"] == each
    assert ask(sitting, "colony", {"number": 5})["more"] is None, "everybody is there"
    assert ask(sitting, "colony", {"kind": "town", "merchants": 4}) == {"each": 1, "total": 4}
    assert (
        sitting.stranger().post("/api/v1/aids/colony", json={"kind": "town", "merchants": 5}).status_code
        == 400
    )
    assert act(phone, {"type": "undo"}).status_code == 200
    assert ask(sitting, "colony", {"number": 5})["merchants"] == 2


@pytest.mark.rule("LS-2P-05", "LS-2P-07")
def test_of_two_players_one_merchant_gets_the_best_value(sitting: Sitting) -> None:
    phone = sitting.phone(colour="grey")
    assert act(phone, {**START, "players": THREE[:2]}).status_code == 200
    assert act(phone, {"type": "connect", "colour": "black", "colony": 19, "plains": 1}).status_code == 200
    now = {"kind": "hamlet", "merchants": 1, "each": 2, "total": 2, "more": None}
    assert ask(sitting, "colony", {"number": 19}) == now
    asked = {"kind": "hamlet", "merchants": 2}
    error = refusal(sitting.stranger().post("/api/v1/aids/colony", json=asked), 422)
    assert error["rule"] == "LS-2P-05"


def test_what_the_group_has_changed_about_its_board_counts(sitting: Sitting) -> None:
    phone = sitting.phone(colour="grey")
    worth = {"worth": {"city": [6, 5, 5, 1]}}
    assert act(phone, {**START, "options": worth}).status_code == 200
    assert ask(sitting, "colony", {"kind": "city", "merchants": 3}) == {"each": 5, "total": 15}


def test_without_a_game_no_colony_has_a_number(playing: Sitting) -> None:
    error = refusal(playing.stranger().post("/api/v1/aids/colony", json={"number": 3}), 422)
    assert (error["code"], error["rule"]) == ("no-game-no-colonies", "LS-SETUP-02")


@pytest.mark.rule("LS-SETUP-02")
def test_a_colony_that_the_map_does_not_hold_is_refused(sitting: Sitting, phone: FlaskClient) -> None:
    kinds = [ask(sitting, "colony", {"number": number})["kind"] for number in range(1, 20)]
    assert kinds == ["city"] * 4 + ["town"] * 5 + ["village"] * 5 + ["hamlet"] * 5
    error = refusal(sitting.stranger().post("/api/v1/aids/colony", json={"number": 20}), 422)
    assert (error["code"], error["rule"]) == ("no-such-colony", "LS-SETUP-02")
    assert error["params"] == {"number": 20, "most": 19}
