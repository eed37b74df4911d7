"""Tally, which no file outside the tests names, on a whole box: buttons, tags, display, plug and files."""

from __future__ import annotations

import json
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from companion.games import Game
from companion.table.verification import verify
from tests.fakes.box import HOME_HINTS
from tests.fakes.browsing import Box, box_in
from tests.fakes.evening import Evening
from tests.fakes.every import every
from tests.fakes.toy import TOY_GAME

GAMES: dict[str, Game] = {**every(), "toy": TOY_GAME}
PLAYERS = [{"colour": "red", "name": "Anna"}, {"colour": "blue"}]


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    """Anna, red, and blue have just sat down."""
    with box_in(str(tmp_path / "data"), GAMES) as box:
        box.act("start", system="tally", players=PLAYERS)
        yield box


def says(box: Box) -> str:
    screen = box.screen()
    hint = "" if screen["hint"] in HOME_HINTS else screen["hint"]
    return " ".join((screen["title"], *screen["lines"], hint)).strip()


def press(box: Box, *buttons: str, held: bool = False) -> str:
    """Press the simulated buttons; what the display says then."""
    for button in buttons:
        box.post("box/press", {"button": button, "held": held})
    return says(box)


def page(box: Box, at: str) -> str:
    with urllib.request.urlopen(f"{box.url}{at}") as answer:
        said: bytes = answer.read()
    return said.decode()


def export(box: Box) -> dict[str, Any]:
    file: dict[str, Any] = json.loads(page(box, "api/v1/export"))
    return file


@pytest.mark.rule("TALLY-01", "TALLY-02")
def test_a_whole_game_is_played_with_the_buttons_alone(box: Box) -> None:
    assert says(box) == "R● Anna Counter 0 of 21 Advance: add"
    assert press(box, "advance") == "Add 1? That makes 1. Advance:yes Select:→"
    assert press(box, "select", "select") == "Add 3? That makes 3. Advance:yes Select:→"
    assert press(box, "advance") == "B■ Blue Counter 3 of 21 Advance: add"
    for counter in (6, 9, 12, 15, 18):
        assert f"Counter {counter} of 21" in press(box, "advance", "select", "select", "advance")
    assert press(box, "red") == "B■ Blue Counter 19 of 21 Advance: add"
    assert press(box, "advance", "select") == "Add 2? That makes 21. Advance:yes Select:→"
    assert press(box, "advance") == "B■ has won Counter 21 of 21"
    assert "The game is over." in press(box, "advance")


@pytest.mark.rule("TALLY-01")
def test_a_button_out_of_turn_is_refused_in_words_and_a_held_back_takes_back(box: Box) -> None:
    assert press(box, "red") == "B■ Blue Counter 1 of 21 Advance: add"
    assert press(box, "select", "back", "red") == "Not now It is Blue’s turn. Wait for yours."
    assert press(box, "back", held=True).startswith("Undo? R● Anna added 1 ")
    assert press(box, "advance") == "Undone R● Anna added 1 Red’s turn"
    assert press(box, "back") == "R● Anna Counter 0 of 21 Advance: add"


def test_a_tag_finds_a_game_without_bags(box: Box) -> None:
    box.post("box/scan", {"tag": "0F0184F07B"})
    assert says(box) == "No bags here This game is played without bags."
    box.act("pair-tag", tag="0F0184F07B", number=7)
    box.post("box/scan", {"tag": "0F0184F07B"})
    assert says(box) == "No bags here This game is played without bags."


def test_after_a_restart_it_goes_on_and_a_game_set_aside_comes_back(tmp_path: Path) -> None:
    folder = str(tmp_path / "data")
    with box_in(folder, GAMES) as box:
        game = box.act("start", system="tally", players=PLAYERS)["game"]["id"]
        press(box, "red")
    with box_in(folder, GAMES) as box:
        assert says(box) == "Resumed Blue’s turn. Last: R● Anna added 1 Advance: add"
        box.act("start", system="toy", players=[{"colour": "green"}], replace=True)
        assert "Blue" not in says(box)  # else it would be as if nobody had done anything since the start
        box.act("resume", game=game)
        assert says(box) == "B■ Blue Counter 1 of 21 Advance: add"


def test_its_file_is_proven_and_taken_in_by_another_box(box: Box, tmp_path: Path) -> None:
    for turn in range(7):
        box.act("add", colour=("red", "blue")[turn % 2], by=3)
    file = export(box)
    assert verify(file, GAMES).status == "holds"
    other = Evening(tmp_path / "other", GAMES)
    other.do({"type": "resume", "game": other.table.import_game(file)})
    assert other.game["ended"]["scores"][0] == {"colour": "red", "rank": 1}
    other.table.close()
    file["entries"][-1]["events"][0]["by"] = 2
    assert verify(file, GAMES).status == "forged"


def test_games_with_equal_codes_leave_each_other_alone(box: Box) -> None:
    box.act("add", colour="red", by=2)
    box.act("start", system="toy", players=[{"colour": "red"}], replace=True)
    box.act("add", colour="red", by=4)
    assert press(box, "back", held=True) == "Undo? Added 4. Advance: yes Back: no"
    press(box, "back")
    box.act("start", system="la-strada", players=[{"colour": "black"}, {"colour": "grey"}], replace=True)
    assert says(box).startswith("E▬ Grey")
    log = page(box, "log")
    assert "Anna added 2" in log
    assert "Added 4." in log
    games = page(box, "games")
    assert "Blue’s turn" in games
    assert "turn 1, Grey" in games
