"""Table aids on pages: a tile for each, and for each its forms with the answer on the same page."""

from __future__ import annotations

from typing import Any

import msgspec
from flask import Blueprint, Response, request

from companion.games import Aid, Refused
from companion.table.reading import NotACommand, converted
from web.errors import Problem
from web.pages.aid_fields import IN_A_ROW, answered, fields_of
from web.pages.assets import folder_name, game_folder
from web.pages.drawing import Notice
from web.pages.rules import around
from web.pages.show import Pages
from web.pages.words import with_names
from web.site import Site

_WORDS = "aids_words.html"


def routes(found: Blueprint, site: Site, pages: Pages) -> None:
    """Let everybody ask, with and without a game on the table; nothing changes by it."""

    @found.get("/aids")
    def aids() -> Response:
        system = _system(site)
        return pages.drawer.draw(
            "aids", tab="rules", aids=site.games[system].aids, **_around(site, pages, system)
        )

    @found.get("/aids/<name>")
    def aid(name: str) -> Response:
        system = _system(site, name)
        one = site.games[system].aids[name]
        fields = fields_of(one.asks)
        said = {key: values[-1] for key, values in request.args.lists()}
        asked = answered(fields, said)
        answer, notice = _answer(site, pages, system, one, asked) if "form" in said else (None, None)
        return pages.drawer.draw(
            "aids",
            template="aid.html",
            status=422 if notice else 200,
            tab="rules",
            name=name,
            fields={each.name: each for each in fields},
            said=said,
            in_a_row=IN_A_ROW,
            asked=asked,
            answer=answer,
            notice=notice,
            **_around(site, pages, system),
        )


def _answer(
    site: Site, pages: Pages, system: str, aid: Aid, asked: dict[str, Any]
) -> tuple[dict[str, Any] | None, Notice | None]:
    """The answer as plain data, or why there is none."""
    snapshot = site.table.snapshot
    running = snapshot.game is not None and snapshot.game.system == system
    language = pages.drawer.language(system)
    try:
        answer = aid.answer(snapshot.state if running else None, converted(asked, aid.asks))
    except Refused as refused:
        names = pages.drawer.names(snapshot)
        said = language.phrase(f"refused.{refused.code}", with_names(refused.params, names))
        return None, Notice(said, rule=refused.rule)
    except NotACommand as wrong:
        return None, Notice(language.phrase(f"refused.{wrong.reason}", wrong.params))
    plain: dict[str, Any] = msgspec.to_builtins(answer)
    return plain, None


def _system(site: Site, name: str = "") -> str:
    """The game asked for, else the one on the table, else the first: of those that have the aid.

    Raises `Problem` 404 where none has it.
    """
    on_table = site.table.snapshot.game
    having = _having(site, name)
    for wish in (request.args.get("system", ""), on_table.system if on_table else "", *having):
        if wish in having:
            return wish
    raise Problem(404, "no-such-aid", {"aid": name[:40]})


def _having(site: Site, name: str = "") -> list[str]:
    """The games whose aids, or the one of that name, can be asked on pages."""
    return [
        system
        for system, game in site.games.items()
        if (name in game.aids if name else game.aids) and game_folder(game).joinpath(_WORDS).is_file()
    ]


def _around(site: Site, pages: Pages, system: str) -> dict[str, Any]:
    """`words` is the game's file of forms and answers; `on` whether that game is on the table."""
    snapshot = site.table.snapshot
    on = snapshot.game is not None and snapshot.game.system == system
    return {
        **around(site, pages, system, _having(site)),
        "words": f"{folder_name(system)}/{_WORDS}",
        "on": on,
    }
