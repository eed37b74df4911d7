"""Signs that nobody sees: found wherever they stand in plain data, and never shown as they are."""

from __future__ import annotations

import unicodedata

import pytest

from companion.language.hidden import STAND_IN, hidden_in, shown

HIDDEN = [
    *map(chr, (*range(0x20), *range(0x7F, 0xA0))),
    *"\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    *"\ufdd0\ufdef\ufffe\uffff\U0001fffe\U0001ffff\U0010fffe\U0010ffff",
]
SEEN = [
    "Rosa",
    "Éloïse",
    "Æthelstan 2",
    "Ὀδυσσεύς",
    "שרה",
    "سارة",
    "龍",
    "👩\u200d👩\u200d👧",
    "❤\ufe0f",
    "a\u00adb",
    "ﷺ",
    "\ufdf0",
]


@pytest.mark.parametrize("sign", HIDDEN)
def test_each_sign_that_nobody_sees_is_found_and_named(sign: str) -> None:
    assert hidden_in(f"Ro{sign}sa") == ("", f"U+{ord(sign):04X}")
    seen = shown(f"Ro{sign}sa")
    assert seen == (f"Ro{sign}sa" if sign in "\t\n\r" else f"Ro{STAND_IN}sa")


@pytest.mark.parametrize("text", SEEN)
def test_letters_of_any_language_and_emoji_stay(text: str) -> None:
    assert hidden_in(text) is None
    assert shown(text) == text


def test_every_control_character_of_unicode_is_one_of_them() -> None:
    controls = [
        chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) in {"Cc", "Zl", "Zp"}
    ]
    assert all(hidden_in(each) for each in controls)


@pytest.mark.parametrize(
    ("given", "place"),
    [
        ({"reason": "a\u202eb"}, "reason"),
        ({"players": [{"name": "Rosa"}, {"name": "\x00"}]}, "players[1].name"),
        ({"options": {"\u2066": 1}}, "options"),
        ({"value": [["a", "\x1b[2J"]]}, "value[0][1]"),
        ("\u200e", ""),
    ],
)
def test_the_place_is_said(given: object, place: str) -> None:
    found = hidden_in(given)
    assert found is not None
    assert found[0] == place


def test_data_without_any_has_none_however_deep() -> None:
    deep: object = "x"
    for _ in range(50_000):
        deep = [deep]
    assert hidden_in(deep) is None
    assert hidden_in({"a": [1, None, True, 2.5, {"b": "c"}]}, "place") is None
