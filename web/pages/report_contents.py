"""Reports as pages show them: in the words of the one who asks, with their plots.

What was drawn of an evening is kept as long as the evening is, for each language: many look at the end of a
game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from flask import current_app
from markupsafe import Markup

from companion.games import Refused
from companion.games.report import Cell, Moment, PlayerList, Section, top_moments
from companion.language.messages import Language
from companion.language.text import Text, with_names
from companion.lru import Lru
from companion.storage.storage import StorageFailed
from companion.table.report import CACHE_SIZE, GameReport
from web.pages.assets import folder_name
from web.pages.charts import WIDTH, LineChart, lay_out_chart
from web.pages.games import name_list, player_names
from web.pages.pages import Pages
from web.words import capital, duration, template_functions

_BODY = "report_told.html"
_LOOK = "report.css"
BEST = 4
"""How many moments stand beside the winner."""
_PATIENCE = 2.0
"""Seconds: at the end of a game every phone asks at once, and one report is made at a time."""


class Reports:
    """Draws reports, and keeps the last few. Any thread may ask."""

    def __init__(self, pages: Pages) -> None:
        self._pages = pages
        self._evenings = pages.evenings
        self._drawn: Lru[tuple[str, int, str, bool], Markup] = Lru(CACHE_SIZE)

    def shown(self, game: str, *, fresh: bool, over: bool) -> dict[str, Any]:
        """What the page of a game's report draws. fresh, over: as in `ReportCache.get`.

        told: the rendered report; None while another is being made. Raises `Refused`.
        """
        evening = self._evenings.get(game, fresh=fresh, over=over)
        page = {"looks": [self._pages.assets.path(_LOOK)], "tab": "games"}
        if evening is None:
            return {"told": None, **page}
        return {**self._of(evening, linked=True), **page}

    def kept(self, game: str, *, over: bool) -> dict[str, Any] | None:
        """What a file of a game's report draws: it leads nowhere. None while another report is being made.

        over: as in `ReportCache.get`. day_looks, night_looks: style sheets, whole. Raises `Refused`.
        """
        evening = self._evenings.get(game, over=over)
        if evening is None:
            return None
        asset = self._pages.assets.text
        return {
            **self._of(evening, linked=False),
            **template_functions(self._pages.language(evening.system)),
            "lang": self._pages.language().code,
            "day_looks": [asset(each) for each in ("companion.css", _LOOK)],
            "night_looks": asset("night.css"),
        }

    def _of(self, evening: GameReport, *, linked: bool) -> dict[str, Any]:
        pages = self._pages
        language = pages.language(evening.system)
        names = player_names(pages, evening.players)
        return {
            "system": evening.system,
            "told": self._told(evening, language, names, linked=linked),
            "game_title": pages.title(evening.system),
            "players": name_list(
                pages, evening.seatings[-1].all_players if evening.seatings else evening.players
            ),
            "moment": capital(language.say(with_names(evening.moment, names))),
            "day": f"{evening.started_at:%Y-%m-%d}",
            "played_for": duration(language, evening.play_time),
            "over": evening.ended,
            "last": evening.last,
            "id": evening.id,
        }

    def _told(
        self, evening: GameReport, language: Language, names: dict[str, str], *, linked: bool
    ) -> Markup:
        key = (evening.id, evening.last, language.code, linked)
        return self._drawn.get(key, lambda: self._drawing(evening, language, names, linked=linked))

    def _drawing(
        self, evening: GameReport, language: Language, names: dict[str, str], *, linked: bool
    ) -> Markup:
        words = _Words(language, names)
        report = evening.report
        template = current_app.jinja_env.get_template(_BODY)
        drawn = {
            **template_functions(language),
            "letter": self._pages.letter,
            "names": names,
            "folder": folder_name(evening.system),
            "goes": f"/games/{evening.id}/at" if linked else "",
            "parts": [words.part(each) for each in report.parts] if report else [],
            "moments": told(self._pages, evening, report.moments if report else ()),
            "tells": report is not None,
            "width": WIDTH,
        }
        return template.make_module(drawn).__html__()


def best_moments(pages: Pages, game: str) -> list[dict[str, Any]]:
    """The weightiest moments of an ended game; none while the report is being made."""
    try:
        evening = pages.evenings.get(game, over=True, timeout=_PATIENCE)
    except (Refused, StorageFailed):
        return []
    if evening is None or evening.report is None:
        return []
    return told(pages, evening, top_moments(evening.report.moments, BEST))


def told(pages: Pages, evening: GameReport, moments: Iterable[Moment]) -> list[dict[str, Any]]:
    """Moments of an evening as templates draw them."""
    language = pages.language(evening.system)
    return [
        {
            "n": each.n,
            "turn": each.turn,
            "colour": each.colour,
            "said": _Words(language, player_names(pages, evening.players_at(each.n))).said(each.said),
        }
        for each in moments
    ]


class _Words:
    """A report's cells and sentences in a language, with the players' names."""

    def __init__(self, language: Language, names: dict[str, str]) -> None:
        self._language = language
        self._names = names

    def said(self, what: Text) -> str:
        """A sentence."""
        return capital(self._language.say(with_names(what, self._names)))

    def part(self, part: Section) -> dict[str, Any]:
        """A section as the template draws it."""
        drawn = lay_out_chart(part.plot) if part.plot else None
        return {
            "name": part.name,
            "title": self.said(part.title),
            "say": [self.said(each) for each in part.say],
            "lines": drawn if isinstance(drawn, LineChart) else None,
            "bars": None if isinstance(drawn, LineChart) else drawn,
            "key": self.said(part.key) if part.key else "",
            "columns": [self.cell(each) for each in part.columns],
            "rows": [[self.cell(each) for each in row] for row in part.rows],
            "folded": part.folded,
        }

    def cell(self, cell: Cell) -> dict[str, Any]:
        """A cell: who stands in it, or what. num: it is a number, or stands for one."""
        match cell:
            case PlayerList(colours=colours):
                said = self._language.join(self._names[each] for each in colours)
                return {"who": colours, "said": said or self._language.phrase("page.report-nobody")}
            case Text():
                return {"said": self.said(cell)}
            case _:
                return {"said": cell, "num": True}
