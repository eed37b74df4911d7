"""A player is never a colour alone: a letter and a shape each, different for all colours of all games."""

from __future__ import annotations

import pytest

from companion.games.registry import folders
from companion.games.screen import COLUMNS, named, number, row, token
from companion.language.letters import LETTERS
from companion.language.messages import Messages, catalogues
from tests.fakes.every import every

MESSAGES = Messages(catalogues(folders(every())))
COLOURS = ("red", "yellow", "green", "blue", "purple", "black", "grey")


def test_every_colour_of_every_game_is_known() -> None:
    assert {colour for game in every().values() for colour in game.colours} <= set(COLOURS)


@pytest.mark.parametrize("language", MESSAGES.codes)
@pytest.mark.parametrize("kind", ["letter", "shape"])
def test_no_two_colours_have_the_same_letter_or_shape(language: str, kind: str) -> None:
    words = MESSAGES.language(language)
    signs = [words.phrase(f"{kind}.{colour}") for colour in COLOURS]
    assert len(set(signs)) == len(COLOURS)
    assert set(signs) <= LETTERS, "the display folds what its font does not have"


def test_a_token_is_the_letter_and_the_shape() -> None:
    words = MESSAGES.language("it")
    assert words.say(token("grey")) == "I▬"
    assert words.say(row((token("red"), number(2), token("black")))) == "R● 2 N○"


def test_a_player_without_a_name_is_called_by_the_colour() -> None:
    words = MESSAGES.language("en")
    assert words.say(named("grey", "")) == "E▬ Grey"
    assert words.say(named("grey", "Aino")) == "E▬ Aino"
    assert len(words.say(named("grey", "W" * 12))) <= COLUMNS


def test_a_name_that_is_a_word_of_a_catalogue_stays_as_it_was_typed() -> None:
    assert MESSAGES.language("it").say(named("red", "grey")) == "R● grey"
