"""The body of a request, from bytes to a checked struct."""

from __future__ import annotations

import re
from typing import Any, TypeVar

import msgspec
from flask import Request

from web.errors import Problem
from web.membership import WrongField
from web.strict_json import read_object

T = TypeVar("T")
_NAMED = re.compile(r"`\$?\.?(\w+)[^`]*`$|field `(\w+)`")


def json_body(request: Request) -> dict[str, Any]:
    """The JSON object that was sent.

    Raises `Problem` (415 for another type), werkzeug's 413 for more than the app takes, and `NotJson`.
    """
    if request.mimetype != "application/json":
        raise Problem(415, "not-json-type")
    return read_object(request.get_data(cache=False))


def checked(body: dict[str, Any], kind: type[T]) -> T:
    """The body as a struct. Raises `WrongField` naming the first field that does not fit."""
    try:
        return msgspec.convert(body, kind)
    except msgspec.ValidationError as error:
        named = _NAMED.search(str(error))
        raise WrongField(next(filter(None, named.groups()), "") if named else "", "form") from None
