"""The rulebook on pages: whole, searched, by phase, and each rule by its name."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from web.errors import Problem
from web.pages.assets import folder_name, game_folder
from web.pages.drawing import Pages
from web.pages.forms import own

_LONGEST_SEARCH = 100


def routes(pages: Pages) -> None:
    """Show the rules to everybody, with and without a game on the table."""
    books = pages.rulebooks

    def rules(query: Mapping[str, str]) -> dict[str, Any]:
        system = pages.site.choose(query.get("system", ""), books.systems)
        if system is None:
            raise Problem(404, "not-found")
        search = query.get("q", "")[:_LONGEST_SEARCH].strip()
        phases = books.phases(system)
        phase = query.get("phase", "")
        phase = phase if phase in phases else ""
        groups = books.wanted(system, pages.language().code, search, phase)
        return {
            "groups": groups,
            "found": sum(len(group.rules) for group in groups),
            "search": search,
            "phases": phases,
            "phase": phase,
            **around(pages, system, books.systems),
        }

    def rule(known_as: str, query: Mapping[str, str]) -> dict[str, Any]:
        one = books.find(known_as.upper(), pages.language().code)
        if one is None:
            raise Problem(404, "no-such-rule", {"known_as": known_as[:40]})
        back = own(query.get("back", ""))
        return {
            "template": "rule.html",
            "one": one,
            "back": back if back != "/" else "",
            **around(pages, one.system, books.systems),
        }

    pages.add("/rules", lambda _part, query: rules(query))
    pages.add("/rules/<known_as>", lambda part, query: rule(part, query) if part else rules(query))


def around(pages: Pages, system: str, among: Iterable[str]) -> dict[str, Any]:
    """What pages about a game draw beside, also when it is not on the table.

    among: the games that have such a page. its: the game's folder of templates, empty when it has no
    `rules_words.html`. options: those of the running game, None when it is another one or none.
    """
    game = pages.site.table.snapshot.body["game"]
    folder = game_folder(pages.site.games[system])
    return {
        "system": system,
        "systems": [(each, pages.title(each)) for each in among],
        "its": folder_name(system) if folder.joinpath("rules_words.html").is_file() else "",
        "options": game["options"] if game and game["system"] == system else None,
    }
