"""What every game tells a broker of itself: plain, short, in no language, and of nobody's name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.games import Game, Player, tag_of
from companion.games.registry import registered
from companion.games.results import Progress
from companion.mqtt.payloads import TableState
from companion.mqtt.state import NAME_FIELDS
from tests.games.random_walk import Walk

LONGEST = 4096
"""Bytes of a game's own fields: sixty tables are told after each entry."""


@pytest.fixture(scope="module", params=registered())
def game(request: pytest.FixtureRequest) -> Game:
    return registered()[request.param]


@pytest.fixture(scope="module", params=range(2))
def walk(game: Game, request: pytest.FixtureRequest) -> Walk:
    return Walk(game, request.param)


def fields(said: Any) -> Iterator[str]:
    if isinstance(said, dict):
        yield from said
    for each in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        yield from fields(each)


def test_its_own_fields_are_plain_and_short_and_stand_beside_those_of_every_game(walk: Walk) -> None:
    for state in walk.states:
        told = walk.game.view(state).published
        written = msgspec.json.encode(told)
        assert msgspec.json.decode(written) == told
        assert len(written) < LONGEST
        assert set(told).isdisjoint(TableState.__struct_fields__)
        assert set(fields(told)).isdisjoint(NAME_FIELDS)


def test_no_players_name_is_published(walk: Walk) -> None:
    first, *others = walk.players
    events = walk.game.begin((Player(first.colour, "Quirin"), *others), walk.game.options(), walk.dice)
    view = walk.game.view(walk.codec.fold(None, events))
    assert b"Quirin" not in msgspec.json.encode(view.published)


def test_it_shows_how_far_the_game_has_come(walk: Walk) -> None:
    for state in walk.states:
        far = walk.game.view(state).progress
        if far is not None:
            assert msgspec.convert(msgspec.to_builtins(far), Progress).done <= far.of


def test_published_events_are_events_of_the_game(walk: Walk) -> None:
    published = [tag_of(each) for each in walk.game.view.published_events]
    assert set(walk.game.view.published_events) <= set(walk.game.events)
    assert len(set(published)) == len(published)
    assert {"game-begun", "game-ended"} <= set(published)
