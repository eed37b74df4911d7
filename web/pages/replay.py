"""Looking back: a game as its table stood after each of its entries, one after the other.

What is drawn of the game is what its own template draws of the table, without what can be done there. It is
the same for everybody, and kept a while: the page around it is drawn anew with every event of the table.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping
from typing import TYPE_CHECKING, Any

from flask import Response, request
from jinja2.runtime import Context
from jinja2.utils import pass_context
from markupsafe import Markup

from companion.language.messages import Language
from companion.language.text import params_with_names, with_names
from companion.lru import Lru
from web.pages.assets import folder_name
from web.pages.forms import redirect_to
from web.pages.games import name_list, player_names
from web.pages.pages import FRAGMENT, Pages
from web.pages.viewer import STRANGER, Viewer
from web.replay import historical_view, historical_view_at
from web.words import capital, duration, seconds, word

if TYPE_CHECKING:  # with what looks back, most starts need none of it
    from companion.table.historical_view import HistoricalView

KEPT = 16
"""How many tables are kept as they were drawn."""


def routes(pages: Pages) -> None:
    """Show every game as it was."""
    tables: Lru[Hashable, Markup] = Lru(KEPT)

    def shown(part: str, _query: Mapping[str, str]) -> dict[str, Any]:
        game, _, n = part.partition("/at/")
        return _contents(pages, tables, historical_view(pages.site, game, n))

    pages.add("/games/<game>/at/<n>", shown, "replay")

    @pages.blueprint.get("/games/<game>/at")
    def step(game: str) -> Response:
        """By its place among the game's entries, as the slider counts them."""
        found = historical_view_at(pages.site, game, request.args.get("step", ""))
        if FRAGMENT not in request.headers:
            return redirect_to(_address(found, found.position))
        return pages.draw("replay", at=_address(found, found.position), **_contents(pages, tables, found))

    @pages.blueprint.get("/games/<game>/replay")
    def from_the_start(game: str) -> Response:
        return redirect_to(_address(historical_view_at(pages.site, game, "1"), 0))


def _address(found: HistoricalView, place: int) -> str:
    return f"/games/{found.play.id}/at/{found.numbers[place]}"


def _contents(pages: Pages, tables: Lru[Hashable, Markup], found: HistoricalView) -> dict[str, Any]:
    """step, steps: from 1. first, back, next, last: addresses, None where one is there already. moment: where
    the game stood. as_it_was: draws the table.
    """
    play, language, names = found.play, pages.language(found.play.game.system), _names(pages, found)

    @pass_context
    def as_it_was(context: Context) -> Markup:
        key = (play.id, play.head, play.secret, context["lang"], context["page"])
        return tables.get(key, lambda: _drawn(context, language, found, names))

    place, end = found.position, len(found.numbers) - 1
    (tale,) = pages.site.table.log_entries(1, found.entry.n + 1)
    return {
        "tab": "games",
        "system": found.play.game.system,
        "about": pages.title(found.play.game.system),
        "players": name_list(pages, pages.site.table.players_of(found.play.id)),
        "moment": capital(language.say(with_names(found.play.view.moment, names))),
        "said": pages.did(tale.text, player_names(pages, tale.players), tale.system),
        "by": tale.by,
        "undone": tale.undone,
        "id": found.play.id,
        "n": found.entry.n,
        "when": seconds(found.entry.at),
        "step": place + 1,
        "steps": end + 1,
        "goes": f"/games/{found.play.id}/at",
        "ways": {
            "first": _address(found, 0) if place else None,
            "back": _address(found, place - 1) if place else None,
            "next": _address(found, place + 1) if place < end else None,
            "last": _address(found, end) if place < end else None,
        },
        "as_it_was": as_it_was,
    }


def _names(pages: Pages, found: HistoricalView) -> dict[str, str]:
    """What the players were called then."""
    language, players = pages.language(), found.play.view.players
    return {each.colour: each.name or word(language, "colour", each.colour) for each in players}


def _drawn(context: Context, language: Language, found: HistoricalView, names: Mapping[str, str]) -> Markup:
    """The table as the game's own template draws it, with `looks_on` set and pieces that have no forms."""
    env, play = context.environment, found.play
    played = int(play.steps.play_time.total_seconds())
    folder = folder_name(play.game.system)
    shown: dict[str, Any] = {
        **context.get_all(),
        "looks_on": True,
        "here": "table",
        "viewer": Viewer(STRANGER, found.snapshot, language, names, None),
        "game": play.view,
        "play": play,
        "names": names,
        "named": lambda params: params_with_names(params, names),
        "people": lambda every: [
            (each, names.get(each) or capital(word(language, "colour", each))) for each in every
        ],
        "all_colours": play.game.colours,
        "folder": folder,
        "lasted": played,
        "said_played": duration(language, played),
        "running": False,
        "said_luck": "",
        "undo": None,
        "redo": None,
    }
    shown["ui"] = env.get_template("ui_onlooker.html").make_module(shown)

    def draw(name: str, colour: str = "", **given: Any) -> Markup:
        return env.get_template(name).make_module({**shown, "colour": colour, **given}).__html__()

    shown["once"] = draw
    return draw(f"{folder}/table.html")
