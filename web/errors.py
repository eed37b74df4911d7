"""HTTP errors: every exception that reaches the edge becomes a `Problem`."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, ParamSpec, TypeVar

from werkzeug.exceptions import HTTPException

from companion.games import Refused
from companion.language.text import CompanionError, Text
from companion.storage.storage import StorageFailed
from companion.table.parsing import InvalidCommand
from companion.table.snapshot import Snapshot
from companion.table.table import Stale

_Asked = ParamSpec("_Asked")
_Found = TypeVar("_Found")
_MISSING = frozenset({"no-such-game", "no-such-entry"})
_MOVED_ON = frozenset({"stale", "other-game"})
"""Refusals of what was meant for the table as it was before: 409."""
_CODES = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "not-json-type"}
"""Codes of HTTP errors; any other is a `bad-request`."""
_SENT_ALONG = frozenset({"Allow", "Retry-After"})
MAX_DIGITS = 15
"""Digits of a number that a double holds exactly."""
UNEXPECTED = 500
"""Status of an unexpected error."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Problem(CompanionError):
    """An error to be sent.

    status: of HTTP. code, rule, params: as in `Refused`. headers: sent with it. snapshot: the fresh one, for
    a stale command. system: the game in whose words it is; None for the one on the table.

    >>> Problem(404, "no-such-game", {"game": "12"}).status
    404
    """

    def __init__(
        self,
        status: int,
        code: str,
        params: Mapping[str, Any] = _NOTHING,
        *,
        rule: str | None = None,
        headers: Mapping[str, str] = _NOTHING,
        snapshot: Snapshot | None = None,
        system: str | None = None,
    ) -> None:
        super().__init__(Text(f"refused.{code}", params, system))
        self.status = status
        self.code = code
        self.params = params
        self.rule = rule
        self.headers = headers
        self.snapshot = snapshot


class WrongField(Problem):
    """An invalid field (400). must: what is expected, the catalogue's word `must.<must>`."""

    def __init__(self, field: str, must: str) -> None:
        super().__init__(400, "wrong-field", {"field": field, "must": must})


def whole_number(field: str, given: str) -> int:
    """Parse a number of at most `MAX_DIGITS` digits. Raises `WrongField`."""
    if not (given.isascii() and given.isdigit() and len(given) <= MAX_DIGITS):
        raise WrongField(field, "number")
    return int(given)


def problem_of(error: Exception) -> Problem:
    """Translate an exception; an unexpected one becomes a 500 without details."""
    match error:
        case Problem():
            return error
        case Refused():
            return Problem(
                503 if isinstance(error, StorageFailed) else 409 if error.code in _MOVED_ON else 422,
                error.code,
                error.params,
                rule=error.rule,
                snapshot=error.snapshot if isinstance(error, Stale) else None,
                system=error.system,
            )
        case InvalidCommand():
            return Problem(400, error.reason, error.params)
        case HTTPException():
            status = error.code or 400
            headers = {name: value for name, value in error.get_headers() if name in _SENT_ALONG}
            return Problem(status, _CODES.get(status, "bad-request"), headers=headers)
    return Problem(UNEXPECTED, "internal-error")


def error_key(error: Exception) -> str:
    """An error's type and the line that raised it, for the log throttle."""
    trace = traceback.extract_tb(error.__traceback__)[-1:]
    return " ".join([type(error).__name__, *(f"{each.filename}:{each.lineno}" for each in trace)])


def or_404(look: Callable[_Asked, _Found], *asked: _Asked.args, **named: _Asked.kwargs) -> _Found:
    """Call a query; its refusal for a missing game or entry becomes a `Problem` 404."""
    try:
        return look(*asked, **named)
    except Refused as refused:
        if refused.code in _MISSING:
            raise Problem(404, refused.code, refused.params) from None
        raise
