"""What was kept for the starts of a game, as the page where games are started offers it."""

from __future__ import annotations

from companion.games import Game
from web.pages.kept import Typed, with_typed
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
