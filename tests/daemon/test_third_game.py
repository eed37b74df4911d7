"""A game that is registered nowhere is handed to the daemon, and runs on box and phones like the others."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.config import ButtonsConfig, Config, DataConfig, OledConfig, RfidConfig, WebConfig
from companion.daemon.diagnostics import every_probe
from companion.games import Game
from companion.games.registry import registered
from companion.table.data_folder import games_with_example, play_example
from hardware.part import UnknownColour
from tests.fakes.browsing import CODE, Box, box_in
from tests.fakes.evening import Evening
from tests.fakes.toy import TOY_GAME
from tests.fakes.twin import TWIN_GAME

GAMES: dict[str, Game] = {**registered(), "toy": TOY_GAME, "twin": TWIN_GAME}


def config(folder: Path, **colours: int) -> Config:
    return Config(
        web=WebConfig(host="127.0.0.1", port=0, join_code=CODE, streams=4),
        data=DataConfig(folder=str(folder)),
        oled=OledConfig(driver="simulated"),
        buttons=ButtonsConfig(driver="simulated", colours=dict(colours)),
        rfid=RfidConfig(driver="simulated"),
    )


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with box_in(str(tmp_path), GAMES) as box:
        yield box


def test_the_simulated_box_has_a_button_for_every_colour_of_every_game(box: Box) -> None:
    box.act("start", system="toy", players=[{"colour": "red"}])
    box.post("box/press", {"button": "red"})
    assert box.table()["game"]["counter"] == 9
    box.post("box/press", {"button": "grey"})


def test_a_button_is_wired_for_a_colour_that_some_game_has(tmp_path: Path) -> None:
    assert every_probe(config(tmp_path, grey=5), GAMES)
    with pytest.raises(UnknownColour):
        every_probe(config(tmp_path, grey=5), {"toy": TOY_GAME})


def test_a_game_with_an_example_can_be_begun_with_it(tmp_path: Path) -> None:
    assert set(games_with_example(GAMES)) <= set(registered())
    for system in games_with_example(GAMES):
        evening = Evening(tmp_path / system, GAMES)
        play_example(evening.table, GAMES[system])
        assert evening.game["system"] == system
        assert not evening.game["ended"]
        evening.table.close()
