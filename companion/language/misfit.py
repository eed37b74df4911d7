"""Where and why data from outside does not have the form that is wanted: msgspec's sentence, taken apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Literal

import msgspec

_FIELD = r"field `(?P<name>[^`]*)`"
_PLACE = r" - at (?:`key` in )?`\$\.?(?P<place>[^`]*)`$"
_WANTED = r"^Expected (?P<wanted>.*?)(?:, got .*)?$"


class Misfit(msgspec.Struct, frozen=True):
    """place: of the field at fault, as in `players[0].colour`; empty for all of the data.

    given: the value there, UNSET where the library names no place or the field is unknown or missing.
    wanted: what would be right there, in the library's words; it may be empty.
    """

    place: str
    reason: Literal["unknown-field", "missing-field", "wrong-value"]
    given: Any = msgspec.UNSET
    wanted: str = ""


def misfit(error: msgspec.ValidationError, data: Any) -> Misfit:
    """Take apart what `msgspec.convert` raised over this data."""
    message = str(error)
    found = re.search(_PLACE, message)
    place = found["place"] if found else ""
    sentence = message[: found.start()] if found else message
    field = re.search(_FIELD, sentence)
    if field:
        name = f"{place}.{field['name']}" if place else field["name"]
        return Misfit(name, "unknown-field" if "unknown" in sentence else "missing-field")
    wanted = re.match(_WANTED, sentence)
    given = _at(data, place) if found else msgspec.UNSET
    return Misfit(place, "wrong-value", given, wanted["wanted"] if wanted else "")


def _at(data: Any, place: str) -> Any:
    """The value at a place, as far as it can be followed."""
    for step in re.findall(r"[^.\[\]]+", place):
        if isinstance(data, Mapping) and step in data:
            data = data[step]
        elif isinstance(data, list) and step.isdecimal() and int(step) < len(data):
            data = data[int(step)]
    return data
