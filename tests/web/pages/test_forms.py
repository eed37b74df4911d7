"""Forms: from fields to a command's body, and what comes back when one is not taken. No browser."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

import pytest
from flask.testing import FlaskClient

from companion.games.roads_and_boats.rules import COMMANDS
from companion.table.commands import COMMON
from companion.table.parsing import InvalidCommand
from tests.fakes.sitting import Sitting, act
from tests.web.pages.rendering import words
from web.pages.forms import USUAL_REASON, body, commands_by_tag, local_address, switches

KNOWN = commands_by_tag((*COMMON, *COMMANDS))


@pytest.mark.parametrize(
    ("fields", "expected"),
    [
        ({"type": "draw", "number": "7", "id": "k", "page": "/table"}, {"type": "draw", "number": 7}),
        ({"type": "pray", "colour": "red", "keep": "true"}, {"type": "pray", "colour": "red", "keep": True}),
        ({"type": "draw", "number": "seven"}, {"type": "draw", "number": "seven"}),
        ({"type": "draw", "number": ""}, {"type": "draw"}),
        (
            {"type": "buy-brick", "colour": "red", "with": "count=2&price=3"},
            {"type": "buy-brick", "colour": "red", "count": 2, "price": 3},
        ),
        (
            {"type": "start", "system": "x", "players.@1.colour": "red", "players.@0.colour": "blue"},
            {"type": "start", "system": "x", "players": [{"colour": "blue"}, {"colour": "red"}]},
        ),
        (
            {"type": "correct", "field": "bricks", "value:list": "", "value.@0:maybe": "null"},
            {"type": "correct", "field": "bricks", "value": [None]},
        ),
        (
            {"type": "correct", "field": "research", "value.red:list": ""},
            {"type": "correct", "field": "research", "value": {"red": []}},
        ),
        (
            {"type": "correct", "field": "option", "value.marks.4:int": "70", "value.amb_04:bool": "true"},
            {"type": "correct", "field": "option", "value": {"marks": {"4": 70}, "amb_04": True}},
        ),
        (
            {"type": "correct", "field": "option", "value.names.5:text": ""},
            {"type": "correct", "field": "option", "value": {"names": {"5": ""}}},
        ),
        (
            {"type": "start", "system": "x", "options.rows:ints": "4 5, six"},
            {"type": "start", "system": "x", "options": {"rows": [4, 5, "six"]}},
        ),
        (
            {
                "type": "start",
                "system": "x",
                "options.fleet.land:limit": " ",
                "options.fleet.total:limit": "9",
            },
            {"type": "start", "system": "x", "options": {"fleet": {"land": None, "total": 9}}},
        ),
        (
            {
                "type": "start",
                "players.@0.colour": "red",
                "players.@0.name": "Anna",
                "players.@1.colour": "",
                "players.@1.name": "Bruno",
                "players.@2.name": "Dave",
            },
            {"type": "start", "players": [{"colour": "red", "name": "Anna"}]},
        ),
        ({"type": "correct", "reason:usual": " "}, {"type": "correct", "reason": USUAL_REASON}),
        ({"type": "correct", "reason:usual": "miscounted"}, {"type": "correct", "reason": "miscounted"}),
        ({"type": "nonsense", "number": "7"}, {"type": "nonsense", "number": "7"}),
        ({}, {"type": ""}),
    ],
)
def test_fields_become_the_body_of_a_command(fields: dict[str, str], expected: dict[str, Any]) -> None:
    assert body(fields, KNOWN) == expected


def test_places_are_in_the_order_of_their_numbers() -> None:
    fields = {f"value.@{place}": str(place) for place in (10, 9, 2)}
    assert body({"type": "correct", **fields}, KNOWN)["value"] == ["2", "9", "10"]


@pytest.mark.parametrize("name", ["", "a..b", ".a", "a.", "a.b.c.d.e.f.g"])
def test_a_name_that_is_no_path_is_named(name: str) -> None:
    with pytest.raises(InvalidCommand) as wrong:
        body({"type": "draw", name: "1"}, KNOWN)
    assert (wrong.value.field, wrong.value.reason) == (name, "unknown-field")
    assert wrong.value.params["field"] == name


def test_a_field_cannot_be_a_value_and_a_path_at_once() -> None:
    with pytest.raises(InvalidCommand):
        body({"type": "draw", "a": "1", "a.b": "1"}, KNOWN)


def test_what_was_left_at_no_may_be_offered() -> None:
    assert switches(KNOWN["build-mine"](number=1, colour="red", mixture="big")) == ("late", "out_of_order")
    assert switches(KNOWN["build-mine"](number=1, colour="red", mixture="big", late=True)) == (
        "out_of_order",
    )


@pytest.mark.parametrize(
    ("asked", "gone"),
    [
        ("/act?for=red", "/act?for=red"),
        ("//evil.example", "/"),
        ("https://evil.example", "/"),
        ("/\\evil.example", "/"),
        ("/a\r\nSet-Cookie: x", "/"),
        ("", "/"),
    ],
)
def test_no_redirect_leads_to_another_site(asked: str, gone: str) -> None:
    assert local_address(asked) == gone


def post(client: FlaskClient, **fields: str) -> tuple[int, str]:
    answer = client.post("/act", data=fields)
    return answer.status_code, answer.get_data(as_text=True)


def test_a_form_that_is_no_command_comes_back_with_what_was_typed(playing: Sitting) -> None:
    status, page = post(
        playing.phone(), type="count-wealth", colour="red", gold="many", form="count-wealth", page="/act"
    )
    assert status == 400
    assert "gold" in page
    assert 'value="many"' in page


def test_a_refusal_names_the_rule_and_offers_what_would_be_taken(playing: Sitting) -> None:
    phone = playing.phone()
    act(phone, {"type": "advance"})
    status, page = post(phone, type="research", colour="red", subject="truck", form="research", page="/act")
    assert status == 422
    assert "RB-RES-01" in page
    assert '<input type="hidden" name="late" value="true">' in page


@pytest.mark.parametrize(
    ("fields", "what"),
    [
        ({"type": "research", "subject": "steamer"}, "Rosa ha ricercato: fabbrica di battelli a vapore"),
        ({"type": "buy-brick", "count": "2", "price": "3"}, "Rosa ha comprato 2 mattoni per 3"),
        ({"type": "take-position", "position": "4"}, "Rosa ha preso la posizione 4"),
    ],
)
def test_a_refusal_names_what_was_not_entered(playing: Sitting, fields: dict[str, str], what: str) -> None:
    phone = playing.phone()
    act(phone, {"type": "advance"})
    sent = {"colour": "red", **fields}
    answer = phone.post("/act", data=sent, headers={"Accept-Language": "it"})
    assert f"Non inserito: «{what}»" in words(answer.get_data(as_text=True))


def test_a_repeated_form_whose_entry_was_undone_says_so(playing: Sitting) -> None:
    phone = playing.phone()
    form = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": "1", "id": "once"}
    done = phone.post("/act", data=form).headers["Location"]
    shown = [phone.get(done).text]
    post(phone, type="undo")
    again = phone.post("/act", data=form).headers["Location"]
    shown.append(phone.get(again).text)
    assert again == done, "sent twice it acts once"
    assert ["(undone)</p>" in each for each in shown] == [False, True]


def test_a_version_that_is_none_is_a_wrong_value(playing: Sitting) -> None:
    phone = playing.phone()
    for expects in ("abc", "-1", "1" * 16):
        status, page = post(phone, type="advance", expects=expects)
        assert status == 400
        assert f"The field “expects” cannot be {expects}." in page


def test_a_form_that_another_one_holds_acts_once_with_each_key_of_that(playing: Sitting) -> None:
    phone = playing.phone()
    raft = {"type": "change-fleet", "colour": "red", "transporter": "raft", "by": "1"}
    for key in ("1", "2", "2"):
        form = {"type": "build", "building": "sawmill", "by": "1", "late": "true", "id": key}
        assert post(phone, **form, then=urlencode(raft))[0] == 303
    assert playing.table.snapshot.body["game"]["fleets"]["red"]["raft"] == 2


def test_more_fields_at_once_than_any_form_has_are_refused(playing: Sitting) -> None:
    phone, many = playing.phone(), "&".join(f"field{number}=1" for number in range(30))
    for path in ("/act", "/games/numbers"):
        answer = phone.post(path, data={"type": "advance", "with": many})
        assert answer.status_code == 400
        assert "with" in answer.get_data(as_text=True)
