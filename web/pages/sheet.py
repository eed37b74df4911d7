"""What the buttons do, on sides of a small sheet (A6) to print and lay beside the board.

What is the same in every game stands on the first side; a game that has a `sheet.html` among its templates
says on the second what its own buttons do, and one with signs has their legend on the third.
"""

from __future__ import annotations

from typing import Any

from companion.language.shapes import SHAPES
from web.errors import Problem
from web.pages.assets import folder_name, game_folder
from web.pages.legend import legend
from web.pages.pages import Pages

TEMPLATE = "sheet.html"


def routes(pages: Pages) -> None:
    """Show the sheet, with and without a game on the table."""
    pages.add("/sheet", lambda _part, query: _contents(pages, query.get("system", "")))


def _contents(pages: Pages, wish: str) -> dict[str, Any]:
    """`its` is the game's own template, empty where it has none. Raises `Problem` 404 where no game is."""
    games = pages.site.games
    system = pages.site.choose_system(wish, games)
    if system is None:
        raise Problem(404, "not-found")
    own = game_folder(games[system]).joinpath(TEMPLATE)
    return {
        "system": system,
        "systems": [(each, pages.title(each)) for each in games],
        "tab": "rules",
        "its": f"{folder_name(system)}/{TEMPLATE}" if own.is_file() else "",
        "colours": games[system].colours,
        "shapes": SHAPES,
        "legend": legend(games[system].signs),
        "looks": [pages.assets.path("sheet.css")],
    }
