"""The pages for phones, drawn by the box: who asks for which page, and in which language."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import jinja2
from flask import Blueprint, Response, request
from flask.blueprints import BlueprintSetupState

from companion.games import Game
from web.errors import Problem
from web.pages import act, aids, box, join, rules, scenarios
from web.pages.assets import game_folder
from web.pages.drawing import Notice, address
from web.pages.forms import onward
from web.pages.show import Pages
from web.site import COOKIE, Site

YEAR = 365 * 24 * 3600


def blueprint(site: Site) -> tuple[Blueprint, Callable[[Problem], Response]]:
    """Build every page, and what shows a page for a problem where a page was asked for."""
    pages = Pages(site)
    found = Blueprint("pages", __name__)
    found.record_once(lambda state: _templates(state, site))
    pages.assets.routes(found)
    for part in (act, join, box, rules, aids, scenarios):
        part.routes(found, site, pages)

    @found.get("/")
    def first() -> Response:
        return onward("/table" if site.table.snapshot.game else "/games")

    @found.get("/table")
    @found.get("/act")
    @found.get("/log")
    @found.get("/games")
    def page() -> Response:
        if site.table.snapshot.game is None and request.path in {"/table", "/act"}:
            return onward("/games")
        return pages.show(address(request.path, request.args))

    @found.get("/act/<part>")
    def act_part(part: str) -> Response:
        if site.table.snapshot.game is None:
            return onward("/games")
        return pages.show(address(f"/act/{part}", request.args))

    @found.get("/language/<code>")
    def language(code: str) -> Response:
        response = onward(request.args.get("back", "/"))
        if code in site.messages.codes:
            response.set_cookie(COOKIE, code, max_age=YEAR, samesite="Lax")
        return response

    def friendly(problem: Problem) -> Response:
        said = pages.drawer.language().phrase(f"refused.{problem.code}", problem.params)
        response = pages.drawer.draw(
            "error", at="/", status=problem.status, notice=Notice(said, rule=problem.rule)
        )
        response.headers.update(dict(problem.headers))
        return response

    return found, friendly


def _templates(state: BlueprintSetupState, site: Site) -> None:
    """Let every game bring its own templates, below a folder of its name."""
    common = state.app.jinja_loader
    games = jinja2.FunctionLoader(lambda name: _own_template(site.games.values(), name))
    state.app.jinja_loader = jinja2.ChoiceLoader([each for each in (common, games) if each])


def _own_template(games: Iterable[Game], name: str) -> str | None:
    folder, _, file = name.partition("/")
    for game in games:
        own = game_folder(game)
        if own.name == folder and own.joinpath(file).is_file():
            return own.joinpath(file).read_text(encoding="utf-8")
    return None
