"""An ended game as BG Stats takes it: by its link, and as a file of its own kind.

Its identities follow from the game's id and the players' names: the same evening sent twice, or from two
boxes, is one play there, and who plays again is known again.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import quote
from uuid import UUID, uuid5

import msgspec

from companion.games.results import PlayerResult
from companion.table.names import person_key
from companion.table.results import GameResults, ResultTexts, utc_text, whole_minutes

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "Companion"
_NAMESPACE = UUID("5d0b6c9e-2d0f-5c0a-9f0e-6b1c1f8a7e11")
"""Below which all our identities lie. It never changes: what was sent before would be sent anew."""


def link(given: GameResults, words: ResultTexts) -> str:
    """The address at which BG Stats offers to keep the game. Nothing but ASCII, at most some 4,000 signs."""
    return LINK + quote(msgspec.json.encode(play(given, words)), safe="")


def play(given: GameResults, words: ResultTexts) -> dict[str, Any]:
    """What the address carries. The four yes-or-no fields are always there: without one of them the app on
    Android gives up."""
    game: dict[str, Any] = {
        "name": words.title,
        "sourceGameId": given.system,
        "highestWins": True,
        "noPoints": False,
    }
    if given.result.bgg is not None:
        game["bggId"] = given.result.bgg
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _id("play", given.id),
        "playDate": utc_text(given.ended_at),
        "durationMin": whole_minutes(given.spent),
        "game": game,
        "players": [
            {
                "name": words.names[each.colour],
                "sourcePlayerId": _person(given, each.colour),
                "startPlayer": each.colour == given.result.first,
                "winner": each.won,
                "score": each.points,
                **_rank(each),
                "role": words.colours[each.colour],
            }
            for each in given.result.places
        ],
    }


def file(given: GameResults, words: ResultTexts) -> bytes:
    """The `.bgsplay`: JSON, in the shape of the app's own."""
    changed, places = utc_text(given.changed_at), given.result.places
    game: dict[str, Any] = {
        "id": 1,
        "uuid": _id("game", given.system),
        "name": words.title,
        "modificationDate": changed,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
    }
    if given.result.bgg is not None:
        game |= {"bggId": given.result.bgg, "bggName": words.title}
    players = [
        {
            "id": number,
            "uuid": _person(given, each.colour),
            "name": words.names[each.colour],
            "isAnonymous": not given.names.get(each.colour),
            "modificationDate": changed,
        }
        for number, each in enumerate(places, start=1)
    ]
    scores = [
        {
            "score": str(each.points),
            "winner": each.won,
            "newPlayer": False,
            "startPlayer": each.colour == given.result.first,
            "playerRefId": number,
            "role": words.colours[each.colour],
            **_rank(each),
            "seatOrder": seat,
        }
        for number, (each, seat) in enumerate(zip(places, _seats(given), strict=True), start=1)
    ]
    played = {
        "uuid": _id("play", given.id),
        "modificationDate": changed,
        "entryDate": changed,
        "playDate": utc_text(given.ended_at),
        "usesTeams": False,
        "durationMin": whole_minutes(given.spent),
        "ignored": False,
        "manualWinner": True,
        "rounds": len(given.turns),
        "locationRefId": 0,
        "gameRefId": 1,
        "board": "",
        "scoringSetting": 0,
        "comments": "",
        "rating": 0,
        "playImages": "[]",
        "playerScores": scores,
        "expansionPlays": [],
    }
    whole = {
        "about": SOURCE,
        "userInfo": {"meRefId": 0},
        "players": players,
        "locations": [],
        "games": [game],
        "plays": [played],
    }
    return msgspec.json.format(msgspec.json.encode(whole), indent=1)


def _rank(place: PlayerResult) -> dict[str, int]:
    return {"rank": place.rank} if place.rank else {}


def _seats(given: GameResults) -> list[int]:
    """Where each sat, from 1, in the order of the places."""
    colours = list(given.names)
    return [colours.index(each.colour) + 1 for each in given.result.places]


def _person(given: GameResults, colour: str) -> str:
    """Who is one person in the book is one there, too. Who has no name is known by the colour, and so
    are two with the same name at one table."""
    name = person_key(given.names.get(colour, ""))
    same = sum(person_key(each) == name for each in given.names.values())
    return _id("player", name) if name and same == 1 else _id("colour", colour, name)


def _id(*parts: str) -> str:
    return str(uuid5(_NAMESPACE, "/".join(parts)))
