"""The hall's Flask application: a page that follows changes, the same for a television, results as a
spreadsheet, and the organiser's forms.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from datetime import datetime
from typing import Any

import msgspec
from flask import Blueprint, Flask, Response, make_response, request
from werkzeug.exceptions import ClientDisconnected

from companion.games import Game
from companion.hall.board import Board, View
from companion.hall.code import OrganiserCode
from companion.hall.hall import Hall
from companion.hall.results import results
from companion.health.broker_status import BrokerStatus
from companion.language.invisible import find_invisible
from companion.language.messages import Messages
from companion.notifier import Notifier
from companion.table.organiser import MAX_NOTICE
from web import hosts
from web.api.responses import json_response, stream_response
from web.auth import check_origin
from web.errors import UNEXPECTED, Problem, error_key, problem_of
from web.one_page import OnePageRenderer
from web.pages.forms import choose_language, redirect_to
from web.pages.templates import prepare
from web.responses import compress, secure
from web.server.broadcaster import Subscriber
from web.server.rate_limiter import ONCE_A_MINUTE, RateLimiter
from web.words import seconds

MAX_FORM = 4096
"""Bytes of a form."""
STREAMS = 400
"""Open streams, at most half of them for guests."""

log = logging.getLogger(__name__)


class HallSite(msgspec.Struct, frozen=True):
    """The collaborators of the hall's pages.

    games: the installed ones, for their words.
    link: the status of the broker.
    publish_notice: publishes a notice to all tables; an empty one clears it.
    answer: answers the call of a table by its time; True if it is settled, else the organiser is coming.
    on_call_over: called with a box after its call.
    names: of this machine, by `web.hosts.names_of`.
    clock: now, UTC.
    monotonic: seconds.
    notifier: notifies when open pages have news.
    """

    hall: Hall
    messages: Messages
    games: Mapping[str, Game]
    code: OrganiserCode
    link: Callable[[], BrokerStatus]
    publish_notice: Callable[[str], object]
    answer: Callable[[str, str, bool], object]
    on_call_over: Callable[[str], object]
    names: Collection[str]
    clock: Callable[[], datetime]
    monotonic: Callable[[], float]
    notifier: Notifier


def create_hall(site: HallSite) -> tuple[Flask, Board]:
    """Build the application, and its board, not started yet."""
    app = hosts.HostCheckedFlask(site.names)
    app.config["MAX_CONTENT_LENGTH"] = MAX_FORM
    prepare(app, site.games)
    drawing = OnePageRenderer(site.messages)
    board = Board(
        site.hall, site.messages, site.link, site.on_call_over,
        clock=site.clock, monotonic=site.monotonic, notifier=site.notifier, env=app.jinja_env,
    )  # fmt: skip
    pages = _Pages(site, board, drawing)
    every = Blueprint("hall", __name__)
    drawing.assets.routes(every)
    pages.routes(every)
    app.register_blueprint(every)
    logged = RateLimiter(ONCE_A_MINUTE, site.monotonic)

    @app.before_request
    def check_request() -> None:
        found = hosts.host_fault(request.environ)
        if found is not None:
            fault, host = found
            raise Problem(400 if fault == "no-host" else 421, f"hall-{fault}", {"host": host} if host else {})
        if request.method == "POST":
            _read_form()

    @app.errorhandler(Exception)
    def failed(error: Exception) -> Response:
        problem = problem_of(error)
        if problem.status == UNEXPECTED and not logged.take(error_key(error)):
            log.error("the request %s failed", request.endpoint, exc_info=error)
        return pages.refusal(problem)

    @app.after_request
    def secured(response: Response) -> Response:
        secure(response)
        compress(response, request)
        return response

    return app, board


class _Pages:
    """The views."""

    def __init__(self, site: HallSite, board: Board, drawing: OnePageRenderer) -> None:
        self._site = site
        self._board = board
        self._drawing = drawing

    def routes(self, every: Blueprint) -> None:
        """Register all routes."""
        every.get("/")(self.tables)
        every.get("/tv")(self.television)
        every.get("/events")(self.events)
        every.get("/results.csv")(self.results)
        every.get("/organiser")(self.organiser)
        every.post("/organiser")(self.enter_code)
        every.post("/notice")(self.publish_notice)
        every.post("/answer")(self.answer)
        every.post("/leave")(self.leave)
        every.get("/language/<code>")(self.language)
        every.get("/healthz")(self.healthz)

    def tables(self) -> Response:
        """All tables as rows."""
        return self._tables("hall.html", "row")

    def television(self) -> Response:
        """All tables as tiles."""
        return self._tables("hall_tv.html", "tile")

    def _tables(self, template: str, view: View) -> Response:
        code = self._drawing.language().code
        etag = self._board.etag  # before what is drawn, which may be newer then: nothing is missed
        return self._draw(
            template, 200, etag=etag, head=self._board.head(code, view), rows=self._board.rows(code, view)
        )

    def events(self) -> Response:
        """The stream of changes."""
        view: View = "tile" if request.args.get("view") == "tile" else "row"
        shown = request.headers.get("Last-Event-ID") or request.args.get("shown", "")
        news = self._board.news(self._drawing.language().code, view)
        return stream_response(Subscriber(self._board.since(shown), news))

    def results(self) -> Response:
        """The results as a spreadsheet."""
        language = self._drawing.language()
        made = results(self._site.hall.tables(), language)
        response = self._drawing.sent(make_response(made, 200, {"Content-Type": "text/csv; charset=utf-8"}))
        response.headers["Content-Disposition"] = f'attachment; filename="{self._site.hall.event}.csv"'
        return response

    def organiser(self) -> Response:
        """The organiser's page, or the form for the code."""
        return self._draw("hall_organiser.html", 200, to="/organiser", said={})

    def enter_code(self) -> Response:
        """Enter the organiser's code."""
        check_origin(request)
        return self._authorise(redirect_to("/"))

    def publish_notice(self) -> Response:
        """Publish a notice to all tables, or clear it."""
        check_origin(request)
        takes_away = "none" in request.form
        said = "" if takes_away else " ".join(request.form.get("text", "").split())
        if not said and not takes_away:
            raise Problem(400, "hall-empty-notice")
        if len(said) > MAX_NOTICE or find_invisible(said) is not None:
            raise Problem(400, "hall-unfit-notice", {"count": MAX_NOTICE})
        answer = self._authorise(redirect_to("/"))
        self._site.publish_notice(said)
        return answer

    def answer(self) -> Response:
        """Answer a table's call, unless it is over or another one by now."""
        check_origin(request)
        box, call, done = (request.form.get(each, "") for each in ("box", "call", "done"))
        answer = self._authorise(redirect_to(f"/#t-{box}" if box.isalnum() else "/"))
        table = self._site.hall.table(box)
        if table is not None and table.call is not None and table.call.at == call:
            self._site.answer(box, call, done == "1")
        return answer

    def leave(self) -> Response:
        """End the organiser's session in this browser."""
        check_origin(request)
        response = redirect_to("/")
        self._site.code.delete_cookie(response)
        return response

    def language(self, code: str) -> Response:
        """Change the language; lead back to the page it was chosen on."""
        return choose_language(code, self._site.messages)

    def healthz(self) -> Response:
        """The health of the hall, for monitoring."""
        link = self._site.link()
        well = link.state == "connected" and link.why is None
        why = [] if link.why is None else [link.why.code]
        known = {"broker": link.state, "tables": len(self._site.hall.tables())}
        return json_response({"status": "ok" if well else "degraded", "why": why, **known})

    def refusal(self, problem: Problem) -> Response:
        """The page for a problem; a missing code is asked for, and the form is sent again with it."""
        asks = problem.status in (401, 403, 429) and request.method == "POST" and problem.code != "other-site"
        said = {name: each for name, each in request.form.items() if name != "code"} if asks else {}
        refused = self._drawing.language().say(problem.message)
        template = "hall_organiser.html" if asks else "hall_refused.html"
        response = self._draw(
            template, problem.status, refused=refused, to=request.path, said=said, known=False
        )
        response.headers.update(dict(problem.headers))
        return response

    def _authorise(self, answer: Response) -> Response:
        """The response for the organiser, recognised by cookie or the posted code. Raises `Problem`."""
        code = self._site.code
        if code.is_organiser(request):
            return answer
        said = request.form.get("code")
        if said is None:
            raise Problem(401, "hall-asks-for-code")
        code.check(said, request)
        code.set_cookie(answer)
        return answer

    def _draw(self, template: str, status: int, **drawn: Any) -> Response:
        site = self._site
        known = {
            "event": site.hall.event,
            "now": seconds(site.clock()),
            "known": site.code.is_organiser(request),
            "notice": site.hall.notice,
            "passed_over": site.hall.rejected,
            "longest": MAX_NOTICE,
        }
        return self._drawing.draw(template, status, **{**known, **drawn})


def _read_form() -> None:
    """Read the posted form. Raises werkzeug's 413 for a too large one, and 400 for one that ends early."""
    try:
        _ = request.form
    except (OSError, ValueError):
        raise ClientDisconnected from None
