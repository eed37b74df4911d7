"""Who asks: the member whose token a phone sent, by header or cookie, and whether he may go on so fast.

Another site's page could send a member's cookie, never his header: with a cookie it matters whose page it is.
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
    """The member who asks, or None; for reading, where nobody needs to have joined."""
    return membership.who(token_of(request))


def token_of(request: Request) -> str | None:
    """The token that came along, whoever's it is."""
    return _bearer(request) or own_token(request)


def own_token(request: Request) -> str | None:
    """The token that this very phone had until now: its cookie.

    A program that joins for others may send the header of one of them along, and keeps it.
    """
    return request.cookies.get(MEMBER_COOKIE)


def address_of(request: Request) -> str:
    """Where in the network the request came from."""
    return request.remote_addr or ""


def counted(request: Request, membership: Membership) -> None:
    """Count a request that wants something done, whether or not it will be refused.

    Raises `TooManyCommands` when it is one too many.
    """
    if request.method not in _SAFE:
        membership.count(membership.holder(token_of(request)), address_of(request))


def holder_in(environ: Mapping[str, Any], membership: Membership) -> str | None:
    """The joined holder whose token came along, None for who has not joined. environ: of the request."""
    # two that held each other would stay long
    return membership.holder(token_of(Request(dict(environ), populate_request=False)))


def acting_member(request: Request, membership: Membership) -> Member:
    """The member who wants something done.

    Raises `Problem`: 401 for who has not joined, 403 for a request that another site's page sent with
    the cookie of a member.
    """
    member = member_of(request, membership)
    if member is None:
        raise Problem(401, "not-joined", headers={"WWW-Authenticate": "Bearer"})
    if _bearer(request) is None:
        refuse_foreign(request)
    return member


def phone_of(request: Request) -> str:
    """A mark that tells this phone from other joined ones, and from which nobody learns its token; empty
    without one.
    """
    token = token_of(request)
    if token is None:
        return ""
    return hashlib.sha256(_MARK + token.encode(errors="surrogatepass")).hexdigest()[:_MARK_DIGITS]


def refuse_foreign(request: Request) -> None:
    """Raise `Problem` 403 for an unsafe request that another site's page sent."""
    if _is_foreign(request):
        raise Problem(403, "other-site")


def remember(response: Response, token: str) -> None:
    """Give the phone its token as a cookie that no script and no other site can use."""
    response.set_cookie(MEMBER_COOKIE, token, max_age=_KEPT, httponly=True, samesite="Strict")


def _bearer(request: Request) -> str | None:
    scheme, _, token = request.environ.get("HTTP_AUTHORIZATION", "").strip().partition(" ")
    return token.strip() or None if scheme.lower() == "bearer" else None


def _is_foreign(request: Request) -> bool:
    """Whether an unsafe request comes from a page that is not ours.

    A browser says so by `Sec-Fetch-Site` or `Origin`; without either it is no browser, or asks for itself.
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
