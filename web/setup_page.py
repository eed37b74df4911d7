"""The page of a box that is being set up from a phone: the wizard for that phone, a notice for all others.

An application without a table: no game can be played.
"""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Collection, Mapping
from importlib.resources import files

import msgspec
from flask import Flask, Response, abort, make_response, request

from companion.language.messages import Messages
from companion.language.text import text
from companion.language.wizard_page import WizardPage
from companion.parts import PartName, PartState
from web.auth import check_origin, token_of
from web.errors import Problem
from web.membership import holder_of
from web.one_page import OnePage, OnePageRenderer, create_one_page

HERE = "/care/setup"
MAX_WAIT = 20.0
"""Seconds for which a request waits for a change (long polling)."""
_MAX_WAITING = 2
_NUMBER = re.compile(r"[0-9]{1,9}")
_WIRING = re.compile(r"[a-z0-9-]{1,20}")


class SetupPage(msgspec.Struct, frozen=True):
    """The collaborators of the page.

    holder: id of the phone's token. wiring: kinds of reader with a picture of their wiring, the likeliest
    first. states: of the box's parts.
    look: waits until the wizard's page has another version than this, or so many seconds; returns it.
    answer: takes a question's and a choice's number; False if another question is open.
    stop: ends the setup. seen: called when the phone has received the last page. names: of the box, as of
    `web.hosts.names_of`.
    """

    messages: Messages
    holder: str
    wiring: tuple[str, ...]
    states: Callable[[], Mapping[PartName, PartState]]
    look: Callable[[int, float], WizardPage]
    answer: Callable[[int, int], bool]
    stop: Callable[[], object]
    seen: Callable[[], object]
    names: Collection[str] = frozenset()


def create_setup_page(box: SetupPage) -> Flask:
    """Build the application: the page at every address, errors for programs."""
    drawing = OnePageRenderer(box.messages)
    places = threading.BoundedSemaphore(_MAX_WAITING)

    def page(status: int) -> Response:
        if not _is_setup_phone(box):
            answer = drawing.draw("set_up_others.html", status)
            answer.headers["Retry-After"] = "5"
            return answer
        asked = _current_page(box, places)
        drawn = drawing.draw("set_up.html", 200, asked=asked, wiring=box.wiring, at=HERE)
        if asked.ended:
            drawn.call_on_close(box.seen)
        return drawn

    one = OnePage(box.messages, "set-up", text("refused.set-up"), box.states, page, box.names)
    app = create_one_page(one, drawing)

    @app.post(f"{HERE}/answer")
    def answered() -> Response:
        _check(box)
        numbers = [request.form.get(name, "") for name in ("asked", "way")]
        if all(map(_NUMBER.fullmatch, numbers)):
            asked, way = map(int, numbers)
            box.answer(asked, way)  # one that comes too late is ignored
        return _onward()

    @app.post(f"{HERE}/stop")
    def stopped() -> Response:
        _check(box)
        box.stop()
        return _onward()

    app.get(f"{HERE}/wiring-<kind>.svg")(_wiring)
    return app


def _is_setup_phone(box: SetupPage) -> bool:
    token = token_of(request)
    return token is not None and holder_of(token) == box.holder


def _check(box: SetupPage) -> None:
    """Refuse (403) all phones but the one that sets the box up, and forms on other sites' pages."""
    try:
        check_origin(request)
    except Problem:
        abort(403)
    if not _is_setup_phone(box):
        abort(403)


def _onward() -> Response:
    return make_response("", 303, {"Location": HERE})


def _wiring(kind: str) -> Response:
    """The picture of a wiring."""
    if not _WIRING.fullmatch(kind):
        abort(404)
    picture = files("web").joinpath("wiring", f"wiring-{kind}.svg")
    if not picture.is_file():
        abort(404)
    return make_response(picture.read_bytes(), 200, {"Content-Type": "image/svg+xml"})


def _current_page(box: SetupPage, places: threading.BoundedSemaphore) -> WizardPage:
    """The wizard's page; for a phone that shows it already, after it has changed."""
    seen = request.args.get("seen", "")
    if _NUMBER.fullmatch(seen) is None or not places.acquire(blocking=False):
        return box.look(-1, 0.0)
    try:
        return box.look(int(seen), MAX_WAIT)
    finally:
        places.release()
