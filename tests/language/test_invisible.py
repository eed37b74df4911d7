"""Invisible characters are found anywhere in plain data, and replaced when shown."""

from __future__ import annotations

import unicodedata

import pytest

from companion.language.invisible import REPLACEMENT, find_invisible, replace_invisible

INVISIBLE = [
    *map(chr, (*range(0x20), *range(0x7F, 0xA0))),
    *"\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069",
    *"\ufdd0\ufdef\ufffe\uffff\U0001fffe\U0001ffff\U0010fffe\U0010ffff",
]
VISIBLE = [
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


@pytest.mark.parametrize("sign", INVISIBLE)
def test_each_invisible_character_is_found_and_named(sign: str) -> None:
    assert find_invisible(f"Ro{sign}sa") == ("", f"U+{ord(sign):04X}")
    seen = replace_invisible(f"Ro{sign}sa")
    assert seen == (f"Ro{sign}sa" if sign in "\t\n\r" else f"Ro{REPLACEMENT}sa")


@pytest.mark.parametrize("text", VISIBLE)
def test_letters_of_any_language_and_emoji_stay(text: str) -> None:
    assert find_invisible(text) is None
    assert replace_invisible(text) == text


def test_every_control_character_of_unicode_is_invisible() -> None:
    controls = [
        chr(code) for code in range(0x110000) if unicodedata.category(chr(code)) in {"Cc", "Zl", "Zp"}
    ]
    assert all(find_invisible(each) for each in controls)


@pytest.mark.parametrize(
    ("data", "path"),
    [
        ({"reason": "a\u202eb"}, "reason"),
        ({"players": [{"name": "Rosa"}, {"name": "\x00"}]}, "players[1].name"),
        ({"options": {"\u2066": 1}}, "options"),
        ({"value": [["a", "\x1b[2J"]]}, "value[0][1]"),
        ("\u200e", ""),
    ],
)
def test_its_path_is_returned(data: object, path: str) -> None:
    found = find_invisible(data)
    assert found is not None
    assert found[0] == path


def test_deeply_nested_data_is_searched_without_recursion() -> None:
    deep: object = "x"
    for _ in range(50_000):
        deep = [deep]
    assert find_invisible(deep) is None
    assert find_invisible({"a": [1, None, True, 2.5, {"b": "c"}]}, "path") is None
