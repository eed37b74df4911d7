"""What every game tells a broker of itself: plain, short, in no language, and of nobody's name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from companion.games import Player
from companion.games.registry import registered
from companion.games.telling import Far, Telling
from companion.mqtt.payloads import TableState
from companion.mqtt.state import NAMED
from tests.games.walking import Walk

GAMES = {system: game for system, game in registered().items() if game.telling is not None}
LONGEST = 4096
"""Bytes of a game's own fields: sixty tables are told after each entry."""


@pytest.fixture(scope="module", params=[(system, seed) for system in GAMES for seed in range(2)], ids=str)
def walk(request: pytest.FixtureRequest) -> Walk:
    system, seed = request.param
    return Walk(GAMES[system], seed)


@pytest.fixture
def telling(walk: Walk) -> Telling:
    assert walk.game.telling is not None
    return walk.game.telling


def fields(said: Any) -> Iterator[str]:
    if isinstance(said, dict):
        yield from said
    for each in said.values() if isinstance(said, dict) else said if isinstance(said, list) else ():
        yield from fields(each)


def test_its_own_fields_are_plain_and_short_and_stand_beside_those_of_every_game(
    walk: Walk, telling: Telling
) -> None:
    for state in walk.states:
        told = telling.told(state)
        written = msgspec.json.encode(told)
        assert msgspec.json.decode(written) == told
        assert len(written) < LONGEST
        assert set(told).isdisjoint(TableState.__struct_fields__)
        assert set(fields(told)).isdisjoint(NAMED)


def test_nobodys_name_is_told(walk: Walk, telling: Telling) -> None:
    first, *others = walk.players
    events = walk.game.begin((Player(first.colour, "Quirin"), *others), walk.game.options(), walk.dice)
    assert b"Quirin" not in msgspec.json.encode(telling.told(walk.codec.folded(None, events)))


def test_it_says_how_far_the_game_has_come(walk: Walk, telling: Telling) -> None:
    for state in walk.states:
        far = telling.far(state)
        if far is not None:
            assert msgspec.convert(msgspec.to_builtins(far), Far).done <= far.of
        assert isinstance(telling.end_in_sight(state), bool)


def test_what_is_told_to_happen_are_events_of_the_game(walk: Walk, telling: Telling) -> None:
    tags = [str(each.__struct_config__.tag) for each in walk.game.events]
    assert set(telling.happenings) <= set(tags)
    assert len(set(telling.happenings)) == len(telling.happenings)
    assert {"game-begun", "game-ended"} <= set(telling.happenings)
