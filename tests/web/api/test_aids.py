"""Table aids over HTTP: public, answered from the game on the table, never a 500."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import inspect

from tests.fakes.sitting import GAMES, JSON, START, RecordingBox, Sitting, act, refusal
from web.pages.aids import fields_of

AIDS = {name: aid for game in GAMES.values() for name, aid in game.aids.items()}


def ask(sitting: Sitting, name: str, asked: dict[str, Any]) -> Any:
    answer = sitting.stranger().post(f"/api/v1/aids/{name}", json=asked)
    assert answer.status_code == 200, answer.get_data()
    assert answer.mimetype == JSON
    return answer.get_json()


def test_strangers_may_query_with_and_without_a_game(sitting: Sitting) -> None:
    def asked() -> None:
        assert ask(sitting, "row", {"own": 3, "others": 3}) == {"points": 5}
        assert ask(sitting, "colony", {"kind": "city", "merchants": 3}) == {"each": 3, "total": 9}

    asked()
    assert act(sitting.phone(), START).status_code == 200
    asked()
    assert sitting.version == 1


def test_what_is_left_out_comes_from_the_running_game_and_its_house_rules(sitting: Sitting) -> None:
    phone = sitting.phone()
    assert ask(sitting, "walls", {"tokens": 2, "from_sea": True}) == {"stone": 7}
    assert act(phone, START | {"options": {"amb_15": True}}).status_code == 200
    assert ask(sitting, "walls", {"tokens": 2, "from_sea": True}) == {"stone": 5}
    assert ask(sitting, "map", {}) == {"land_tiles": 20}
    correction = {"type": "correct", "field": "bricks", "value": [None] * 17, "reason": "test"}
    assert act(phone, correction).status_code == 200
    assert ask(sitting, "bricks", {"bricks": 2}) == {"prices": [2, 3], "total": 5}
    assert act(phone, {"type": "undo"}).status_code == 200
    assert ask(sitting, "bricks", {"bricks": 2}) == {"prices": [1, 2], "total": 3}


def test_what_the_rules_make_impossible_is_refused_with_its_rule(playing: Sitting) -> None:
    answer = playing.stranger().post("/api/v1/aids/row", json={"own": 5, "others": 4})
    error = refusal(answer, 422)
    assert (error["code"], error["rule"]) == ("row-too-long", "RB-WON-04")
    assert error["params"] == {"bricks": 9, "most": 7}


def test_an_aid_that_no_game_has_is_not_found(playing: Sitting) -> None:
    error = refusal(playing.stranger().post("/api/v1/aids/weather", json={}), 404)
    assert (error["code"], error["params"]) == ("no-such-aid", {"aid": "weather"})
    assert "weather" in error["message"]
    assert refusal(playing.stranger().post("/api/v1/aids/", json={}), 404)


@pytest.mark.parametrize(
    ("name", "asked", "code", "field"),
    [
        ("row", {}, "missing-field", "own"),
        ("bricks", {"bricks": 1, "goods": 3}, "wrong-value", "goods"),
        ("row", {"own": 1, "other": 2}, "unknown-field", "other"),
        ("row", {"own": 21}, "wrong-value", "own"),
        ("production", {"building": "mint", "goods": {"silver": 1}}, "wrong-value", "goods"),
        ("production", {"building": "mint", "carrier": {"load": 1}}, "missing-field", "carrier.transporter"),
        ("road", {"colour": "green"}, "wrong-value", "colour"),
        ("colony", {"number": 3, "kind": "city"}, "wrong-value", "kind"),
    ],
)
def test_what_is_no_question_is_refused_by_the_name_of_its_field(
    playing: Sitting, name: str, asked: dict[str, Any], code: str, field: str
) -> None:
    error = refusal(playing.stranger().post(f"/api/v1/aids/{name}", json=asked), 400)
    assert (error["code"], error["params"]["field"].partition("[")[0]) == (code, field)


def test_the_schema_has_what_each_aid_is_asked_and_answers(sitting: Sitting) -> None:
    schema = sitting.stranger().get("/api/v1/schema").get_json()
    for system, game in GAMES.items():
        aids = schema["aids"][system]
        assert list(aids) == [*game.aids, "setup"]
        for name, aid in game.aids.items():
            asks = schema["$defs"][aids[name]["asks"]["$ref"].rpartition("/")[2]]
            assert set(asks["properties"]) == set(aid.query.__struct_encode_fields__)
            assert asks["additionalProperties"] is False
            assert len(aids[name]["answers"]["anyOf"]) == len(aid.answers)


def test_a_form_can_ask_for_all_that_an_aid_takes() -> None:
    for aid in AIDS.values():
        assert [each.name for each in fields_of(aid.query)] == list(aid.query.__struct_encode_fields__)


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Sitting]:
    room = Sitting(tmp_path_factory.mktemp("room"), RecordingBox())
    assert act(room.phone(), START).status_code == 200
    yield room
    room.close()


def values(kind: inspect.Type) -> st.SearchStrategy[Any]:
    """Any value of an aid's field type, somewhat beyond the ranges too."""
    found: st.SearchStrategy[Any]
    match kind:
        case inspect.IntType(ge=least, le=most):
            found = st.integers((least or 0) - 1, (most or 9) + 1) | st.integers(0, 9)
        case inspect.LiteralType(values=words):
            found = st.sampled_from(words)
        case inspect.BoolType():
            found = st.booleans()
        case inspect.NoneType():
            found = st.none()
        case inspect.UnionType(types=kinds):
            found = st.one_of([values(each) for each in kinds])
        case inspect.DictType(key_type=key, value_type=value):
            found = st.dictionaries(values(key), values(value), max_size=5)
        case inspect.VarTupleType(item_type=item, max_length=most):
            found = st.lists(values(item), max_size=min(most or 8, 8))
        case inspect.StructType(fields=fields):
            required = {each.name: values(each.type) for each in fields if each.required}
            others = {each.name: values(each.type) for each in fields if not each.required}
            found = st.fixed_dictionaries(required, optional=others)
        case inspect.Metadata(type=inner):
            found = values(inner)
        case _:
            raise TypeError(kind)
    return found


QUESTIONS = {name: values(inspect.type_info(aid.query)) for name, aid in AIDS.items()}


def sends(room: Sitting, name: str, body: bytes) -> int:
    """Ask anything, as slowly as may be: an answer, or a refusal in the one shape."""
    room.clock.seconds += 1
    answer = room.stranger().post(f"/api/v1/aids/{name}", data=body, content_type=JSON)
    if answer.status_code != 200:
        assert 400 <= answer.status_code < 500
        refusal(answer, answer.status_code)
    assert room.version == 1
    return answer.status_code


@settings(max_examples=400)
@given(st.data())
def test_every_valid_query_is_answered_or_refused(room: Sitting, data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(sorted(AIDS)))
    sends(room, name, json.dumps(data.draw(QUESTIONS[name])).encode())


def test_nothing_that_an_aid_is_asked_is_without_bounds(sitting: Sitting) -> None:
    schema = sitting.stranger().get("/api/v1/schema").get_json()

    def unbounded(part: Any, at: str) -> list[str]:
        if isinstance(part, list):
            return [each for one in part for each in unbounded(one, at)]
        if not isinstance(part, dict):
            return []
        if "$ref" in part:
            name = part["$ref"].rpartition("/")[2]
            return unbounded(schema["$defs"][name], f"{at}/{name}")
        loose = {
            "integer": "maximum" not in part,
            "number": "maximum" not in part,
            "string": not {"enum", "pattern", "maxLength"} & set(part),
            "array": "maxItems" not in part,
            "object": not part.get("properties") and "propertyNames" not in part,
        }
        inner = [*part.get("anyOf", ()), part.get("items"), part.get("additionalProperties")]
        found = [each for one in inner for each in unbounded(one, at)]
        for name, one in part.get("properties", {}).items():
            found += unbounded(one, f"{at}.{name}")
        return [at, *found] if loose.get(part.get("type", ""), False) else found

    asked = [aid["asks"] for game in schema["aids"].values() for aid in game.values()]
    assert unbounded(asked, "") == []


def test_a_list_for_another_number_of_players_takes_no_row_of_the_running_game(sitting: Sitting) -> None:
    assert act(sitting.phone(), START | {"options": {"temple": ["red", "blue"]}}).status_code == 200
    steps = ask(sitting, "setup", {"players": 3})["steps"]
    assert "temple-drawn" in {each["code"] for each in steps}
    wrong = {"players": 3, "options": {"temple": ["red", "blue"]}}
    answer = sitting.stranger().post("/api/v1/aids/setup", json=wrong)
    assert refusal(answer, 422)["code"] == "not-everybody-once"
