"""The form of a correction's value, judged where it enters."""

from __future__ import annotations

from typing import Any, get_args

import msgspec
import pytest

from companion.games.la_strada.commands import Correct
from companion.games.la_strada.corrections import FORMS, VALUES, Field


def test_every_field_has_a_type() -> None:
    assert set(VALUES) == set(get_args(Field))


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 0), ("turn", "3"), ("active", "green"), ("active", None),
        ("resources", {}), ("resources", {"red": 11}), ("resources", {"red": -1}),
        ("resources", {"green": 1}),
        ("supplies", {}), ("supplies", {"red": {}}), ("supplies", {"red": {"bricks": 1}}),
        ("supplies", {"red": {"plains": -1}}), ("stuck", {"red": "yes"}), ("stuck", {}),
        ("colony", {}), ("colony", {"number": 0}), ("colony", {"number": 41}),
        ("colony", {"number": 1, "kind": "castle"}), ("colony", {"number": 1, "merchants": ["green"]}),
        ("colony", {"number": 1, "size": 1}), ("players", []), ("players", [{"name": "x"}]),
        ("option", {"amb_99": True}), ("option", {"kinds": {"castle": 1}}),
        ("option", {"worth": {"city": [1, 2, 3]}}), ("option", {"names": {"0": "Pisa"}}),
        ("option", {"names": {"1": "a" * 13}}), ("option", {"supply": {"plains": 100}}), ("option", {}),
        ("end", None),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_form_is_no_correction_and_its_place_is_named(field: str, value: Any) -> None:
    body = msgspec.json.encode({"field": field, "value": value, "reason": "test"})
    with pytest.raises(msgspec.ValidationError, match="field" if field == "end" else r"at .*`\$\.value"):
        msgspec.json.decode(body, type=Correct)


@pytest.mark.parametrize("reason", ["", " ", " \n\t"])
def test_a_correction_says_why(reason: str) -> None:
    with pytest.raises(msgspec.ValidationError, match=r"\$\.reason"):
        msgspec.convert({"type": "correct", "field": "turn", "value": 3, "reason": reason}, Correct)


@pytest.mark.parametrize("field", get_args(Field))
def test_the_schema_says_the_form_of_each_fields_value(field: str) -> None:
    _, parts = msgspec.json.schema_components([Correct])
    assert f"{field}:" in FORMS
    assert parts["Correct"]["properties"]["value"]["description"] == FORMS
