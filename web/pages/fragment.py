"""A page's main part as it is sent to open pages: with an etag, and nothing where that is known already."""

from __future__ import annotations

import hashlib

import msgspec
from flask import Response, request

from web.packing import QUICK, gzipped, may_pack

FRAGMENTS = 128
"""The most that are cached: those of a few pages for a table of eight, in two languages."""


class Fragment(msgspec.Struct, frozen=True):
    """A rendered fragment, and the same packed."""

    content: bytes
    packed: bytes
    etag: str

    def response(self) -> Response:
        """It for the request under way; 304 where the phone has it."""
        packs = may_pack(request)
        response = Response(self.packed if packs else self.content, mimetype="text/html")
        if packs:
            response.headers["Content-Encoding"] = "gzip"
        response.vary.add("Accept-Encoding")
        response.set_etag(self.etag, weak=True)
        response.make_conditional(request)
        return response


def fragment(content: bytes) -> Fragment:
    """A fragment of this content."""
    return Fragment(content, gzipped(content, QUICK), hashlib.blake2b(content, digest_size=16).hexdigest())
