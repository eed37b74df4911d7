"""The games: those on file, those that can be started, and the numbers that groups keep for another start."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any
from urllib.parse import urlsplit

import msgspec
from flask import Response, abort

from companion.games import Game, Player
from companion.language.text import with_names
from companion.table.archive import GameSummary
from web.aids import setup_progress
from web.errors import Problem
from web.pages.assets import folder_name
from web.pages.banner import Banner
from web.pages.forms import Typed, local_address, member_or_join, read_form, with_typed
from web.pages.join import lobby
from web.pages.pages import Pages
from web.people import proposed_players
from web.scenarios import Scenarios
from web.words import seconds, template_functions, word

COVER = "cover.svg"
"""A game's picture among its templates, twice as wide as high."""
SHOWN = 20
"""How many games a page holds."""
_NUMBERS = "/games?open=numbers"


def routes(pages: Pages) -> None:
    """Show the games; keep the numbers of the start form, let them go, and note that they were compared."""
    site = pages.site
    scenarios = None if site.settings is None else Scenarios(site.settings)
    pages.add("/games", lambda _part, query: _contents(pages, scenarios, query.get("before")))
    if scenarios is None:
        return

    @pages.blueprint.post("/games/numbers")
    def keep() -> Response:
        return changed(
            lambda system, fields: scenarios.keep(system, fields.get("scenario", ""), fields), "saved"
        )

    @pages.blueprint.post("/games/numbers/forget")
    def forget() -> Response:
        return changed(
            lambda system, fields: scenarios.forget(system, fields.get("scenario", "")), "forgotten"
        )

    @pages.blueprint.post("/games/compared")
    def compared() -> Response:
        return changed(lambda system, _: scenarios.compare(system), "compared")

    def changed(what: Callable[[str, dict[str, str]], None], done: str) -> Response:
        """Do it for a member, and show the page with everything as it was typed."""
        fields = read_form()
        system = fields.get("system", "")
        if system not in site.games:
            abort(400)
        at = f"/setup?system={system}&open=numbers" if _asked_on_setup(fields) else _NUMBERS
        typed = Typed(fields.get("form", ""), {name: fields[name] for name in fields if name != "scenario"})
        try:
            member_or_join(site, "/join?back=%2Fgames")
            what(system, fields)
        except Problem as problem:
            return pages.refusal(problem, at, typed)
        said = pages.language().phrase(f"page.numbers-{done}", {"name": fields.get("scenario", "")})
        return pages.show(at, banner=Banner(said, kind="good"), typed=typed)


def _asked_on_setup(fields: Mapping[str, str]) -> bool:
    return urlsplit(local_address(fields.get("page", ""))).path == "/setup"


def _contents(pages: Pages, scenarios: Scenarios | None, before: str | None) -> dict[str, Any]:
    """`on_table` is the game on the table, None without one. `older`: the game behind which the next page of
    earlier ones begins, None on the last. before: the same, of this page. Raises `Refused` for one that there
    is not.
    """
    found = pages.site.table.games(SHOWN + 1, before)
    shown = found[:SHOWN]
    coming = pages.site.table.snapshot.commitment
    return {
        "coming": coming,
        "chance": any(game.chance for game in pages.site.games.values()),
        "keeps": scenarios is not None,
        "on_table": _on_table(pages),
        "earlier": [
            {**_told(pages, each), "id": each.id, "ended": each.ended, "readable": each.readable}
            for each in shown
            if not each.on_table
        ],
        "older": shown[-1].id if len(found) > SHOWN else None,
        "systems": [start_offer(pages, scenarios, game) for game in pages.site.games.values()],
        **lobby(pages),
    }


def _on_table(pages: Pages) -> dict[str, Any] | None:
    snapshot = pages.site.table.snapshot
    if snapshot.play is None:
        return None
    steps = snapshot.play.steps
    moment = msgspec.structs.replace(snapshot.play.view.moment, system=snapshot.play.game.system)
    game = GameSummary(
        steps.id,
        snapshot.play.game.system,
        pages.site.table.players_of(steps.id),
        steps.started_at,
        moment,
        snapshot.play.over,
        True,
    )
    return _told(pages, game)


def _told(pages: Pages, game: GameSummary) -> dict[str, Any]:
    """A game that there is, in words."""
    language = pages.language()
    names = player_names(pages, game.players[::-1])  # who plays now has the colour
    return {
        "title": pages.title(game.system),
        "players": name_list(pages, game.players),
        "moment": language.say(with_names(game.moment, names)),
        "at": seconds(game.started_at),
    }


def player_names(pages: Pages, players: Iterable[Player]) -> dict[str, str]:
    """What each of these players is called, by colour."""
    language = pages.language()
    return {each.colour: each.name or word(language, "colour", each.colour) for each in players}


def name_list(pages: Pages, players: Iterable[Player]) -> str:
    """These players, one after the other."""
    language = pages.language()
    return language.join(each.name or word(language, "colour", each.colour) for each in players)


def start_offer(pages: Pages, scenarios: Scenarios | None, game: Game, at: str = "/games") -> dict[str, Any]:
    """A game that can be started. at: the page with its form.

    line, cover, shown: a line about it, its picture and what that shows, each empty for a game that has none.
    sits: who would play it now, as the form's fields `seat.<colour>` and `name.<colour>`, and both by place.
    has_set_up: it has a list for setting it up. switches: its options that are a yes or a no, in their order.
    compared: its numbers have been compared with the printed board.
    """
    system, language = game.system, pages.language(game.system)
    cover = f"{folder_name(system)}/{COVER}"
    line, shown = (
        language.phrase(code) if language.has(code) else "" for code in (f"line.{system}", f"cover.{system}")
    )
    return {
        "system": system,
        "title": pages.title(system),
        "line": line,
        "cover": pages.assets.path(cover) if pages.assets.has(cover) else "",
        "shown": shown,
        "folder": folder_name(system),
        "words": template_functions(language),
        "colours": game.colours,
        "sits": _sits(proposed_players(pages.site, game)),
        "has_set_up": setup_progress(pages.site, system) is not None,
        "switches": [each.encode_name for each in msgspec.structs.fields(game.options) if each.type is bool],
        "saved": _saved(scenarios, game, at) if scenarios else [],
        "compared": scenarios is None or scenarios.compared(system),
    }


def _sits(players: Iterable[Player]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for place, player in enumerate(players):
        for seat in (player.colour, str(place)):
            fields |= {f"seat.{seat}": player.colour, f"name.{seat}": player.name}
    return fields


def _saved(scenarios: Scenarios, game: Game, at: str) -> list[dict[str, str]]:
    """What was kept for a game: each `name`, and the `href` of the form filled in with it."""
    seats = {f"players.@{place}.colour": colour for place, colour in enumerate(game.colours[:2])}
    return [
        {"name": name, "href": with_typed(at, Typed(f"new-{game.system}", {**seats, **fields}))}
        for name, fields in scenarios.of(game.system).items()
    ]
