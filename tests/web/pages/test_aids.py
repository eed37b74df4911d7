"""The table aids: filled in from the game, answered in words. No browser."""

from __future__ import annotations

import re

import pytest
from flask.testing import FlaskClient

from tests.fakes.sitting import GAMES, Sitting, act
from web.pages.aids import Field, fields_of

GAME = GAMES["roads-and-boats"]
AIDS = list(GAME.aids)


def test_a_question_is_filled_in_from_the_game(playing: Sitting) -> None:
    phone = playing.phone()
    laid = {"type": "correct", "field": "bricks", "value": ["red", "blue", None], "reason": "as on the board"}
    assert act(phone, laid).status_code == 200
    assert re.search(r'id="f0-filled"[^>]* value="3"', phone.get("/aids/bricks").text)


def names(fields: tuple[Field, ...], before: str = "") -> set[str]:
    """Every field's name as a form writes it, without the words of counts and ticks."""
    inner = {each for field in fields for each in names(field.inside, f"{before}{field.name}.")}
    return {f"{before}{field.name}" for field in fields if field.kind != "part"} | inner


@pytest.mark.parametrize("name", AIDS)
def test_a_form_asks_for_everything_that_an_aid_takes(playing: Sitting, name: str) -> None:
    page = playing.stranger().get(f"/aids/{name}").text
    asked = set(re.findall(r'name="([a-z_.\-0-9]+)"', page))
    for field in names(fields_of(GAME.aids[name].query)) - ({"number"} if name == "bag" else set()):
        assert any(each == field or each.startswith(f"{field}.") for each in asked), field


@pytest.mark.parametrize(
    ("name", "query", "expected"),
    [
        ("bricks", "goods=9&filled=3", "That buys 3 bricks."),
        ("production", "building=sawmill&goods.trunks=4", "boards 6"),
        ("production", "building=sawmill&goods.trunks=1&carrier.transporter=raft", "On the transporter"),
        ("what-if", "bricks=3&filled=13&before.blue=2", "Then they cost you 7 goods."),
        ("what-if", "bricks=3&filled=13&before.blue=2", "If nobody buys first: 1 + 2 + 3 = 6 goods."),
        ("what-if", "bricks=3&filled=1&before.blue=2", "They cost the same if nobody buys first."),
        ("bag", "gold=3&iron=2&draws=2", "gold 60 %"),
        ("build", "building=mine", "on a mountain"),
        ("build", "building=truck-factory&researched.given=1", "You may not build it"),
        ("build", "building=woodcutter&tile=rock", 'href="/rules/RB-BLDG-01?'),
        ("build", "building=truck-factory&researched.truck=1&researched.given=1", "You may build it."),
        ("walls", "strength=2&tokens=2", "That costs 7 stone."),
        ("walls", "demolish=true&strength=0", "No wall stands there"),
        ("movement", "transporter=donkey&road=2", "This move is allowed."),
        ("movement", "transporter=raft&course.0=river&course.1=sea&course.2=coast", "This move is allowed."),
        ("movement", "transporter=donkey&loads=2+3", "This move is not allowed."),
        ("movement", "transporter=donkey&road=1&off_road=1", 'href="/rules/RB-MOVE-04?'),
        ("upgrade", "building=wagon-factory&researched.truck=1", "truck factory"),
        ("upgrade", "building=wagon-factory&researched.given=1", "It stays what it is."),
        ("upgrade", "building=sawmill&researched.truck=1", 'href="/rules/RB-UPG-06?'),
        ("map", "players=4", "About 40 land tiles"),
        ("row", "own=many", "own"),
    ],
)  # fmt: skip
def test_an_aid_answers_in_words(sitting: Sitting, name: str, query: str, expected: str) -> None:
    assert expected in sitting.stranger().get(f"/aids/{name}?form=0&{query}").text


@pytest.fixture
def guest(sitting: Sitting) -> FlaskClient:
    return sitting.stranger()


@pytest.mark.parametrize(
    "address",
    ["/aids/none", "/aids/bricks?form=9&bricks=1e9", "/aids/bricks?form=0&bricks=%00",
     "/aids/bag?form=0&draws=-1", "/aids/row?form=0", "/aids/movement?form=0&transporter=cow",
     "/rules?phase=none&q=%00&system=none"],
)  # fmt: skip
def test_no_address_is_answered_with_a_server_error(guest: FlaskClient, address: str) -> None:
    assert guest.get(address).status_code < 500
