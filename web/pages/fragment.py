"""A page's main part as it is sent to open pages: with an etag, and nothing where that is known already."""

from __future__ import annotations

import hashlib
from functools import cached_property

import msgspec
from flask import Response, request

from web.responses import PAGE_LEVEL, accepts_gzip, gzip

FRAGMENTS = 128
"""The most that are cached: those of a few pages for a table of eight, in two languages."""


class Fragment(msgspec.Struct, frozen=True, dict=True):
    """A rendered fragment."""

    content: bytes

    @cached_property
    def packed(self) -> bytes:
        """It in fewer bytes."""
        return gzip(self.content, PAGE_LEVEL)

    @cached_property
    def etag(self) -> str:
        """What tells it from others."""
        return hashlib.blake2b(self.content, digest_size=16).hexdigest()

    def response(self) -> Response:
        """It for the request under way; 304 where the phone has it."""
        packs = accepts_gzip(request)
        response = Response(self.packed if packs else self.content, mimetype="text/html")
        if packs:
            response.headers["Content-Encoding"] = "gzip"
        response.set_etag(self.etag, weak=True)
        response.make_conditional(request)
        return response
