"""The body of a request: JSON and nothing else."""

from __future__ import annotations

from typing import Any

from flask import Request

from web.errors import Problem
from web.strict_json import read_object


def json_body(request: Request) -> dict[str, Any]:
    """The JSON object that was sent.

    Raises `Problem` (415 for another type), werkzeug's 413 for more than the app takes, and `NotJson`.
    """
    if request.mimetype != "application/json":
        raise Problem(415, "not-json-type")
    return read_object(request.get_data(cache=False))
