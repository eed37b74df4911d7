"""The body of a request: JSON and nothing else."""

from __future__ import annotations

from typing import Any

from flask import Request
from werkzeug.exceptions import RequestEntityTooLarge

from web.api.strict_json import read_object
from web.errors import Problem

LARGEST = 64 * 1024
"""Bytes that a body may have."""


def json_body(request: Request) -> dict[str, Any]:
    """The JSON object that was sent.

    One byte more than allowed is read: only so is a body in chunks seen to be too large, and not cut.
    Raises `Problem` (415 for another type), werkzeug's 413 for more than the app takes, and `NotJson`.
    """
    if request.mimetype != "application/json":
        raise Problem(415, "not-json-type")
    request.max_content_length = LARGEST + 1
    data = request.get_data(cache=False)
    if len(data) > LARGEST:
        raise RequestEntityTooLarge
    return read_object(data)
