"""`GET /api/v1/games/<game>/at/<n>`: historical views are public, and a missing one is a clear refusal."""

from __future__ import annotations

import pytest

from tests.fakes.sitting import Sitting, act, refusal


def game_of(sitting: Sitting) -> str:
    game: str = sitting.table.snapshot.body["game"]["id"]
    return game


def test_an_entry_is_as_the_table_showed_it(playing: Sitting) -> None:
    table = playing.stranger().get("/api/v1/table").get_json()
    assert act(playing.phone(), {"type": "advance"}).status_code == 200
    answer = playing.stranger().get(f"/api/v1/games/{game_of(playing)}/at/1")
    assert (answer.status_code, answer.mimetype) == (200, "application/json")
    past = answer.get_json()
    assert (past["version"], past["at"], past["game"]) == (1, table["at"], table["game"])
    assert past.keys() == table.keys()


@pytest.mark.parametrize("n", ["0", "2", "999999999999999"])
def test_an_entry_that_the_game_has_not_is_not_found(playing: Sitting, n: str) -> None:
    game = game_of(playing)
    error = refusal(playing.stranger().get(f"/api/v1/games/{game}/at/{n}"), 404)
    assert error["code"] == "no-such-entry"
    assert error["params"] == {"game": game, "entry": int(n), "first": 1, "last": 1}
