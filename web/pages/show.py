"""What stands on each page, by its address: also for drawing a page again after a form that was not taken."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import parse_qsl, urlsplit

from flask import Response, abort

from companion.games import Game, Player, every_colour
from companion.table.snapshot import Snapshot
from web.pages.assets import Assets, folder_name, game_folder
from web.pages.drawing import Drawer, Notice, by_name, helpers, word
from web.pages.forms import Typed, with_typed
from web.scenarios import Scenarios
from web.site import Site


def saved(site: Site, game: Game) -> list[dict[str, str]]:
    """What was kept for a game: each `name`, and the `href` of the start page filled in with it."""
    if site.settings is None:
        return []
    form = f"new-{game.system}"
    seats = {f"players.@{place}.colour": colour for place, colour in enumerate(game.colours[:2])}
    return [
        {"name": name, "href": with_typed("/games", Typed(form, {**seats, **fields}))}
        for name, fields in Scenarios(site.settings).of(game.system).items()
    ]


def compared(site: Site, system: str) -> bool:
    """Whether nobody needs to compare the game's numbers with the printed board any more."""
    return site.settings is None or Scenarios(site.settings).compared(system)


SHOWN = 40
"""How many entries a page of the log holds."""
COVER = "cover.svg"
"""A game's picture among its templates, twice as wide as high."""
_PART = re.compile(r"[a-z]{1,20}")


class Pages:
    """Draws every page of the table's. For the request under way only; keeps nothing of it."""

    def __init__(self, site: Site) -> None:
        self.site = site
        self.assets = Assets(site.games)
        self.drawer = Drawer(site, self.assets)

    def show(
        self,
        at: str,
        *,
        status: int = 200,
        notice: Notice | None = None,
        typed: Typed | None = None,
    ) -> Response:
        """Draw the page at this address; of one that there is not, the table or the games.

        Raises werkzeug's 404 for a part that the game on the table has no page for.
        """
        parts = urlsplit(at)
        page, _, part = parts.path.strip("/").partition("/")
        query = dict(parse_qsl(parts.query))
        snapshot = self.site.table.snapshot
        if snapshot.game is None and page in {"table", "act"}:
            page, at = "games", "/games"
        match page:
            case "act":
                more = self._act(snapshot.game, part)
            case "log":
                more = self._log(query)
            case "games":
                more = self._games()
            case "box" if self.site.box is not None:
                more = self._box(snapshot)
            case "table":
                more = {}
            case _:
                return self.show("/table", status=status, notice=notice, typed=typed)
        return self.drawer.draw(page, at=at, status=status, notice=notice, typed=typed, **more)

    def title(self, system: str) -> str:
        """A game's name in the reader's language."""
        return word(self.drawer.language(system), "system", system)

    def _act(self, game: Game | None, part: str) -> dict[str, Any]:
        if game is None or (part and not _PART.fullmatch(part)):
            abort(404)
        name = f"page_{part}.html" if part else "act.html"
        if not game_folder(game).joinpath(name).is_file():
            abort(404)
        return {"part": name}

    def _log(self, query: Mapping[str, str]) -> dict[str, Any]:
        wanted = query.get("before", "")
        before = int(wanted) if wanted.isdecimal() and len(wanted) < 10 else None
        tales = self.site.table.tale(SHOWN + 1, before)
        names = self.drawer.names(self.site.table.snapshot)
        now = self.site.clock()
        return {
            "entries": [
                {
                    "n": each.n,
                    "said": self.drawer.told(each.told, names, each.system),
                    "by": each.by,
                    "who": each.name or names.get(each.by or "", ""),
                    "source": each.source,
                    "undone": each.undone,
                    "age": max(0, int((now - each.at).total_seconds())),
                }
                for each in tales[:SHOWN]
            ],
            "earlier": tales[SHOWN - 1].n if len(tales) > SHOWN else None,
        }

    def _games(self) -> dict[str, Any]:
        language = self.drawer.language()
        now = self.site.clock()
        return {
            "keeps": self.site.settings is not None,
            "on_file": [
                {
                    "id": each.id,
                    "title": self.title(each.system),
                    "players": language.listed(self._called(each.players).values()),
                    "moment": language.say(by_name(each.moment, self._called(each.players))),
                    "age": max(0, int((now - each.started_at).total_seconds())),
                    "ended": each.ended,
                    "on_table": each.on_table,
                    "readable": each.readable,
                }
                for each in sorted(self.site.table.games(), key=lambda game: game.started_at, reverse=True)
            ],
            "systems": [self._offered(game) for game in self.site.games.values()],
        }

    def _called(self, players: Iterable[Player]) -> dict[str, str]:
        """What each of these players is called, by colour."""
        language = self.drawer.language()
        return {each.colour: each.name or word(language, "colour", each.colour) for each in players}

    def _offered(self, game: Game) -> dict[str, Any]:
        """A game that can be started. line, cover, shown: a line about it, its picture and what that shows,
        each empty for a game that has none."""
        system, language = game.system, self.drawer.language(game.system)
        cover = f"{folder_name(system)}/{COVER}"
        line, shown = (
            language.phrase(code) if language.knows(code) else ""
            for code in (f"line.{system}", f"cover.{system}")
        )
        return {
            "system": system,
            "title": self.title(system),
            "line": line,
            "cover": self.assets.path(cover) if self.assets.has(cover) else "",
            "shown": shown,
            "folder": folder_name(system),
            "words": helpers(language),
            "colours": game.colours,
            "saved": saved(self.site, game),
            "compared": compared(self.site, system),
        }

    def _box(self, snapshot: Snapshot) -> dict[str, Any]:
        box = self.site.box
        if box is None:
            abort(404)
        buttons = box.buttons() if "buttons" in box.simulated else ()
        colours = every_colour(self.site.games)
        screen = box.screen_json() if "display" in box.simulated else {}
        tags = sorted(snapshot.tags.items(), key=lambda pair: (pair[1], pair[0]))
        return {
            "box": {
                "display": "display" in box.simulated,
                "reader": "reader" in box.simulated,
                "plain": [each for each in buttons if each not in colours],
                "colours": [each for each in buttons if each in colours],
                "pulls": sorted(box.simulated & {"display", "reader"}),
            },
            "screen_said": " · ".join([screen.get("title", ""), *screen.get("lines", ())]),
            "unused": snapshot.play is not None and not snapshot.play.bags,
            "bags": [*tags, *((each, 0) for each in new_tags(snapshot.tags))],
            "parts": sorted(self.site.parts.states().items()),
        }


def new_tags(known: Mapping[str, int]) -> tuple[str, ...]:
    """Tags that stick on no bag yet: one for the tray, or as many as make it five."""
    made = (f"0A00C0FF{number:02X}" for number in range(1, 100))
    fresh = [each for each in made if each not in known]
    return tuple(fresh[: max(1, 5 - len(known))])
