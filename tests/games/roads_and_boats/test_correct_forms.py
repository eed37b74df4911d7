"""The form of a correction's value, judged where it enters."""

from __future__ import annotations

import re
from typing import Any

import pytest

from companion.games.roads_and_boats.commands import Correct
from tests.games.invalid_values import validation_message


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("turn", 0), ("turn", "3"), ("phase", "lunch"), ("temple", "red"), ("temple", ["pink"]),
        ("sequence", [1, 2]), ("bricks", [1]), ("bricks", None),
        ("bag", {"number": 1, "gold": -1, "iron": 0}),
        ("bag", {"number": 1, "gold": 1}), ("bag", {"number": 1, "gold": 1, "iron": 1, "clay": 1}),
        ("mine", {"number": 1}), ("mine", {"number": 1, "to": 41}), ("mine", {"number": 1, "to": "nine"}),
        ("fleet", {"red": {"cart": 1}}), ("fleet", {"red": {"raft": 100}}), ("fleet", {}),
        ("research", {"red": ["fire"]}), ("players", []), ("players", [{"name": "x"}]),
        ("option", {"amb_99": True}), ("option", {"mines": "many"}), ("option", {}),
        ("option", {"fleet": {"lnad": 5}}), ("option", {"fleet": {"donkey": None}}),
        ("option", {"fleet": {"land": -1}}), ("option", {"fleet": {"each": {"cart": 1}}}),
        ("option", {"fleet": {"total": "many"}}),
    ],
)  # fmt: skip
def test_a_value_of_the_wrong_form_is_no_correction_and_its_place_is_named(field: str, value: Any) -> None:
    assert re.search(r"at .*`\$\.value", validation_message(Correct, field, value))
