"""What a program sends: one JSON object that everybody reads alike, and nothing else."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge
from werkzeug.http import parse_options_header

from web.errors import DIGITS, Problem

LARGEST = 64 * 1024
"""Bytes that a body may have."""
DEEPEST = 16
"""Levels of lists and objects that a body may have; a command needs four."""
_JSON = "application/json"
_BOM = "\ufeff"
_HALF = "[\ud800-\udfff]"
"""Half of a letter, which UTF-8 cannot say and nobody prints."""


def json_body(environ: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON object that was sent. environ: of the request, whose body nobody has read.

    One byte more than allowed is read: only so is a body in chunks seen to be too large, and not cut.
    Raises `Problem`, 415 for another type and 400 as `read_object` does, and werkzeug's 413 for too much.
    """
    kind = environ.get("CONTENT_TYPE", "")
    if kind != _JSON and parse_options_header(kind)[0].lower() != _JSON:
        raise Problem(415, "not-json-type")
    if int(environ.get("CONTENT_LENGTH") or 0) > LARGEST:
        raise RequestEntityTooLarge
    try:
        data: bytes = environ["wsgi.input"].read(LARGEST + 1)  # it ends where the body does
    except (OSError, ValueError):
        raise ClientDisconnected from None
    if len(data) > LARGEST:
        raise RequestEntityTooLarge
    return read_object(data)


def read_object(data: bytes) -> dict[str, Any]:
    """Read one JSON object in UTF-8.

    Raises `Problem` for anything else, and for a byte order mark, duplicate keys, lone surrogates, NaN and
    Infinity, numbers of more than `DIGITS` digits and more than `DEEPEST` levels.
    """
    try:
        text = data.decode()
    except UnicodeDecodeError:
        raise _not_json("not-utf-8") from None
    if text.startswith(_BOM):
        raise _not_json("byte-order-mark")
    try:
        value = _STRICT.decode(text)
    except RecursionError:
        raise _not_json("too-deep") from None
    except json.JSONDecodeError:
        raise _not_json("malformed") from None
    if not isinstance(value, dict):
        raise _not_json("not-an-object")
    if "\\" in text or text.count("{") + text.count("[") >= DEEPEST:
        _inspect(value)  # what is neither deep nor hidden needs none of it
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _not_json("duplicate-key")
    return made


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > DIGITS:
        raise _not_json("absurd-number")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number) or abs(number) >= 10**DIGITS:
        raise _not_json("absurd-number")
    return number


def _constant(_name: str) -> NoReturn:
    raise _not_json("absurd-number")


_STRICT = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)


def _inspect(value: Any) -> None:
    """Look through all that was read for depth and for letters that UTF-8 cannot say."""
    left = [(value, 1)]
    while left:
        each, depth = left.pop()
        if depth > DEEPEST:
            raise _not_json("too-deep")
        if isinstance(each, dict):
            left += [(part, depth + 1) for pair in each.items() for part in pair]
        elif isinstance(each, list):
            left += [(part, depth + 1) for part in each]
        elif isinstance(each, str) and not each.isprintable() and re.search(_HALF, each):
            raise _not_json("lone-surrogate")


def _not_json(fault: str) -> Problem:
    """fault: which, the catalogue's word `fault.<fault>`."""
    return Problem(400, "not-json", {"fault": fault})
