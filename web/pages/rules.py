"""The rulebook on pages: whole, searched, by phase, and each rule by its name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

import msgspec
from markupsafe import Markup

from companion.games.rulebook import AID, TranslatedRule, aid_titles
from web.errors import Problem
from web.pages.assets import folder_name, game_folder
from web.pages.forms import local_address
from web.pages.pages import Pages
from web.site import Site

AIDS_WORDS = "aids_words.html"
"""The file in a game's folder of templates that tells what its aids ask and answer."""
SHORT = 100
"""Rules of a book that a page tells whole; of a longer one it tells a chapter at a time."""
_LONGEST_SEARCH = 100


class Answer(msgspec.Struct, frozen=True):
    """What a search has found: a rule, or an aid of this name and title."""

    rule: TranslatedRule | None = None
    aid: str = ""
    title: str = ""


def routes(pages: Pages) -> None:
    """Show the rules, with and without a game on the table."""
    books = pages.rulebooks

    def rules(query: Mapping[str, str]) -> dict[str, Any]:
        system = pages.site.choose_system(query.get("system", ""), books.systems)
        if system is None:
            raise Problem(404, "not-found")
        search = query.get("q", "")[:_LONGEST_SEARCH].lstrip()
        phases = books.phases(system)
        phase = query.get("phase", "")
        phase = phase if phase in phases else ""
        groups = books.of_phase(system, pages.language().code, phase)
        found = sum(len(group.rules) for group in groups)
        chapter = query.get("chapter", "")
        return {
            "groups": groups,
            "found": found,
            "told": {each.name for each in groups if phase or found <= SHORT or each.name == chapter},
            "open": {each.name for each in groups if phase or each.name == chapter},
            "search": search.rstrip(),
            "phases": phases,
            "phase": phase,
            **(answered(system, search) if search else {}),
            **around(pages, system, books.systems),
        }

    def answered(system: str, search: str) -> dict[str, Any]:
        """The results of a search. whole: with all that stands beside each rule."""
        language = pages.language(system)
        aids = pages.site.games[system].aids if asks(pages.site, system) else {}
        titles = aid_titles(aids, language)
        found = books.search(system, language, search, titles)
        told = {rule.rule.id: rule for group in books.groups(system, language.code) for rule in group.rules}
        return {
            "answers": [
                Answer(aid=name.removeprefix(AID), title=titles[name])
                if name in titles
                else Answer(told[name])
                for name in found.names
            ],
            "marked": marking(found.pieces),
            "whole": not found.stems,
            "asking": f"{folder_name(system)}/{AIDS_WORDS}",
            "on": pages.site.system == system,
        }

    def rule(known_as: str, query: Mapping[str, str]) -> dict[str, Any]:
        one = books.find(known_as.upper(), pages.language().code)
        if one is None:
            raise Problem(404, "no-such-rule", {"known_as": known_as[:40]})
        back = local_address(query.get("back", ""))
        return {
            "template": "rule.html",
            "one": one,
            "back": back if back != "/" else "",
            **around(pages, one.system, books.systems),
        }

    pages.add("/rules", lambda _part, query: rules(query), cached=True)
    pages.add("/rules/<known_as>", lambda part, query: rule(part, query) if part else rules(query))


def marking(pieces: Callable[[str], Iterator[tuple[str, bool]]]) -> Callable[[str], Markup]:
    """What marks in a text the words that were looked for. pieces: those of a text, each with whether it is
    one."""

    def marked(text: str) -> Markup:
        mark = Markup("<mark>{}</mark>")
        return Markup().join(mark.format(piece) if met else piece for piece, met in pieces(text))

    return marked


def asks(site: Site, system: str) -> bool:
    """Whether a game's aids can be asked on pages."""
    game = site.games[system]
    return bool(game.aids) and game_folder(game).joinpath(AIDS_WORDS).is_file()


def around(pages: Pages, system: str, among: Iterable[str]) -> dict[str, Any]:
    """What pages about a game draw beside, also when it is not on the table.

    among: the games that have such a page. its: the game's folder of templates, empty when it has no
    `rules_words.html`. options: those of the running game, None when it is another one or none.
    """
    play = pages.site.table.snapshot.play
    folder = game_folder(pages.site.games[system])
    return {
        "system": system,
        "systems": [(each, pages.title(each)) for each in among],
        "its": folder_name(system) if folder.joinpath("rules_words.html").is_file() else "",
        "options": play.view.fields["options"] if play and play.game.system == system else None,
    }
