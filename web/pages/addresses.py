"""Addresses of this site's pages, with a section open, or with what was done."""

from __future__ import annotations

from collections.abc import Mapping
from urllib.parse import parse_qsl, urlencode, urlsplit, urlunsplit

DID = "did"
"""In a page's address: the number of the entry that this phone has just made, for the page to say so."""


def place(page: str, section: str) -> str:
    """A page's address with one of its sections open."""
    bare = page.partition("#")[0]
    if not section:
        return bare
    parts = urlsplit(bare)
    return f"{address(parts.path, {**dict(parse_qsl(parts.query)), 'open': section})}#{section}"


def having_done(page: str, n: int) -> str:
    """A page's address with the number of the entry to report there."""
    parts = urlsplit(page)
    query = urlencode([*parse_qsl(parts.query, keep_blank_values=True), (DID, n)])
    return urlunsplit(parts._replace(query=query))


def address(path: str, query: Mapping[str, str]) -> str:
    """A page's address with its query, as forms send it back."""
    return f"{path}?{urlencode(query)}" if query else path
