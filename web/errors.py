"""Every refusal in one shape, and every exception that can reach the edge translated into one."""

from __future__ import annotations

import logging
import sqlite3
from collections.abc import Callable, Mapping
from functools import singledispatch
from types import MappingProxyType
from typing import Any

import msgspec
from flask import Flask, Response, request
from werkzeug.exceptions import HTTPException

from companion.games import Refused
from companion.journal.journal import JournalFailed
from companion.table.reading import NotACommand
from companion.table.snapshot import Snapshot
from companion.table.table import Stale
from web.membership import TooManyWrongCodes, WrongCode, WrongField
from web.site import Site, language_of

log = logging.getLogger(__name__)

_CODES = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "not-json-type"}
"""What the faults of HTTP are called; any other is a `bad-request`."""
_NO_PARAMS: Mapping[str, Any] = MappingProxyType({})
_NO_HEADERS: Mapping[str, str] = MappingProxyType({})


class Problem(Exception):
    """A refusal as it goes out.

    status: of HTTP. code, rule, params: as in `Refused`. headers: to be sent along.
    snapshot: the fresh one, of a stale command. system: the game in whose words it is said, None for the one
    on the table.
    """

    def __init__(
        self,
        status: int,
        code: str,
        params: Mapping[str, Any] = _NO_PARAMS,
        *,
        rule: str | None = None,
        headers: Mapping[str, str] = _NO_HEADERS,
        snapshot: Snapshot | None = None,
        system: str | None = None,
    ) -> None:
        super().__init__(status, code)
        self.system = system
        self.status = status
        self.code = code
        self.params = params
        self.rule = rule
        self.headers = headers
        self.snapshot = snapshot


@singledispatch
def problem_of(error: Exception) -> Problem:
    """Translate whatever was raised; what nobody foresaw is logged, and a 500 says nothing of it."""
    log.error("an answer failed", exc_info=error)
    return Problem(500, "internal-error")


@problem_of.register
def _(error: Problem) -> Problem:
    return error


@problem_of.register
def _(error: Refused) -> Problem:
    return Problem(422, error.code, error.params, rule=error.rule, system=error.system)


@problem_of.register
def _(error: Stale) -> Problem:
    return Problem(409, error.code, error.params, rule=error.rule, snapshot=error.snapshot)


@problem_of.register
def _(error: JournalFailed) -> Problem:
    return Problem(503, error.code, error.params)


@problem_of.register
def _(error: sqlite3.Error) -> Problem:
    log.error("the journal does not answer", exc_info=error)
    return Problem(503, "journal-failed")


@problem_of.register
def _(error: NotACommand) -> Problem:
    return Problem(400, error.reason, error.params)


@problem_of.register
def _(error: WrongField) -> Problem:
    return Problem(400, "wrong-field", {"field": error.field, "must": error.must})


@problem_of.register
def _(_error: WrongCode) -> Problem:
    return Problem(403, "wrong-code")


@problem_of.register
def _(error: TooManyWrongCodes) -> Problem:
    wait = {"Retry-After": str(error.seconds)}
    return Problem(429, "too-many-wrong-codes", {"count": error.seconds}, headers=wait)


@problem_of.register
def _(error: HTTPException) -> Problem:
    status = error.code or 400
    headers = {name: value for name, value in error.get_headers() if name in {"Allow", "Retry-After"}}
    return Problem(status, _CODES.get(status, "bad-request"), headers=headers)


def answer(site: Site, problem: Problem) -> Response:
    """The problem in the one shape, said in the reader's language.

    The fresh snapshot of a stale command stands beside the error, as in an answer that went well, and
    in it, for a client that hands only the error on.
    """
    language = language_of(request, site.messages, problem.system or site.system)
    error: dict[str, Any] = {
        "code": problem.code,
        "message": language.phrase(f"refused.{problem.code}", problem.params),
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
    response.headers["Content-Language"] = language.code
    response.vary.update(("Accept-Language", "Cookie"))
    return response


def json_response(body: Any, status: int = 200) -> Response:
    """Plain data, structs and `msgspec.Raw` as a JSON answer that nobody keeps."""
    response = Response(msgspec.json.encode(body, enc_hook=_plain), status, mimetype="application/json")
    response.headers["Cache-Control"] = "no-store"
    return response


def _plain(value: Any) -> Any:
    return dict(value) if isinstance(value, Mapping) else str(value)


def install(app: Flask, site: Site, friendly: Callable[[Problem], Response] | None = None) -> None:
    """Answer every exception: in the one shape for programs, by `friendly` for people's pages."""

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        problem = problem_of(error)
        if friendly is None or is_for_programs(request.path):
            return answer(site, problem)
        return friendly(problem)


def is_for_programs(path: str) -> bool:
    """Whether this path belongs to the JSON contract, and not to pages."""
    return path == "/healthz" or path.startswith("/api/")
