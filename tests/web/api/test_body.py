"""JSON from strangers: one object in UTF-8 with a single meaning."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from web.api.body import MAX_DEPTH, read_object
from web.errors import Problem

PLAIN = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**15) + 1, 10**15 - 1)
    | st.floats(-1e12, 1e12)
    | st.text(st.characters(codec="utf-8")),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(st.characters(codec="utf-8")), inner),
    max_leaves=12,
)


@given(st.dictionaries(st.text(st.characters(codec="utf-8")), PLAIN, max_size=4), st.booleans())
def test_json_is_read_as_it_is(value: dict[str, object], ascii_only: bool) -> None:
    assert read_object(json.dumps(value, ensure_ascii=ascii_only).encode()) == value


@given(st.binary())
def test_any_bytes_are_an_object_or_refused(data: bytes) -> None:
    try:
        value = read_object(data)
    except Problem:
        return
    assert isinstance(value, dict)


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"", "malformed"),
        (b"{", "malformed"),
        (b'{"a": 1,}', "malformed"),
        (b"{'a': 1}", "malformed"),
        (b"{} {}", "malformed"),
        (b'{"a": "\n"}', "malformed"),
        (b"null", "not-an-object"),
        (b'[{"type": "undo"}]', "not-an-object"),
        (b'"text"', "not-an-object"),
        (b"\xef\xbb\xbf{}", "byte-order-mark"),
        (b'{"a": "\xff"}', "not-utf-8"),
        (b'{"a": "\xed\xa0\x80"}', "not-utf-8"),
        ('{"a": 1}'.encode("utf-16"), "not-utf-8"),
        (b'{"a": "\\ud800"}', "lone-surrogate"),
        (b'{"\\udfff": 1}', "lone-surrogate"),
        (b'{"a": NaN}', "absurd-number"),
        (b'{"a": -Infinity}', "absurd-number"),
        (b'{"a": 1e999}', "absurd-number"),
        (b'{"a": 1e15}', "absurd-number"),
        (b'{"a": 1234567890123456}', "absurd-number"),
        (b'{"a": ' + b"9" * 60_000 + b"}", "absurd-number"),
        (b'{"a": 1, "a": 1}', "duplicate-key"),
        (b'{"b": [{"a": 1, "a": 2}]}', "duplicate-key"),
        (b'{"a": ' + b"[" * MAX_DEPTH + b"]" * MAX_DEPTH + b"}", "too-deep"),
        (b'{"a": ' + b"[" * (MAX_DEPTH - 1) + b"1" + b"]" * (MAX_DEPTH - 1) + b"}", "too-deep"),
        (b"[" * 65_000, "too-deep"),
        (b'{"a":' * 12_000, "too-deep"),
    ],
)
def test_what_two_readers_could_take_differently_is_refused_by_name(data: bytes, fault: str) -> None:
    with pytest.raises(Problem) as refused:
        read_object(data)
    assert refused.value.params["fault"] == fault


def test_the_deepest_that_is_allowed_is_read() -> None:
    levels = MAX_DEPTH - 1
    assert read_object(b'{"a": ' + b"[" * levels + b"]" * levels + b"}")
