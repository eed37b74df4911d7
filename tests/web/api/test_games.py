"""The games that are kept, for programs: every one is listed, with the figures of each."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.storage.entry import Entry
from companion.table.history import History
from tests.fakes.sitting import START, Sitting, act, refusal

GAMES = "/api/v1/games"
ANOTHER = {**START, "replace": True}


def test_every_game_that_is_kept_is_listed_the_newest_first(sitting: Sitting) -> None:
    guest, phone = sitting.stranger(), sitting.phone()
    assert guest.get(GAMES).get_json() == {"games": []}
    ids = []
    for command in (START, ANOTHER, ANOTHER):
        assert act(phone, command).status_code == 200
        ids.append(sitting.table.snapshot.body["game"]["id"])
    assert act(phone, {"type": "advance"}).status_code == 200
    games = guest.get(GAMES).get_json()["games"]
    assert [(each["id"], each["on_table"]) for each in games] == [
        (ids[2], True),
        (ids[1], False),
        (ids[0], False),
    ]
    assert games[0] == {
        "id": ids[2],
        "system": "roads-and-boats",
        "players": sitting.table.snapshot.body["game"]["players"],
        "started_at": sitting.table.snapshot.body["game"]["started_at"],
        "first": 3,
        "last": 4,
        "on_table": True,
    }


def test_the_figures_of_a_game_are_those_of_its_report(playing: Sitting) -> None:
    phone, game = playing.phone(), playing.table.snapshot.body["game"]["id"]
    for _ in range(3):
        assert act(phone, {"type": "advance"}).status_code == 200
    for command in ({"type": "buy-brick", "colour": "red"}, {"type": "end"}):
        assert act(phone, command).status_code == 200
    answer = playing.stranger().get(f"{GAMES}/{game}/report")
    body = answer.get_json()
    assert (body["id"], body["system"], body["last"], body["ended"]) == (game, "roads-and-boats", 6, True)
    assert body["players"] == playing.table.snapshot.body["game"]["players"]
    parts = {each["name"]: each for each in body["report"]["parts"]}
    assert parts["result"]["title"] == {"code": "rb.so-far", "params": {}, "message": "Points so far"}
    assert parts["result"]["rows"][0][:3] == [{"colours": ["red"]}, "1.", 10]
    assert all(len(row) == len(each["columns"]) for each in parts.values() for row in each["rows"])


def test_the_figures_are_in_the_requests_language(playing: Sitting) -> None:
    game = playing.table.snapshot.body["game"]["id"]
    answers = [
        playing.stranger().get(f"{GAMES}/{game}/report", headers={"Accept-Language": code})
        for code in ("en", "it")
    ]
    assert [each.headers["Content-Language"] for each in answers] == ["en", "it"]
    assert all("Accept-Language" in each.vary for each in answers)
    english, italian = (each.get_json()["moment"] for each in answers)
    assert (english["code"], english["message"]) == (italian["code"], "Turn 1, production")
    assert italian["message"] not in {"", english["message"]}


def test_a_game_that_is_not_here_is_not_found(playing: Sitting) -> None:
    for path in ("nope/report", "nope/at/1", "%00/report"):
        assert refusal(playing.stranger().get(f"{GAMES}/{path}"), 404)["code"] == "no-such-game"
    game = playing.table.snapshot.body["game"]["id"]
    page = playing.stranger().get(f"/games/{game}/report")
    assert (page.status_code, page.headers["Location"]) == (303, f"/report/{game}")


def test_while_another_report_is_made_a_program_is_asked_to_retry(
    playing: Sitting, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading, go_on, past = threading.Event(), threading.Event(), playing.table.history

    def slow(game: str) -> History:
        found = past(game)

        def entries() -> Iterator[tuple[Entry, bool]]:
            reading.set()
            go_on.wait()
            yield from found.entries

        return replace(found, entries=entries())

    monkeypatch.setattr(playing.table, "history", slow)
    playing.app = playing.app_with()
    path = f"{GAMES}/{playing.table.snapshot.body['game']['id']}/report"
    maker = threading.Thread(target=lambda: playing.stranger().get(path))
    maker.start()
    reading.wait()
    answer = playing.stranger().get(path)
    go_on.set()
    maker.join()
    assert refusal(answer, 503)["code"] == "too-many-look-back"
    assert answer.headers["Retry-After"] == "1"
