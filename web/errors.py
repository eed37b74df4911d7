"""What a phone is refused: every exception that can reach the edge, as one `Problem`."""

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
_STATUS: tuple[tuple[type[Refused], int], ...] = ((Stale, 409), (StorageFailed, 503), (Refused, 422))
"""What HTTP calls a refusal of the table's, the first that fits."""
_CODES = {404: "not-found", 405: "method-not-allowed", 413: "too-large", 415: "not-json-type"}
"""What the faults of HTTP are called; any other is a `bad-request`."""
_SENT_ALONG = frozenset({"Allow", "Retry-After"})
DIGITS = 15
"""Digits of a number that every program keeps exactly."""
UNFORESEEN = 500
"""What HTTP calls an error that nobody foresaw."""
_NOTHING: Mapping[str, Any] = MappingProxyType({})


class Problem(CompanionError):
    """A refusal as it goes out.

    status: of HTTP. code, rule, params: as in `Refused`. headers: to be sent along. snapshot: the fresh one,
    of a stale command. system: the game in whose words it is said, None for the one on the table.
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
    """A field does not fit. field: its name. must: `must.<must>` says what is expected."""

    def __init__(self, field: str, must: str) -> None:
        super().__init__(400, "wrong-field", {"field": field, "must": must})


def whole_number(field: str, given: str) -> int:
    """The number that a field of an address names, of at most `DIGITS` digits. Raises `WrongField`."""
    if not (given.isascii() and given.isdigit() and len(given) <= DIGITS):
        raise WrongField(field, "number")
    return int(given)


def problem_of(error: Exception) -> Problem:
    """Translate whatever was raised; what nobody foresaw is `UNFORESEEN`, and nothing is said of it."""
    match error:
        case Problem():
            return error
        case Refused():
            return Problem(
                next(status for kind, status in _STATUS if isinstance(error, kind)),
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
    return Problem(UNFORESEEN, "internal-error")


def kind_of(error: Exception) -> str:
    """What tells an error from another: its type, and the line where it was raised."""
    trace = traceback.extract_tb(error.__traceback__)[-1:]
    return " ".join([type(error).__name__, *(f"{each.filename}:{each.lineno}" for each in trace)])


def found(look: Callable[_Asked, _Found], *asked: _Asked.args, **named: _Asked.kwargs) -> _Found:
    """What is asked of the table; `Problem` 404 where it refuses because it has no such thing."""
    try:
        return look(*asked, **named)
    except Refused as refused:
        if refused.code in _MISSING:
            raise Problem(404, refused.code, refused.params) from None
        raise
