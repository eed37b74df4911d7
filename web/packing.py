"""Answers in fewer bytes, for whoever says that he can unpack them."""

from __future__ import annotations

import zlib

from flask import Request, Response

SMALLEST = 1000
"""Bytes; what is shorter fits one packet as it is."""
_PAGES = frozenset({"text/html", "application/json"})
QUICK = 4
"""How hard is tried for a page, which is sent once: the next level takes a third longer for 2 % less."""
_HARD = 9
"""How hard is tried for what is packed once and sent for ever."""
_GZIP = zlib.MAX_WBITS | 16


def may_pack(request: Request) -> bool:
    """Whether the one who asks can unpack gzip."""
    return request.accept_encodings["gzip"] > 0


def gzipped(content: bytes, level: int = _HARD) -> bytes:
    """The content, packed. level: 1 (quick) to 9 (small)."""
    packer = zlib.compressobj(level, zlib.DEFLATED, _GZIP)
    return packer.compress(content) + packer.flush()


def pack(response: Response, request: Request) -> None:
    """Pack a page, or what a program has asked for; not what is short, packed, or sent bit by bit.

    What has an etag stays as it is: that names these very bytes.
    """
    if response.mimetype not in _PAGES or response.is_streamed:
        return
    response.vary.add("Accept-Encoding")
    if {"Content-Encoding", "ETag"} & set(response.headers.keys()) or not may_pack(request):
        return
    content = response.get_data()
    if len(content) >= SMALLEST:
        response.set_data(gzipped(content, QUICK))
        response.headers["Content-Encoding"] = "gzip"
