"""Delete a game, or a name in all games, for good.

For admins alone, unlike what members can undo: a guest of one evening must not delete years of games.
"""

from __future__ import annotations

from typing import Any

from flask import Response, request

from companion.storage.backup import stale
from companion.storage.replacing import not_redacted
from companion.storage.settings import FORGOTTEN
from companion.table.names import person_key
from web.admin.forms import check_sure, page_with_forms
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.forms import read_form
from web.pages.games import name_list
from web.pages.pages import Pages
from web.people import players_in

HERE = "/care/forget"
_MAX_SHOWN = 60
"""Games in the list at a time."""
_MAX_NAME = 80
"""Characters of a name: an imported file may have longer ones than a phone takes."""


def routes(pages: Pages) -> None:
    """Ask what to delete, ask again, and do it."""
    actions = {"sure": lambda _: _confirm(pages), "now": lambda _: _delete(pages)}
    page_with_forms(pages, HERE, _page, actions)


def _page(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    return pages.draw("care_forget", status=status, at=HERE, banner=banner, tab="games", **_contents(pages))


def _contents(pages: Pages) -> dict[str, Any]:
    """older: the last game listed, if there are more. chosen: the game of the link that led here."""
    site = pages.site
    cards = site.table.inactive_games()
    before, chosen = request.args.get("before"), request.args.get("game", "")
    places = {card.id: place for place, card in enumerate(cards, 1)}
    rest = cards[places.get(before or "", 0) :]
    shown = rest[:_MAX_SHOWN]
    if chosen in places and not any(each.id == chosen for each in shown):
        shown = [cards[places[chosen] - 1], *shown]
    players = [site.table.players_of(card.id) for card in shown]
    names = {each.name.strip() for who in (*players, *(card.players for card in cards)) for each in who}
    return {
        "known_names": sorted(filter(None, names), key=str.casefold)[:_MAX_SHOWN],
        "listed": [
            (
                card.id,
                f"{card.started_at:%Y-%m-%d} · {pages.title(card.system)} · {name_list(pages, who)}",
            )
            for card, who in zip(shown, players, strict=True)
        ],
        "older": shown[-1].id if len(rest) > _MAX_SHOWN else "",
        "chosen": chosen,
        **_remains(pages),
    }


def _remains(pages: Pages) -> dict[str, Any]:
    """What may still hold something that was deleted.

    still: places and their number of older backups. damaged: names of files. forgot: whether anything was
    ever deleted.
    """
    site = pages.site
    epochs = None if site.settings is None else site.settings.get(FORGOTTEN, list[str])
    if epochs is None:
        return {"still": [], "damaged": (), "forgot": False}
    admin = site.admin
    places = {"box": admin.copies} | ({} if admin.stick is None else {"stick": admin.stick})
    found = [(name, len(stale(place, epochs))) for name, place in places.items()]
    still = [(name, count) for name, count in found if count]
    return {"still": still, "damaged": not_redacted(admin.copies.parent), "forgot": True}


def _wanted(pages: Pages) -> tuple[str, str]:
    """The form's name and game, one of them empty. Raises `Problem` 422."""
    fields, site = read_form(), pages.site
    if site.table.snapshot.set_aside is not None:
        raise Problem(422, "forget-damage")
    name, game = " ".join(fields.get("name", "").split()), fields.get("game", "")
    if game and not name:
        playing = site.table.snapshot.play
        if playing is not None and playing.id == game and site.playing:
            raise Problem(422, "forget-playing")
        if all(each.id != game for each in site.table.inactive_games()):
            raise Problem(422, "forget-what")
        return "", game
    if not person_key(name) or game or len(name) > _MAX_NAME:
        raise Problem(422, "forget-what")
    if site.playing and any(
        person_key(each.name) == person_key(name) for each in players_in(site.table.snapshot)
    ):
        raise Problem(422, "forget-plays")
    return name, ""


def _confirm(pages: Pages) -> Response:
    name, game = _wanted(pages)
    cards, playing = pages.site.table.inactive_games(), pages.site.table.snapshot.play
    card = next((each for each in cards if each.id == game), None)
    about = "" if card is None else f"{card.started_at:%Y-%m-%d} · {pages.title(card.system)}"
    players = "" if card is None else name_list(pages, pages.site.table.players_of(game))
    return pages.draw(
        "care_forget",
        template="care_forget_sure.html",
        at=HERE,
        tab="games",
        wished=name,
        of_game=game,
        about=about,
        who=players,
        goes_on=pages.site.playing,
        on_table=playing is not None and playing.id == game and len(cards) > 1,
    )


def _delete(pages: Pages) -> Response:
    name, game = _wanted(pages)
    check_sure(read_form())
    answer = pages.draw("care_begun", at=HERE, tab="games", until="table")
    pages.site.forget(name, game)  # ends this server: the response is made before
    return answer
