"""Results for BG Stats: as a link and as a `.bgsplay` file.

IDs derive from the game's ID and the players' names, so a game sent twice, or from two boxes, is one play
there.
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


def link(results: GameResults, texts: ResultTexts) -> str:
    """Return the address that imports the game into BG Stats. ASCII, at most some 4,000 characters."""
    return LINK + quote(msgspec.json.encode(play(results, texts)), safe="")


def play(results: GameResults, texts: ResultTexts) -> dict[str, Any]:
    """Return the data of the address. The app on Android fails without the four booleans."""
    game: dict[str, Any] = {
        "name": texts.title,
        "sourceGameId": results.system,
        "highestWins": True,
        "noPoints": False,
    }
    if results.result.bgg is not None:
        game["bggId"] = results.result.bgg
    return {
        "sourceName": SOURCE,
        "sourcePlayId": _id("play", results.id),
        "playDate": utc_text(results.ended_at),
        "durationMin": whole_minutes(results.play_time),
        "game": game,
        "players": [
            {
                "name": texts.names[each.colour],
                "sourcePlayerId": _person(results, each.colour),
                "startPlayer": each.colour == results.result.first,
                "winner": each.won,
                "score": each.points,
                **_rank(each),
                "role": texts.colours[each.colour],
            }
            for each in results.result.places
        ],
    }


def file(results: GameResults, texts: ResultTexts) -> bytes:
    """Return the `.bgsplay` file: JSON in the app's own format."""
    changed, places = utc_text(results.changed_at), results.result.places
    game: dict[str, Any] = {
        "id": 1,
        "uuid": _id("game", results.system),
        "name": texts.title,
        "modificationDate": changed,
        "cooperative": False,
        "highestWins": True,
        "noPoints": False,
        "usesTeams": False,
    }
    if results.result.bgg is not None:
        game |= {"bggId": results.result.bgg, "bggName": texts.title}
    players = [
        {
            "id": number,
            "uuid": _person(results, each.colour),
            "name": texts.names[each.colour],
            "isAnonymous": not results.names.get(each.colour),
            "modificationDate": changed,
        }
        for number, each in enumerate(places, start=1)
    ]
    scores = [
        {
            "score": str(each.points),
            "winner": each.won,
            "newPlayer": False,
            "startPlayer": each.colour == results.result.first,
            "playerRefId": number,
            "role": texts.colours[each.colour],
            **_rank(each),
            "seatOrder": seat,
        }
        for number, (each, seat) in enumerate(zip(places, _seats(results), strict=True), start=1)
    ]
    played = {
        "uuid": _id("play", results.id),
        "modificationDate": changed,
        "entryDate": changed,
        "playDate": utc_text(results.ended_at),
        "usesTeams": False,
        "durationMin": whole_minutes(results.play_time),
        "ignored": False,
        "manualWinner": True,
        "rounds": len(results.turns),
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


def _seats(results: GameResults) -> list[int]:
    """Return each player's seat, from 1, in the order of the places."""
    colours = list(results.names)
    return [colours.index(each.colour) + 1 for each in results.result.places]


def _person(results: GameResults, colour: str) -> str:
    """Return a player's ID: by name, as in the book; by colour without a name, or where two share one."""
    name = person_key(results.names.get(colour, ""))
    same = sum(person_key(each) == name for each in results.names.values())
    return _id("player", name) if name and same == 1 else _id("colour", colour, name)


def _id(*parts: str) -> str:
    return str(uuid5(_NAMESPACE, "/".join(parts)))
