"""Decoding data from outside with msgspec: decoders prepared early, and the field that does not fit."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

_FIELD = r"field `(?P<name>[^`]*)`"
_PATH = r" - at (?:`key` in )?`\$\.?(?P<path>[^`]*)`$"
_EXPECTED = r"^Expected (?P<expected>.*?)(?:, got .*)?$"


class InvalidField(msgspec.Struct, frozen=True):
    """The field that makes data invalid, and why."""

    path: str
    """For example `players[0].colour`; empty for the data as a whole."""
    reason: Literal["unknown-field", "missing-field", "wrong-value"]
    value: Any = msgspec.UNSET
    """UNSET for an unknown or missing field, and where msgspec names no path."""
    expected: str = ""
    """msgspec's own words for what would be valid; may be empty."""


def invalid_field(error: msgspec.ValidationError, data: Any) -> InvalidField:
    """Find the field because of which `msgspec.convert` rejected this data."""
    message = str(error)
    found = re.search(_PATH, message)
    path = found["path"] if found else ""
    sentence = message[: found.start()] if found else message
    field = re.search(_FIELD, sentence)
    if field:
        name = f"{path}.{field['name']}" if path else field["name"]
        return InvalidField(name, "unknown-field" if "unknown" in sentence else "missing-field")
    expected = re.match(_EXPECTED, sentence)
    value = _value_at(data, path) if found else msgspec.UNSET
    return InvalidField(path, "wrong-value", value, expected["expected"] if expected else "")


def _value_at(data: Any, path: str) -> Any:
    """The value at a path, or the one nearest to it."""
    for step in re.findall(r"[^.\[\]]+", path):
        if isinstance(data, Mapping) and step in data:
            data = data[step]
        elif isinstance(data, list) and step.isdecimal() and int(step) < len(data):
            data = data[int(step)]
    return data


def prepare_decoders(*types: Any) -> None:
    """Build msgspec's information about these types now, and that of their fields' types.

    msgspec builds it at the first decode and keeps it. Two threads that decode a type for the first time at
    once share a half-built one, which crashes the process.
    """
    for each in types:
        msgspec.json.Decoder(each)
