"""Who asks: the member whose token a phone sent, by header or cookie.

Another site's page could send a member's cookie, never his header: with a cookie it matters whose page it is.
"""

from __future__ import annotations

import hashlib
from datetime import timedelta
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
    return membership.who(_token(request))


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
    token = _token(request)
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


def _token(request: Request) -> str | None:
    return _bearer(request) or request.cookies.get(MEMBER_COOKIE)


def _bearer(request: Request) -> str | None:
    scheme, _, token = request.headers.get("Authorization", "").strip().partition(" ")
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
