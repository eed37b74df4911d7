"""Games stay in their boxes until somebody asks for them."""

from __future__ import annotations

import subprocess
import sys
import threading

import pytest

from companion.games import Cover, Game
from companion.games.cupboard import Games, covers, every_colour, folders
from companion.games.la_strada import game as la_strada
from companion.games.registry import registered
from companion.games.roads_and_boats import game as roads_and_boats
from tests.patience import PATIENCE

WHOLE: tuple[Game, ...] = (roads_and_boats, la_strada)
LOOKED_AT = """
import sys
from companion.games.cupboard import every_colour, folders
from companion.games.registry import registered
games = registered()
print(list(games), len(games), "la-strada" in games, "no-game" in games)
print(len(every_colour(games)), len(folders(games)))
here = {each for each in sys.modules if each.endswith(".game")}
games["la-strada"]
print(here, {each for each in sys.modules if each.endswith(".game")})
"""


@pytest.fixture
def games() -> Games:
    return registered()


def test_to_look_at_the_boxes_opens_none_and_to_ask_for_a_game_opens_that_one() -> None:
    told = subprocess.run(
        (sys.executable, "-c", LOOKED_AT), check=True, capture_output=True, text=True
    ).stdout
    assert told.splitlines() == [
        "['roads-and-boats', 'la-strada'] 2 True False",
        "7 2",
        "set() {'companion.games.la_strada.game'}",
    ]


def test_every_game_is_the_one_that_its_cover_tells_of(games: Games) -> None:
    def said(each: Cover) -> tuple[object, ...]:
        return each.system, each.colours, each.folder

    assert tuple(games.values()) == WHOLE
    assert [said(each) for each in covers(games)] == [said(each) for each in WHOLE]


def test_games_that_are_handed_over_whole_are_their_own_covers() -> None:
    whole = {each.system: each for each in WHOLE}
    assert (every_colour(whole), folders(whole)) == (every_colour(registered()), folders(registered()))


def test_a_game_that_there_is_not_is_not_to_be_had(games: Games) -> None:
    assert games.get("no-game") is None
    with pytest.raises(KeyError):
        games["no-game"]


def test_several_who_ask_first_get_the_same_game(games: Games) -> None:
    got: list[Game] = []
    together = threading.Barrier(4)

    def ask() -> None:
        together.wait(PATIENCE)
        got.append(games["la-strada"])

    threads = [threading.Thread(target=ask) for _ in range(4)]
    for each in threads:
        each.start()
    for each in threads:
        each.join(PATIENCE)
    assert got == [la_strada] * 4
