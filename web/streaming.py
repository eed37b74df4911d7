"""A stream without an end as an answer: who gets a place for it, and what is said when there is none."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from flask import Response, request

from web.api.places import REST, Places
from web.callers import address_of
from web.errors import Problem
from web.server.broadcaster import SUBSCRIBE, Subscriber

RETRY = b"retry: 1000\n"
"""Milliseconds after which a browser that lost the stream comes back."""
COME_BACK = int(REST)
"""Seconds that a page is told to wait while there is no place for it; it then asks for what is new."""
ENDED = f"retry: {COME_BACK * 1000}\n\n".encode()
"""The last word of a stream that ends for another: else several pages would chase each other from a place."""


def streamed(
    subscriber: Subscriber,
    places: Places,
    holder: str | None,
    *,
    closed: bool,
    begin: Callable[[], object] = lambda: None,
) -> Response:
    """The answer to who wants to listen; a look at the headers alone takes no place.

    holder: for whom the place is, as `Places.take` has it. closed: nobody is served any more. begin: called
    once there is a place. Raises `Problem` 503 while there is none. Where no server is behind the application
    that keeps a stream open, it ends after what there is to hear now.
    """
    response = Response(mimetype="text/event-stream")
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Accel-Buffering"] = "no"
    if request.method != "GET":
        return response
    place = None if closed else places.take(holder, address_of(request), subscriber.end)
    if place is None:
        raise Problem(503, "too-many-streams", headers={"Retry-After": str(COME_BACK)})
    subscriber.leave = partial(places.leave, place)
    begin()
    if SUBSCRIBE in request.environ:
        request.environ[SUBSCRIBE](subscriber)
        response.response = iter(())  # with a list, nothing would be all
    else:
        response.response = iter((subscriber.news(subscriber.seen)[1],))
        response.call_on_close(subscriber.leave)
    return response
