"""JSON bodies: one object that every parser reads alike."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Mapping
from typing import Any, NoReturn

from werkzeug.exceptions import ClientDisconnected, RequestEntityTooLarge
from werkzeug.http import parse_options_header

from web.errors import MAX_DIGITS, Problem

MAX_BODY = 64 * 1024
"""Bytes of a body."""
MAX_DEPTH = 16
"""Levels of lists and objects in a body; a command needs four."""
_JSON = "application/json"
_BOM = "\ufeff"
_HALF = "[\ud800-\udfff]"
"""Lone surrogates, which UTF-8 cannot encode."""


def json_body(environ: Mapping[str, Any]) -> dict[str, Any]:
    """Read the JSON object of a request.

    environ: its body is unread. Raises `Problem`: 415 for another content type, 400 as `read_object`; and
    RequestEntityTooLarge (413).
    """
    kind = environ.get("CONTENT_TYPE", "")
    if kind != _JSON and parse_options_header(kind)[0].lower() != _JSON:
        raise Problem(415, "not-json-type")
    if int(environ.get("CONTENT_LENGTH") or 0) > MAX_BODY:
        raise RequestEntityTooLarge
    try:
        data: bytes = environ["wsgi.input"].read(MAX_BODY + 1)  # one more: it may be chunked
    except (OSError, ValueError):
        raise ClientDisconnected from None
    if len(data) > MAX_BODY:
        raise RequestEntityTooLarge
    return read_object(data)


def read_object(data: bytes) -> dict[str, Any]:
    """Parse one JSON object in UTF-8.

    Raises `Problem` 400 for anything else, and for a byte order mark, duplicate keys, lone surrogates, NaN,
    Infinity, numbers of more than `MAX_DIGITS` digits and more than `MAX_DEPTH` levels.
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
    if "\\" in text or text.count("{") + text.count("[") >= MAX_DEPTH:
        _inspect(value)  # other texts can be neither too deep nor hide a surrogate
    return value


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    made = dict(pairs)
    if len(made) != len(pairs):
        raise _not_json("duplicate-key")
    return made


def _whole(digits: str) -> int:
    if len(digits.lstrip("-")) > MAX_DIGITS:
        raise _not_json("absurd-number")
    return int(digits)


def _fraction(digits: str) -> float:
    number = float(digits)
    if not math.isfinite(number) or abs(number) >= 10**MAX_DIGITS:
        raise _not_json("absurd-number")
    return number


def _constant(_name: str) -> NoReturn:
    raise _not_json("absurd-number")


_STRICT = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_fraction, parse_constant=_constant
)


def _inspect(value: Any) -> None:
    """Check depth and surrogates."""
    left = [(value, 1)]
    while left:
        each, depth = left.pop()
        if depth > MAX_DEPTH:
            raise _not_json("too-deep")
        if isinstance(each, dict):
            left += [(part, depth + 1) for pair in each.items() for part in pair]
        elif isinstance(each, list):
            left += [(part, depth + 1) for part in each]
        elif isinstance(each, str) and not each.isprintable() and re.search(_HALF, each):
            raise _not_json("lone-surrogate")


def _not_json(fault: str) -> Problem:
    """fault: the catalogue's word `fault.<fault>`."""
    return Problem(400, "not-json", {"fault": fault})
