"""The form of a correction's value, judged where it enters."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games.la_strada.commands import Correct
from tests.games.invalid_values import validation_message


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 0), ("turn", "3"), ("active", "green"), ("active", None),
        ("active", {}), ("active", {"colour": "red", "turn": 0}), ("active", {"colour": "green"}),
        ("road", {}), ("road", {"colour": "red"}), ("road", {"colour": "red", "colony": 1, "plains": -1}),
        ("road", {"colour": "red", "colony": 1, "resources": 11}), ("road", {"colour": "red", "colony": 0}),
        ("road", {"colour": "red", "colony": 1, "mountains": 1}),
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
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_form_is_no_correction_and_its_place_is_named(field: str, value: Any) -> None:
    assert re.search(r"at .*`\$\.value", validation_message(Correct, field, value))
