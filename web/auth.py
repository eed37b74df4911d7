"""Authentication: the member of a request, by the token in its header or cookie.

Another site's page can send a member's cookie, but not the header: with a cookie the origin is checked.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from datetime import timedelta
from typing import Any
from urllib.parse import urlsplit

from flask import Request, Response

from web.errors import Problem
from web.membership import Member, Membership

MEMBER_COOKIE = "companion"
_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN = frozenset({"same-origin", "none"})
_KEPT = timedelta(days=365)
_MARK, _MARK_DIGITS = b"phone ", 16


def member_of(request: Request, membership: Membership) -> Member | None:
    """The member of a request; None for a stranger."""
    return membership.who(token_of(request))


def token_of(request: Request) -> str | None:
    """The token of a request, valid or not."""
    return _bearer(request) or cookie_token(request)


def cookie_token(request: Request) -> str | None:
    """The phone's own token: its cookie.

    The header's can be another member's, of a program that joins for several.
    """
    return request.cookies.get(MEMBER_COOKIE)


def address_of(request: Request) -> str:
    """The client's network address."""
    return request.remote_addr or ""


def count_request(request: Request, membership: Membership) -> None:
    """Count an unsafe request for the rate limit, even if it will be refused. Raises `TooManyCommands`."""
    if request.method not in _SAFE:
        membership.count(membership.holder(token_of(request)), address_of(request))


def holder_in_environ(environ: Mapping[str, Any], membership: Membership) -> str | None:
    """The holder of a request's token, by its environment; None for a stranger."""
    # without `populate_request` both would be in a reference cycle
    return membership.holder(token_of(Request(dict(environ), populate_request=False)))


def require_member(request: Request, membership: Membership) -> Member:
    """The member of an unsafe request.

    Raises `Problem`: 401 for a stranger, 403 for a member's cookie on another site's page.
    """
    member = member_of(request, membership)
    if member is None:
        raise Problem(401, "not-joined", headers={"WWW-Authenticate": "Bearer"})
    if _bearer(request) is None:
        check_origin(request)
    return member


def phone_id(request: Request) -> str:
    """An id of the member's phone that does not reveal its token; empty without one."""
    token = token_of(request)
    if token is None:
        return ""
    return hashlib.sha256(_MARK + token.encode(errors="surrogatepass")).hexdigest()[:_MARK_DIGITS]


def check_origin(request: Request) -> None:
    """Raise `Problem` 403 for an unsafe request from another site's page."""
    if _is_foreign(request):
        raise Problem(403, "other-site")


def set_member_cookie(response: Response, token: str) -> None:
    """Set the token as a cookie that no script and no other site can use."""
    response.set_cookie(MEMBER_COOKIE, token, max_age=_KEPT, httponly=True, samesite="Strict")


def _bearer(request: Request) -> str | None:
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _is_foreign(request: Request) -> bool:
    """Whether an unsafe request comes from another site's page.

    Browsers send `Sec-Fetch-Site` or `Origin` then; other programs send neither.
    """
    if request.method in _SAFE:
        return False
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None and site not in _OWN:
        return True
    origin = request.headers.get("Origin")
    return origin is not None and not _is_host(origin, request.host)


def _is_host(origin: str, host: str) -> bool:
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    plain = {"http": ":80", "https": ":443"}.get(parts.scheme)
    if plain is None:
        return False
    return parts.netloc.lower().removesuffix(plain) == host.lower().removesuffix(plain)
