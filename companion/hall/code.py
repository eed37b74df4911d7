"""The organiser's code: who knows it may speak to all tables and answer those that call."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable, Mapping
from typing import Any

from flask import Request, Response

from web.callers import address_of
from web.code import same
from web.errors import Problem
from web.server.rate_limiter import Limit, RateLimiter, Seconds

SHORTEST = 6
"""Signs of a code that an organiser chooses."""
DIGITS = 8
"""Of one that is made for him."""
TRIES = Limit(5, 15.0)
"""Codes that are tried, right ones among them: five at once from one address and four in a minute. With eight
digits a flood from a thousand addresses, all evening long, has about one chance in a hundred."""
COOKIE = "companion-hall"


class OrganiserCode:
    """Knows who the organiser is. Safe to use from any thread.

    code: of at least `SHORTEST` signs, in any letters' case. event: its name. monotonic: in seconds.
    The cookie comes of the code and is the same after a restart; the code cannot be told from it by less than
    trying every one.
    """

    def __init__(self, code: str, event: str, monotonic: Callable[[], Seconds]) -> None:
        self._code = code
        words = hashlib.scrypt(code.strip().casefold().encode(), salt=event.encode(), n=2**12, r=8, p=1)
        self._token = words.hex()
        self._tries = RateLimiter(TRIES, monotonic)

    def knows(self, request: Request) -> bool:
        """Whether the organiser asks."""
        token = request.cookies.get(COOKIE, "")
        return hmac.compare_digest(token.encode(errors="surrogatepass"), self._token.encode())

    def holder_in(self, environ: Mapping[str, Any]) -> str | None:
        """The organiser, None for all others. environ: of the request."""
        return COOKIE if self.knows(Request(dict(environ), populate_request=False)) else None

    def enter(self, said: str, request: Request) -> None:
        """Let in who says the code. Raises `Problem`: 403 for another one, 429 where too many were tried."""
        wait = self._tries.take(address_of(request))
        if wait:
            raise Problem(429, "hall-too-many-codes", {"count": wait}, headers={"Retry-After": str(wait)})
        if not same(said, self._code):
            raise Problem(403, "hall-wrong-code")

    def remember(self, response: Response) -> None:
        """Give him the cookie, which no script and no other site can use."""
        response.set_cookie(COOKIE, self._token, max_age=7 * 24 * 3600, httponly=True, samesite="Strict")

    def forget(self, response: Response) -> None:
        """Take it away."""
        response.delete_cookie(COOKIE, httponly=True, samesite="Strict")
