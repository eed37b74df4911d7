"""BG Stats takes what it is given: each field of link and file is one it knows, of the type it wants."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from msgspec.structs import replace

from companion.games.results import PlayerResult, Result
from companion.table.bgstats import file, link, play
from tests.table.ended import MOST, ended, recorded, words

LONGEST = 4_000
"""Signs of an address that every phone opens."""
WRITTEN = re.compile(r"\d{4}-\d\d-\d\d \d\d:\d\d:\d\d")
UUID = re.compile(r"[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}")

Shape = dict[str, Any]
"""What each field is: a type, a pattern of a text, the shape of an object, a list with that of what is in it.
A name that ends in `?` may be missing."""
LINK: Shape = {
    "sourceName": str, "sourcePlayId": UUID, "playDate": WRITTEN, "durationMin?": int, "location?": str,
    "board?": str, "comments?": str,
    "game": {
        "name": str, "sourceGameId": str, "bggId?": int, "highestWins": bool, "noPoints": bool,
    },
    "players": [{
        "name": str, "sourcePlayerId": UUID, "startPlayer": bool, "winner": bool, "score?": int, "rank?": int,
        "role?": str,
    }],
}  # fmt: skip
FILE: Shape = {
    "about?": str,
    "userInfo": {"meRefId": int},
    "players": [{
        "id": int, "uuid": UUID, "name": str, "isAnonymous": bool, "modificationDate": WRITTEN,
        "bggUsername?": str,
    }],
    "locations": [{"id": int, "uuid": UUID, "name": str, "modificationDate": WRITTEN}],
    "games": [{
        "id": int, "uuid": UUID, "name": str, "modificationDate": WRITTEN, "cooperative": bool,
        "highestWins": bool, "noPoints": bool, "usesTeams": bool, "urlThumb?": str, "urlImage?": str,
        "bggName?": str, "bggYear?": int, "bggId?": int, "designers?": str,
    }],
    "plays": [{
        "uuid": UUID, "modificationDate": WRITTEN, "entryDate": WRITTEN, "playDate": WRITTEN,
        "usesTeams": bool, "durationMin": int, "ignored": bool, "manualWinner": bool, "rounds": int,
        "locationRefId": int, "gameRefId": int, "board": str, "scoringSetting": int, "comments": str,
        "rating": int, "playImages": str, "expansionPlays": [{"gameRefId": int}],
        "playerScores": [{
            "score": str, "winner": bool, "newPlayer": bool, "startPlayer": bool, "playerRefId": int,
            "role?": str, "teamRole?": str, "rank?": int, "seatOrder?": int, "startPosition?": str,
            "team?": str,
        }],
    }],
}  # fmt: skip


def held(value: Any, shape: Any, at: str = "") -> None:
    """The value has this shape, and nothing beside it."""
    if isinstance(shape, dict):
        assert isinstance(value, dict), at
        known = {name.rstrip("?"): each for name, each in shape.items()}
        assert not value.keys() - known.keys(), at
        assert not {name for name in shape if not name.endswith("?")} - value.keys(), at
        for name, each in value.items():
            held(each, known[name], f"{at}.{name}")
    elif isinstance(shape, list):
        assert isinstance(value, list), at
        for place, each in enumerate(value):
            held(each, shape[0], f"{at}[{place}]")
    elif isinstance(shape, re.Pattern):
        assert isinstance(value, str), at
        assert shape.fullmatch(value), (at, value)
    else:
        assert type(value) is shape, (at, value)


def opened(address: str) -> dict[str, Any]:
    """What an app reads out of the address."""
    (data,) = parse_qs(urlsplit(address).query, strict_parsing=True)["data"]
    found: dict[str, Any] = json.loads(data)
    return found


@pytest.mark.parametrize("name", ["whole-rulebook", "strada-four-players", "alone", "nobody-builds"])
def test_what_recorded_games_give_has_the_apps_own_shape(name: str, tmp_path: Path) -> None:
    given = recorded(name, tmp_path)
    held(opened(link(given, words(given))), LINK)
    held(json.loads(file(given, words(given))), FILE)


def test_the_link_has_winner_starter_time_and_duration() -> None:
    given = ended({"red": "Anna", "blue": ""})
    said = opened(link(given, words(given, "Roads & Boats")))
    assert link(given, words(given)).startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B%22")
    assert (said["playDate"], said["durationMin"]) == ("2026-11-21 22:00:00", 199)
    assert said["game"] == {
        "name": "Roads & Boats", "sourceGameId": "a-game", "bggId": 875, "highestWins": True,
        "noPoints": False,
    }  # fmt: skip
    anna, blue = said["players"]
    shown = ("name", "startPlayer", "winner", "score", "rank", "role")
    assert [anna[each] for each in shown] == ["Anna", True, True, 2, 1, "Red"]
    assert [blue[each] for each in shown] == ["Blue", False, False, 1, 2, "Blue"]


def test_a_game_without_a_winner_has_no_ranks() -> None:
    given = ended({"red": "Anna"})
    open_end = Result((PlayerResult("red", 3),), 875)
    unsure = replace(given, result=open_end)
    (player,) = play(unsure, words(unsure))["players"]
    assert "rank" not in player
    assert (player["winner"], player["startPlayer"]) == (False, False)


def test_a_game_that_boardgamegeek_does_not_know_names_no_number() -> None:
    given = ended({"red": "Anna"})
    unknown = replace(given.result, bgg=None)
    other = replace(given, result=unknown)
    assert "bggId" not in play(other, words(other))["game"]
    assert "bggId" not in json.loads(file(other, words(other)))["games"][0]


def test_the_same_game_is_the_same_play_from_any_box_and_in_any_language() -> None:
    one, two = ended({"red": "Anna", "blue": ""}), ended({"red": "Anna", "blue": ""})
    mine, other = play(one, words(one)), play(two, words(two, "Strade e barche"))
    assert mine["sourcePlayId"] == other["sourcePlayId"] == "2a703e78-856b-5ae8-a313-187e04f4c7da"
    assert json.loads(file(one, words(one)))["plays"][0]["uuid"] == mine["sourcePlayId"]
    assert play(ended({"red": "Anna"}, "20261121-ffff"), words(one))["sourcePlayId"] != mine["sourcePlayId"]


def test_a_named_player_is_recognised_in_another_colour_and_a_nameless_one_by_colour() -> None:
    first, later = ended({"red": "Anna", "blue": ""}), ended({"green": "anna", "blue": ""}, "later")
    anna, blue = (each["sourcePlayerId"] for each in play(first, words(first))["players"])
    again, still = (each["sourcePlayerId"] for each in play(later, words(later))["players"])
    assert (again, still) == (anna, blue)
    twins = ended({"red": "Anna", "blue": "Anna"})
    assert len({each["sourcePlayerId"] for each in play(twins, words(twins))["players"]}) == 2


@pytest.mark.parametrize("typed", ["BJÖRN LEE", " björn  lee ", "Bjo\u0308rn Lee"])
def test_one_player_in_the_book_is_one_in_the_app(typed: str) -> None:
    """An o with its two dots beside it is what some keyboards make of one letter."""
    first, later = ended({"red": "Björn Lee"}), ended({"green": typed}, "later")
    (known,) = play(first, words(first))["players"]
    (again,) = play(later, words(later))["players"]
    assert again["sourcePlayerId"] == known["sourcePlayerId"]


def test_the_link_stays_short_enough_for_every_phone() -> None:
    """Twelve signs are the longest name; none takes more room than one beyond the first plane."""
    names = dict.fromkeys(("red", "yellow", "green", "blue", "purple", "black"), "🎲" * 12)
    assert len(names) == MOST
    given = ended(names)
    address = link(given, words(given, "Roads & Boats"))
    assert address.isascii()
    assert len(address) <= LONGEST


def test_players_scores_and_seats_of_the_file_belong_together(tmp_path: Path) -> None:
    given = recorded("strada-four-players", tmp_path)
    whole = json.loads(file(given, words(given)))
    names = {each["id"]: each["name"] for each in whole["players"]}
    (played,) = whole["plays"]
    scores = [
        (names[each["playerRefId"]], each["score"], each["winner"], each["startPlayer"], each["seatOrder"])
        for each in played["playerScores"]
    ]
    assert scores == [
        ("Bruno", "25", True, False, 2),
        ("Ylva", "22", False, True, 1),
        ("Rosa", "21", False, False, 3),
        ("Greta", "18", False, False, 4),
    ]
    assert (played["rounds"], played["gameRefId"], whole["games"][0]["bggId"]) == (8, 1, 9675)
