"""Setting a game up together: its list, ticked on any phone, and who plays with which figures."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from companion.games import Refused
from companion.language.text import params_with_names, with_names
from companion.table.setup import SetupChecklist
from web.aids import setup_progress
from web.errors import Problem
from web.pages.forms import Typed
from web.pages.games import player_names, start_offer
from web.pages.join import lobby
from web.pages.pages import Pages
from web.people import proposed_players
from web.scenarios import Scenarios


def routes(pages: Pages) -> None:
    """Show a game's setup checklist, with and without a game on the table."""
    settings = pages.site.settings
    scenarios = None if settings is None else Scenarios(settings)
    pages.add("/setup", lambda _part, query: _contents(pages, scenarios, query.get("system", "")))


def _contents(pages: Pages, scenarios: Scenarios | None, wish: str) -> dict[str, Any]:
    """`to_do` is what there is to do, in words; `next` is the first that is not done. `begun` says that the
    game is on the table. `sitting`: those who play, as somebody has said; `would_sit`: for whom the list is
    until then. `why`: what keeps the list from being made. `each` is the game as its start form wants it,
    `filled` that form as somebody has said it.
    Raises `Problem` 404 where no game has a list.
    """
    site = pages.site
    lists = {system: found for system in site.games if (found := setup_progress(site, system)) is not None}
    system = site.choose_system(wish, lists)
    if system is None:
        raise Problem(404, "not-found")
    language, found = pages.language(system), lists[system]
    why = ""
    if isinstance(found, Refused):
        why = language.say(with_names(found.message, pages.names(site.table.snapshot)))
        found = SetupChecklist(site.system, (), {}, ())
    names = player_names(pages, found.players)
    would = player_names(pages, proposed_players(site, site.games[system]))
    to_do = _told(pages, system, found, names)
    filled = Typed(f"new-{system}", fields_of(found)) if found.players and found.game is None else None
    return {
        "system": system,
        "systems": [(each, pages.title(each)) for each in lists],
        "tab": "games",
        "begun": found.game is not None,
        "sitting": language.join(names.values()) if names else "",
        "would_sit": language.join(would.values()) if would else "",
        "to_do": to_do,
        "done": sum(thing["done"] for thing in to_do),
        "why": why,
        "each": start_offer(pages, scenarios, site.games[system], f"/setup?system={system}"),
        "keeps": scenarios is not None,
        "filled": filled,
        **lobby(pages),
    }


def _told(pages: Pages, system: str, found: SetupChecklist, names: Mapping[str, str]) -> list[dict[str, Any]]:
    """What is to be done, in words."""
    language = pages.language(system)
    first = next((thing.name for thing, done in found.items if not done), None)
    return [
        {
            "name": thing.name,
            "said": language.phrase(f"lay.{thing.code}", params_with_names(thing.params, names)),
            "done": done,
            "next": thing.name == first,
            "rule": thing.rule,
            "colour": thing.colour,
        }
        for thing, done in found.items
    ]


def fields_of(found: SetupChecklist) -> dict[str, str]:
    """The start form's fields as somebody has said them; a player's by his colour, `seat.red`, and by his
    place, `seat.0`.
    """
    fields = dict(field for name, each in found.options.items() for field in _flat(f"options.{name}", each))
    for place, player in enumerate(found.players):
        for seat in (player.colour, str(place)):
            fields |= {f"seat.{seat}": player.colour, f"name.{seat}": player.name}
    return fields


def _flat(name: str, value: Any) -> list[tuple[str, str]]:
    """A value as fields of a form, under each kind by which `web.pages.forms` may read it there."""
    if isinstance(value, Mapping):
        return [field for key, each in value.items() for field in _flat(f"{name}.{key}", each)]
    if isinstance(value, list) and not all(isinstance(each, int) for each in value):
        return [(f"{name}.@{place}", str(each)) for place, each in enumerate(value)]
    if isinstance(value, list):
        return [(f"{name}:ints", " ".join(map(str, value)))]
    if isinstance(value, bool):
        return [(f"{name}:bool", "true")] if value else []
    if isinstance(value, str):
        return [(name, value)]
    said = "" if value is None else str(value)
    return [(f"{name}:{kind}", said) for kind in ("int", "limit")]
