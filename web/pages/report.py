"""The report of an evening: a page for each game that was played here, and for the one that goes on; and
a file of the same, to keep or to send.
"""

from __future__ import annotations

from typing import Any

from flask import Response, make_response, render_template, request

from companion.games import Refused
from web.errors import or_404
from web.pages.forms import redirect_to
from web.pages.pages import FRAGMENT, Pages
from web.pages.report_contents import Reports
from web.replay import game_file_name, is_over


def routes(pages: Pages) -> None:
    """Show reports; at `/report` that of the game on the table."""
    reports = Reports(pages)

    def contents(game: str) -> dict[str, Any]:
        play = pages.site.table.snapshot.play
        wanted = game or (play.id if play else "")
        if not wanted:
            raise Refused("no-game")
        over = is_over(pages.site, wanted)
        shown: dict[str, Any] = or_404(reports.shown, wanted, fresh=not_sent(), over=over)
        return shown

    pages.add("/report", lambda part, _query: contents(part))
    pages.add("/report/<game>", lambda part, _query: contents(part))

    @pages.blueprint.get("/games/<game>/report")
    def of_game(game: str) -> Response:
        return redirect_to(f"/report/{game}")

    @pages.blueprint.get("/games/<game>/report.html")
    def kept(game: str) -> Response:
        """A file that holds all that it shows. While another report is made, the page that says so."""
        shown = or_404(reports.kept, game, over=is_over(pages.site, game))
        if shown is None:
            return redirect_to(f"/report/{game}")
        response = make_response(render_template("report_kept.html", **shown))
        response.headers.set(
            "Content-Disposition", "attachment", filename=game_file_name(game, "-report.html")
        )
        response.headers["Cache-Control"] = "no-store"
        response.headers["Content-Language"] = pages.language().code
        response.vary.update(("Accept-Language", "Cookie"))
        return response


def not_sent() -> bool:
    """Whether the page is opened. An open one is not made anew at each event: that would slow the players."""
    return FRAGMENT not in request.headers
