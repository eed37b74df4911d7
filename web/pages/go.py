"""Sending a browser on to another page of this site, and to no other site."""

from __future__ import annotations

from flask import Response


def own(address: str) -> str:
    """The address, when it is one of this site's; otherwise the first page's."""
    inside = address.startswith("/") and not address.startswith("//")
    return address if inside and "\\" not in address and address.isprintable() and address.isascii() else "/"


def onward(address: str) -> Response:
    """An answer after which the browser asks for that page of ours, so that a reload repeats nothing."""
    response = Response("", 303, content_type="text/plain")
    response.headers["Location"] = own(address)
    response.headers["Cache-Control"] = "no-store"
    response.autocorrect_location_header = False
    return response
