"""A stream without an end as an answer."""

from __future__ import annotations

from flask import Response, request

from web.errors import Problem
from web.server.broadcaster import SUBSCRIBE, Subscriber

RETRY = b"retry: 1000\n"
"""Milliseconds after which a browser that lost the stream comes back."""
COME_BACK = 30
"""Seconds that a page is told to wait while there is no place for it; it then asks for what is new."""


def streamed(subscriber: Subscriber) -> Response:
    """The answer to who wants to listen; a look at the headers alone takes no place.

    Raises `Problem` 503 while there is none. Where no server is behind the application that keeps a stream
    open, it ends after what there is to hear now.
    """
    response = Response(mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    if request.method == "GET":
        response.response = iter(())  # with a list, nothing would be all
        if SUBSCRIBE not in request.environ:
            response.response = (subscriber.news(subscriber.seen)[1] for _ in range(1))
        elif not request.environ[SUBSCRIBE](subscriber):
            raise Problem(503, "too-many-streams", headers={"Retry-After": str(COME_BACK)})
    return response
