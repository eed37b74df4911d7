"""Forgetting a game, or a name in all of them, for good: for who looks after the box.

Not for every phone that has joined, as all that can be undone is: this cannot, and a guest of one evening
must not be able to take years of them away. Who wants his own name forgotten asks whoever has the box.
"""

from __future__ import annotations

from typing import Any

from flask import Response, request

from companion.storage.backup import stale
from companion.storage.replacing import not_redacted
from companion.storage.settings import FORGOTTEN
from companion.table.names import person_key
from web.care.forms import page_with_forms, sure
from web.errors import Problem
from web.pages.banner import Banner
from web.pages.drawing import Pages
from web.pages.forms import posted
from web.pages.games import listed
from web.people import players_in

HERE = "/care/forget"
_SHOWN = 60
"""How many games the list offers at a time."""
_LONGEST = 80
"""Signs of a name: a file from elsewhere may have longer ones than a phone takes."""


def routes(pages: Pages) -> None:
    """Ask what is to be forgotten, ask again, and do it."""
    does = {"sure": lambda _: _asked(pages), "now": lambda _: _done(pages)}
    page_with_forms(pages, HERE, _page, does)


def _page(pages: Pages, *, status: int = 200, banner: Banner | None = None) -> Response:
    return pages.draw("care_forget", status=status, at=HERE, banner=banner, tab="games", **_contents(pages))


def _contents(pages: Pages) -> dict[str, Any]:
    """older: the game behind which the list goes on. chosen: the one that somebody came for."""
    site = pages.site
    cards = site.table.cards()
    before, chosen = request.args.get("before"), request.args.get("game", "")
    places = {card.id: place for place, card in enumerate(cards, 1)}
    rest = cards[places.get(before or "", 0) :]
    shown = rest[:_SHOWN]
    if chosen in places and not any(each.id == chosen for each in shown):
        shown = [cards[places[chosen] - 1], *shown]
    everybody = [site.table.players_of(card.id) for card in shown]
    names = {each.name.strip() for who in (*everybody, *(card.players for card in cards)) for each in who}
    return {
        "known_names": sorted(filter(None, names), key=str.casefold)[:_SHOWN],
        "listed": [
            (
                card.id,
                f"{card.started_at:%Y-%m-%d} · {pages.title(card.system)} · {listed(pages, who)}",
            )
            for card, who in zip(shown, everybody, strict=True)
        ],
        "older": shown[-1].id if len(rest) > _SHOWN else "",
        "chosen": chosen,
        **_remains(pages),
    }


def _remains(pages: Pages) -> dict[str, Any]:
    """What may still hold something that is forgotten. still: places with how many copies. damaged: names of
    files. forgot: something was forgotten once."""
    site = pages.site
    epochs = None if site.settings is None else site.settings.get(FORGOTTEN, list[str])
    if epochs is None:
        return {"still": [], "damaged": (), "forgot": False}
    caring = site.caring
    places = {"box": caring.copies} | ({} if caring.stick is None else {"stick": caring.stick})
    found = [(name, len(stale(place, epochs))) for name, place in places.items()]
    still = [(name, count) for name, count in found if count]
    return {"still": still, "damaged": not_redacted(caring.copies.parent), "forgot": True}


def _wish(pages: Pages) -> tuple[str, str]:
    """The name and the game of the form, of which one is empty. Raises `Problem` 422."""
    fields, site = posted(), pages.site
    if site.table.snapshot.set_aside is not None:
        raise Problem(422, "forget-damage")
    name, game = " ".join(fields.get("name", "").split()), fields.get("game", "")
    if game and not name:
        playing = site.table.snapshot.play
        if playing is not None and playing.id == game and site.playing:
            raise Problem(422, "forget-playing")
        if all(each.id != game for each in site.table.cards()):
            raise Problem(422, "forget-what")
        return "", game
    if not person_key(name) or game or len(name) > _LONGEST:
        raise Problem(422, "forget-what")
    if site.playing and any(
        person_key(each.name) == person_key(name) for each in players_in(site.table.snapshot)
    ):
        raise Problem(422, "forget-plays")
    return name, ""


def _asked(pages: Pages) -> Response:
    name, game = _wish(pages)
    cards, playing = pages.site.table.cards(), pages.site.table.snapshot.play
    card = next((each for each in cards if each.id == game), None)
    about = "" if card is None else f"{card.started_at:%Y-%m-%d} · {pages.title(card.system)}"
    players = "" if card is None else listed(pages, pages.site.table.players_of(game))
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


def _done(pages: Pages) -> Response:
    name, game = _wish(pages)
    sure(posted())
    answer = pages.draw("care_begun", at=HERE, tab="games", until="table")
    pages.site.forget(name, game)  # it ends this server: the answer is made before
    return answer
