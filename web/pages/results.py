"""An ended game given on: to who keeps scores elsewhere, by a link, or as a file."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from flask import Response, abort

from companion.table import spreadsheet
from companion.table.bgstats import file as play_file
from companion.table.bgstats import link as play_link
from companion.table.results import GameResults, ResultTexts
from web.pages.assets import PICTURE
from web.pages.pages import Pages
from web.pages.report_contents import best_moments
from web.replay import game_file_name, with_replay_limit
from web.words import duration, word

_PLAY = "application/octet-stream"
"""Of a file that an app knows by its name: of any other kind, phones would give it another name."""


def routes(pages: Pages) -> None:
    """Offer an ended game as a card, a file and a link."""

    def contents(part: str, _query: Mapping[str, str]) -> dict[str, Any]:
        return _contents(
            pages, with_replay_limit(pages.site, pages.site.table.results, part.partition("/")[0])
        )

    pages.add("/games/<game>/give", contents, "give")

    @pages.blueprint.get("/games/<game>/bgstats")
    def bgstats(game: str) -> Response:
        given = _with_points(pages, game)
        response = _said(pages, b"", "text/plain")
        response.status_code = 302
        response.headers["Location"] = play_link(given, _words(pages, given))
        return response

    @pages.blueprint.get("/games/<game>/play.bgsplay")
    def play(game: str) -> Response:
        given = _with_points(pages, game)
        return _file(pages, play_file(given, _words(pages, given)), _PLAY, game_file_name(game, ".bgsplay"))

    @pages.blueprint.get("/games/<game>/card.png")
    def picture(game: str) -> Response:
        return _file(pages, _card(pages, _with_points(pages, game)), PICTURE, game_file_name(game, ".png"))

    @pages.blueprint.get("/games/<game>/scores.csv")
    def scores(game: str) -> Response:
        return _table(pages, game, "scores")

    @pages.blueprint.get("/games/<game>/turns.csv")
    def turns(game: str) -> Response:
        return _table(pages, game, "turns")


def _contents(pages: Pages, given: GameResults) -> dict[str, Any]:
    """link: of BG Stats, empty for a game without points. decided: whether there is a winner."""
    words = _words(pages, given)
    places = given.result.places
    return {
        "tab": "games",
        "system": given.system,
        "id": given.id,
        "about": words.title,
        "given_names": words.names,
        "places": places,
        "decided": any(each.won for each in places),
        "link": play_link(given, words) if places else "",
    }


def _with_points(pages: Pages, game: str) -> GameResults:
    """A game that has points; 404 for another. Raises `Problem` and `Refused`."""
    given = with_replay_limit(pages.site, pages.site.table.results, game)
    if not given.result.places:
        abort(404)
    return given


def _words(pages: Pages, given: GameResults) -> ResultTexts:
    language = pages.language(given.system)
    colours = {each: word(language, "colour", each) for each in given.names}
    names = {each: name or colours[each] for each, name in given.names.items()}
    return ResultTexts(pages.title(given.system), names, colours)


def _card(pages: Pages, given: GameResults) -> bytes:
    """The card of a game; without a winner for one player or an undecided game."""
    from web.pages.card import Card, Line, png  # with what draws, which no other page needs

    words, language, places = _words(pages, given), pages.language(given.system), given.result.places
    won = tuple(each.colour for each in places if each.won) if len(places) > 1 else ()
    winners = language.join(words.names[each] for each in won)
    wins = language.phrase("page.wins", {"who": winners, "count": len(won)})
    card = Card(
        heading=wins if won else language.phrase("page.over"),
        below=" · ".join(
            (
                words.title,
                f"{given.ended_at:%Y-%m-%d}",
                duration(language, int(given.play_time.total_seconds())),
            )
        ),
        won=won,
        lines=tuple(
            Line(
                each.colour,
                words.names[each.colour],
                each.points,
                each.rank,
                language.phrase("result.left") if each.left else "",
            )
            for each in places
        ),
        moments=tuple((each["colour"], each["said"]) for each in best_moments(pages, given.id)),
    )
    return png(card)


def _table(pages: Pages, game: str, which: str) -> Response:
    given = _with_points(pages, game)
    language = pages.language(given.system)
    details = {name for each in given.result.places for name in each.details}
    columns = {*spreadsheet.SCORES, *spreadsheet.GAME, *spreadsheet.TURNS, *details}
    heads = spreadsheet.ColumnTexts(
        {name: language.phrase(f"result.{name}") for name in columns},
        language.phrase("result.between"),
        language.phrase("result.yes"),
        language.phrase("result.no"),
    )
    make: Callable[..., bytes] = getattr(spreadsheet, which)
    made = make(given, _words(pages, given), heads)
    return _file(pages, made, "text/csv", game_file_name(game, f"-{which}.csv"))


def _file(pages: Pages, content: bytes, kind: str, name: str) -> Response:
    response = _said(pages, content, kind)
    response.headers.set("Content-Disposition", "attachment", filename=name)
    return response


def _said(pages: Pages, content: bytes, kind: str) -> Response:
    """In the language of the one who asks."""
    response = Response(content, mimetype=kind)
    response.headers["Cache-Control"] = "no-store"
    response.headers["Content-Language"] = pages.language().code
    response.vary.update(("Accept-Language", "Cookie"))
    return response
