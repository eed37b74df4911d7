"""The organiser's code: it allows notices to all tables and answers to calls."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from typing import Any

from flask import Request, Response

from web.auth import address_of
from web.errors import Problem
from web.join_code import codes_match
from web.server.rate_limiter import Limit, RateLimiter, Seconds

MIN_LENGTH = 6
"""Characters of a chosen code at least."""
CODE_DIGITS = 8
"""Digits of a generated code."""
TRIES = Limit(5, 15.0)
"""The limit on tried codes: five at once from one address, then four a minute. A flood from a thousand
addresses all evening has about one chance in a hundred to guess eight digits.
"""
COOKIE = "companion-hall"


class OrganiserCode:
    """Recognises the organiser. Safe to use from any thread.

    code: of at least `MIN_LENGTH` characters, case-insensitive. event: its name. monotonic: seconds.
    The cookie is derived from the code by scrypt and survives a restart.
    """

    def __init__(self, code: str, event: str, monotonic: Callable[[], Seconds]) -> None:
        self._code = code
        words = hashlib.scrypt(code.strip().casefold().encode(), salt=event.encode(), n=2**12, r=8, p=1)
        self._token = words.hex()
        self._tries = RateLimiter(TRIES, monotonic)

    def is_organiser(self, request: Request) -> bool:
        """Whether the organiser sent this request."""
        token = request.cookies.get(COOKIE, "")
        return hmac.compare_digest(token.encode(errors="surrogatepass"), self._token.encode())

    def holder_in(self, environ: Mapping[str, Any]) -> str | None:
        """The organiser's holder of streams, None for others. environ: of the request."""
        return COOKIE if self.is_organiser(Request(dict(environ), populate_request=False)) else None

    def check(self, said: str, request: Request) -> None:
        """Check a code. Raises `Problem`: 403 for a wrong one, 429 after too many."""
        wait = self._tries.take(address_of(request))
        if wait:
            raise Problem(429, "hall-too-many-codes", {"count": wait}, headers={"Retry-After": str(wait)})
        if not codes_match(said, self._code):
            raise Problem(403, "hall-wrong-code")

    def set_cookie(self, response: Response) -> None:
        """Set the cookie, out of reach of scripts and other sites."""
        response.set_cookie(COOKIE, self._token, max_age=7 * 24 * 3600, httponly=True, samesite="Strict")

    def delete_cookie(self, response: Response) -> None:
        """Delete the cookie."""
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict")
