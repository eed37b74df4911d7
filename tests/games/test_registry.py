"""The games that can be played, and what holds for all of them."""

from __future__ import annotations

from companion.games.registry import every_colour, folders, registered


def test_games_are_known_by_their_systems_in_the_order_of_the_start_page() -> None:
    games = registered()
    assert list(games) == list(folders(games)) == ["roads-and-boats", "la-strada"]
    assert all(game.system == system for system, game in games.items())


def test_each_colour_is_there_once() -> None:
    colours = every_colour(registered())
    assert len(colours) == len(set(colours)) == 7
