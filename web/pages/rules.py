"""The rulebook on pages: whole, searched, by phase, and each rule by its name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import Blueprint, Response, request

from companion.games.rulebook import Rulebooks
from web.errors import Problem
from web.pages.assets import folder_name, game_folder
from web.pages.forms import own
from web.pages.show import Pages
from web.site import Site

_LONGEST_SEARCH = 100


def routes(found: Blueprint, site: Site, pages: Pages) -> None:
    """Show the rules to everybody, with and without a game on the table."""
    books = pages.drawer.rulebooks

    @found.get("/rules")
    def rules() -> Response:
        system = system_of(site, books)
        code = pages.drawer.language().code
        search = request.args.get("q", "")[:_LONGEST_SEARCH].strip()
        phases = books.phases(system)
        phase = request.args.get("phase", "")
        phase = phase if phase in phases else ""
        groups = books.wanted(system, code, search, phase)
        return pages.drawer.draw(
            "rules",
            groups=groups,
            found=sum(len(group.rules) for group in groups),
            search=search,
            phases=phases,
            phase=phase,
            **around(site, pages, system, books.systems),
        )

    @found.get("/rules/<known_as>")
    def rule(known_as: str) -> Response:
        one = books.find(known_as.upper(), pages.drawer.language().code)
        if one is None:
            raise Problem(404, "no-such-rule", {"known_as": known_as[:40]})
        back = own(request.args.get("back", ""))
        return pages.drawer.draw(
            "rules",
            template="rule.html",
            one=one,
            back=back if back != "/" else "",
            **around(site, pages, one.system, books.systems),
        )


def system_of(site: Site, books: Rulebooks) -> str:
    """The game asked for, else the one on the table, else the first that has a rulebook.

    Raises `Problem` 404 where no game has one.
    """
    on_table = site.table.snapshot.game
    wishes = (request.args.get("system", ""), on_table.system if on_table else "", *books.systems)
    for wish in wishes:
        if wish in books.systems:
            return wish
    raise Problem(404, "not-found")


def around(site: Site, pages: Pages, system: str, among: Iterable[str]) -> dict[str, Any]:
    """What pages about a game draw beside, also when it is not on the table.

    among: the games that have such a page. its: the game's folder of templates, empty when it has no
    `rules_words.html`. options: those of the running game, None when it is another one or none.
    """
    game = site.table.snapshot.body["game"]
    folder = game_folder(site.games[system])
    return {
        "system": system,
        "systems": [(each, pages.title(each)) for each in among],
        "its": folder_name(system) if folder.joinpath("rules_words.html").is_file() else "",
        "options": game["options"] if game and game["system"] == system else None,
    }
