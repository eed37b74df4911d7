"""What a program is answered: plain data as JSON, and every refusal in the one shape."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from flask import Response, request

from companion.language.messages import Language
from web.errors import Problem
from web.site import Site, language_of

_HEADERS: Mapping[str, str] = MappingProxyType(
    {"Content-Type": "application/json", "Cache-Control": "no-store"}
)


def json_response(body: Any, status: int = 200) -> Response:
    """Plain data, structs and `msgspec.Raw` as JSON that no cache keeps."""
    return Response(msgspec.json.encode(body, enc_hook=_plain), status, _HEADERS)


def refusal(site: Site, problem: Problem) -> Response:
    """The problem in the one shape, said in the language of who asked.

    The fresh snapshot of a stale command stands beside the error, as in an answer that went well, and
    in it, for a client that hands only the error on.
    """
    language = language_of(request, site.messages, problem.message.system or site.system)
    error: dict[str, Any] = {
        "code": problem.code,
        "message": language.say(problem.message),
        "rule": problem.rule,
        "params": problem.params,
        "version": site.table.snapshot.version,
    }
    whole: dict[str, Any] = {"error": error}
    if problem.snapshot is not None:
        table = msgspec.Raw(problem.snapshot.json)
        error["version"] = problem.snapshot.version
        error["table"] = whole["table"] = table
    response = json_response(whole, problem.status)
    response.headers.update(dict(problem.headers))
    return speaks(response, language)


def speaks(response: Response, language: Language) -> Response:
    """The same answer, with headers that name its language and say on what that depends."""
    response.headers["Content-Language"] = language.code
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)
