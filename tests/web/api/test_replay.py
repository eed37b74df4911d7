"""`GET /api/v1/games/<game>/at/<n>`: a game as it was, to anybody, and clear words where there is none."""

from __future__ import annotations

import pytest

from tests.fakes.sitting import START, Sitting, act, refusal


def game_of(sitting: Sitting) -> str:
    game: str = sitting.table.snapshot.body["game"]["id"]
    return game


def test_each_entry_is_told_as_the_table_told_it(playing: Sitting) -> None:
    phone, guest = playing.phone(), playing.stranger()
    told = [guest.get("/api/v1/table").get_json()]
    for command in ({"type": "advance"}, {"type": "advance"}, {"type": "undo"}, {"type": "end"}):
        assert act(phone, command).status_code == 200
        told.append(guest.get("/api/v1/table").get_json())
    for n, table in enumerate(told, 1):
        answer = guest.get(f"/api/v1/games/{game_of(playing)}/at/{n}")
        assert (answer.status_code, answer.mimetype) == (200, "application/json")
        past = answer.get_json()
        assert (past["version"], past["at"], past["game"]) == (n, table["at"], table["game"])
        assert past.keys() == table.keys()


def test_the_secret_is_told_of_the_end_alone_and_of_no_game_that_goes_on(playing: Sitting) -> None:
    phone, game = playing.phone(), game_of(playing)
    secret = playing.journal.secret(game)
    assert secret is not None

    def said() -> list[bool]:
        version = playing.version + 1
        answers = (playing.stranger().get(f"/api/v1/games/{game}/at/{n}") for n in range(1, version))
        return [secret.hex() in each.get_data(as_text=True) for each in answers]

    assert said() == [False]
    act(phone, {"type": "end"})
    assert said() == [False, True]
    act(phone, {"type": "undo"})
    assert said() == [False, False, False]
    act(phone, {"type": "redo"})
    assert said() == [False, True, False, True]


@pytest.mark.parametrize("n", ["x", "-1", "1.5", "9" * 16, "%D9%A3", "1%20"])
def test_what_is_no_number_is_refused_by_name(playing: Sitting, n: str) -> None:
    error = refusal(playing.stranger().get(f"/api/v1/games/{game_of(playing)}/at/{n}"), 400)
    assert (error["code"], error["params"]["field"]) == ("wrong-field", "n")


@pytest.mark.parametrize("n", ["0", "2", "999999999999999"])
def test_an_entry_that_the_game_has_not_is_not_found(playing: Sitting, n: str) -> None:
    game = game_of(playing)
    error = refusal(playing.stranger().get(f"/api/v1/games/{game}/at/{n}"), 404)
    assert error["code"] == "no-such-entry"
    assert error["params"] == {"game": game, "entry": int(n), "first": 1, "last": 1}


@pytest.mark.parametrize("game", ["nothing", "%00", "..", "a" * 3000, "%F0%9F%8E%B2"])
def test_a_game_that_is_not_here_is_not_found(sitting: Sitting, game: str) -> None:
    assert refusal(sitting.stranger().get(f"/api/v1/games/{game}/at/1"), 404)["code"] in {
        "no-such-game",
        "not-found",
    }


def test_who_looks_back_may_not_write(playing: Sitting) -> None:
    answer = playing.phone().post(f"/api/v1/games/{game_of(playing)}/at/1", json={})
    assert refusal(answer, 405)["code"] == "method-not-allowed"


def test_an_earlier_game_is_told_as_the_one_on_the_table(playing: Sitting) -> None:
    first, phone = game_of(playing), playing.phone()
    act(phone, {"type": "advance"})
    before = playing.table.snapshot.body["game"]
    act(phone, {**START, "replace": True})
    past = playing.stranger().get(f"/api/v1/games/{first}/at/2").get_json()
    assert (past["game"]["id"], past["game"]["phase"]) == (first, before["phase"])
    refusal(playing.stranger().get(f"/api/v1/games/{first}/at/3"), 404)
