"""The page of a box that is being set up from a phone: for that phone what is asked, for the others a word.

An application of its own: meanwhile the games rest on the disk.
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
from web.callers import refuse_foreign, token_of
from web.errors import Problem
from web.membership import holder_of
from web.one_page import Drawing, OnePage, create_one_page

HERE = "/care/setup"
HELD = 20.0
"""Seconds that a look is held until there is something new to see."""
_HELD_AT_A_TIME = 2
_NUMBER = re.compile(r"[0-9]{1,9}")
_WIRING = re.compile(r"[a-z0-9-]{1,20}")


class SetUpPage(msgspec.Struct, frozen=True):
    """The collaborators of the page.

    messages: every language. holder: of the phone that sets the box up. wiring: the kinds of reader whose
    wiring has a picture, the likeliest first. states: of the box's parts.
    look: what is asked now, as soon as it is another version than this one, or after so many seconds.
    answer: takes the number of the question and of the choice; whether it was still asked.
    stop: ends the setting up. seen: is told that the phone has the last page. names: of the box, as
    `web.hosts.names_of` gives them.
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


def create_set_up_page(box: SetUpPage) -> Flask:
    """Build the application. Whatever is asked of it is answered with the page, but for programs."""
    drawing = Drawing(box.messages)
    places = threading.BoundedSemaphore(_HELD_AT_A_TIME)

    def page(status: int) -> Response:
        if not _its_phone(box):
            answer = drawing.draw("set_up_others.html", status)
            answer.headers["Retry-After"] = "5"
            return answer
        asked = _looked(box, places)
        drawn = drawing.draw("set_up.html", 200, asked=asked, wiring=box.wiring, at=HERE)
        if asked.ended:
            drawn.call_on_close(box.seen)
        return drawn

    one = OnePage(box.messages, "set-up", text("refused.set-up"), box.states, page, box.names)
    app = create_one_page(one, drawing)

    @app.post(f"{HERE}/answer")
    def answered() -> Response:
        _judge(box)
        said = [request.form.get(name, "") for name in ("asked", "way")]
        if all(map(_NUMBER.fullmatch, said)):
            asked, way = map(int, said)
            box.answer(asked, way)  # one that comes too late is answered with what is asked now
        return _onward()

    @app.post(f"{HERE}/stop")
    def stopped() -> Response:
        _judge(box)
        box.stop()
        return _onward()

    app.get(f"{HERE}/wiring-<kind>.svg")(_wiring)
    return app


def _its_phone(box: SetUpPage) -> bool:
    token = token_of(request)
    return token is not None and holder_of(token) == box.holder


def _judge(box: SetUpPage) -> None:
    """Go on only for the phone that sets the box up, with a form on our own page."""
    try:
        refuse_foreign(request)
    except Problem:
        abort(403)
    if not _its_phone(box):
        abort(403)


def _onward() -> Response:
    return make_response("", 303, {"Location": HERE})


def _wiring(kind: str) -> Response:
    """A picture of the wiring."""
    if not _WIRING.fullmatch(kind):
        abort(404)
    picture = files("web").joinpath("wiring", f"wiring-{kind}.svg")
    if not picture.is_file():
        abort(404)
    return make_response(picture.read_bytes(), 200, {"Content-Type": "image/svg+xml"})


def _looked(box: SetUpPage, places: threading.BoundedSemaphore) -> WizardPage:
    """What is asked now; for a page that has seen it already not before it is something else."""
    seen = request.args.get("seen", "")
    if _NUMBER.fullmatch(seen) is None or not places.acquire(blocking=False):
        return box.look(-1, 0.0)
    try:
        return box.look(int(seen), HELD)
    finally:
        places.release()
