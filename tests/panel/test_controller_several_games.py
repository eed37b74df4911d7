"""The panel with several games: it speaks as the one on the table does, and asks only for bags there are."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.games import Game, Player
from companion.table.commands import Start
from tests.fakes.box import Box, running, tag_of
from tests.fakes.toy import TOY_GAME
from tests.fakes.toy.words import Roll
from tests.fakes.twin import TWIN_GAME

GAMES: dict[str, Game] = {"toy": TOY_GAME, "twin": TWIN_GAME}
TOY = Start("toy", (Player("red", "Ada"), Player("blue")), {"target": 500}, replace=True)
TWIN = Start("twin", (Player("black"), Player("grey", "Bob")), replace=True)


@pytest.fixture
def box(tmp_path: Path) -> Iterator[Box]:
    with running(tmp_path, games=GAMES) as box:
        yield box


def test_the_display_speaks_as_the_game_on_the_table_does(box: Box) -> None:
    box.phone(TOY)
    assert box.shown_text == "turn 1, rolling Counter 0 Adv: next phase"
    box.phone(TWIN)
    assert box.shown_text == "round 1, throwing Twins at 0 Adv: go on"
    box.phone(TOY)
    assert box.frame.title == "turn 1, rolling"


def test_what_is_taken_back_is_named_by_its_game(box: Box) -> None:
    box.phone(TWIN)
    box.press("advance")
    box.hold("back")
    assert "The twins threw." in box.shown_text
    box.phone(TOY)
    box.phone(Roll())
    box.hold("back")
    assert "Rolled a " in box.shown_text


def test_a_refusal_is_in_the_words_of_the_game_on_the_table(box: Box) -> None:
    box.phone(TWIN)
    box.post(do="finish")
    box.press("advance")
    assert "The twins are done." in box.shown_text


def test_earlier_games_are_described_in_their_own_words(tmp_path: Path) -> None:
    with running(tmp_path, games=GAMES) as box:
        box.phone(TOY)
        box.phone(TWIN)
    without_a_game = {"toy": GAMES["toy"]}
    with running(tmp_path, "it", games=without_a_game) as box:
        assert box.table.snapshot.play is None
        box.press("advance")
        assert "turno 1, lancio" in box.shown_text


def test_after_a_restart_the_game_is_resumed_in_its_words(tmp_path: Path) -> None:
    with running(tmp_path, games=GAMES) as box:
        box.phone(TWIN)
        box.press("advance")
    with running(tmp_path, "it", games=GAMES) as box:
        assert "giro 2" in box.shown_text
        assert "I gemelli" in box.shown_text
        box.press("select")
        assert "hanno lanciato" in box.shown_text


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "No bags here This game is played without bags."),
        ("it", "Niente sacchetti Questo gioco non ha sacchetti."),
    ],
)
def test_a_new_tag_is_not_asked_about_in_a_game_without_bags(
    tmp_path: Path, language: str, said: str
) -> None:
    with running(tmp_path, language, games=GAMES) as box:
        box.phone(TWIN)
        box.tap(tag_of(3))
        assert box.shown_text == said
        assert not box.asks
        assert box.last["command"]["type"] == "start"


def test_a_bag_that_has_a_tag_is_for_the_game_to_answer(box: Box) -> None:
    box.pair(3)
    box.phone(TWIN)
    box.tap(tag_of(3))
    assert box.shown_text == "No bags here Twins at 0"
    box.phone(TOY)
    box.tap(tag_of(3))
    assert box.last["command"]["type"] == "roll"


def test_a_new_tag_is_asked_about_where_there_are_bags_or_no_game(box: Box) -> None:
    box.tap(tag_of(3))
    assert box.asks
    box.press("back")
    box.phone(TOY)
    box.tap(tag_of(3))
    assert box.asks
