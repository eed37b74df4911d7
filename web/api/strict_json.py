"""JSON from strangers, read strictly: what two readers could understand differently gets no further."""

from __future__ import annotations

import json
import math
from typing import Any, NoReturn

DEEPEST = 16
"""Levels of lists and objects that a body may have; a command needs four."""
DIGITS = 15
"""Digits of a number that every reader keeps exactly."""
_BOM = "\ufeff"


class NotJson(Exception):
    """The bytes are no JSON object. fault: which, the catalogue's word `fault.<fault>`."""

    def __init__(self, fault: str) -> None:
        super().__init__(fault)
        self.fault = fault


def read_object(data: bytes) -> dict[str, Any]:
    """Read one JSON object in UTF-8.

    Raises `NotJson` for anything else, and for a byte order mark, duplicate keys, lone surrogates, NaN and
    Infinity, numbers of more than `DIGITS` digits and more than `DEEPEST` levels.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise NotJson("not-utf-8") from None
    if text.startswith(_BOM):
        raise NotJson("byte-order-mark")
    try:
        value = json.loads(
            text,
            object_pairs_hook=_object,
            parse_int=_whole,
            parse_float=_fraction,
            parse_constant=_constant,
        )
    except RecursionError:
        raise NotJson("too-deep") from None
    except json.JSONDecodeError:
        raise NotJson("malformed") from None
    if not isinstance(value, dict):
        raise NotJson("not-an-object")
    _inspect(value)
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise NotJson("duplicate-key")
    return made


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > DIGITS:
        raise NotJson("absurd-number")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number) or abs(number) >= 10**DIGITS:
        raise NotJson("absurd-number")
    return number


def _constant(_name: str) -> NoReturn:
    raise NotJson("absurd-number")


def _inspect(value: Any) -> None:
    """Look through all that was read for depth and for letters that UTF-8 cannot say."""
    left = [(value, 1)]
    while left:
        each, depth = left.pop()
        if depth > DEEPEST:
            raise NotJson("too-deep")
        if isinstance(each, dict):
            left.extend((part, depth + 1) for pair in each.items() for part in pair)
        elif isinstance(each, list):
            left.extend((part, depth + 1) for part in each)
        elif isinstance(each, str) and any("\ud800" <= letter <= "\udfff" for letter in each):
            raise NotJson("lone-surrogate")
