"""Responses to programs: JSON, errors in one shape, and live streams."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import msgspec
from flask import Response, request

from companion.language.messages import Language
from web.errors import Problem
from web.server.broadcaster import SUBSCRIBE, Subscriber
from web.site import Site, language_of

RETRY = b"retry: 1000\n"
"""The stream's field for the milliseconds after which a browser reconnects."""
RETRY_AFTER = 30
"""Seconds that a page waits when there are too many streams; until then it polls."""
_HEADERS: Mapping[str, str] = MappingProxyType(
    {"Content-Type": "application/json", "Cache-Control": "no-store"}
)


def json_response(body: Any, status: int = 200) -> Response:
    """Encode plain data, structs and `msgspec.Raw` as JSON, not to be cached."""
    return Response(msgspec.json.encode(body, enc_hook=_plain), status, _HEADERS)


def refusal(site: Site, problem: Problem) -> Response:
    """The problem as JSON, its message in the request's language.

    Shape: `{"error": {"code", "message", "rule", "params", "version"}}`. A stale
    command's also has the fresh `table`, inside the error too: clients may pass on nothing else.
    """
    language = language_of(request, site.messages, problem.message.system or site.system)
    error: dict[str, Any] = {
        "code": problem.code,
        "message": language.say(problem.message),
        "rule": problem.rule,
        "params": problem.params,
        "version": site.table.snapshot.version,
    }
    body: dict[str, Any] = {"error": error}
    if problem.snapshot is not None:
        table = msgspec.Raw(problem.snapshot.json)
        error["version"] = problem.snapshot.version
        error["table"] = body["table"] = table
    response = json_response(body, problem.status)
    response.headers.update(dict(problem.headers))
    return set_language(response, language)


def set_language(response: Response, language: Language) -> Response:
    """Name the response's language, and the request headers that decide it; return the response."""
    response.headers["Content-Language"] = language.code
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def stream_response(subscriber: Subscriber) -> Response:
    """Respond with a live stream; to HEAD with its headers alone. Raises `Problem` 503 for too many streams.

    Without our server, as in tests, it ends after the first events.
    """
    response = Response(mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    if request.method == "GET":
        response.response = iter(())  # a list would make Flask send Content-Length: 0
        if SUBSCRIBE not in request.environ:
            response.response = (subscriber.events_since(subscriber.versions)[1] for _ in range(1))
        elif not request.environ[SUBSCRIBE](subscriber):
            raise Problem(503, "too-many-streams", headers={"Retry-After": str(RETRY_AFTER)})
    return response
