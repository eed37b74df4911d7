"""Requests that another site made a browser send: refused where the cookie alone would vouch for them."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Request

SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_OWN = frozenset({"same-origin", "none"})


def is_foreign(request: Request) -> bool:
    """Whether an unsafe request comes from a page that is not ours.

    A browser says so by `Sec-Fetch-Site` or `Origin`; without either it is no browser, or asks for itself.
    """
    if request.method in SAFE:
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
